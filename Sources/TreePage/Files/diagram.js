// The diagram: boxes and lines where `render` puts them, on a canvas that is panned and zoomed.

import { commandLine } from "./command.js";
import { notesOf } from "./route.js";
import { add, make, readMessage, shown } from "./words.js";

// Boxes beyond are folded by the server.
const mostBoxes = 100_000;
// The side of a cell of the grid by which boxes are found, in points.
const cellSize = 600;
// A picture's longest side, in pixels.
const longestSide = 8_192;
// Scales below which letters, rows and the lines of leaves cannot be seen.
const lettersFrom = 0.3;
const rowsFrom = 0.14;
const linesFrom = 0.06;

export function diagramView(app, position) {
  const message = readMessage(app.place.message);
  const route = message
    ? ["--trace", message.kind, message.name, `--from=#${app.tree.id(position)}`] : [];
  const words = ["render", "--format=layout", `--boxes=${mostBoxes}`, ...route];
  const shownWords = message
    ? ["--trace", message.kind, message.name, "--from", `#${app.tree.id(position)}`] : [];
  const diagram = document.createElement("tree-diagram");
  const holder = make("div", { class: "diagram" }, make("p", { class: "loading" }, "drawing…"));
  const load = async () => {
    try {
      const reply = await app.ask(words).catch((error) => {
        if (!route.length || !app.about.exported) throw error;
        return app.ask(words.slice(0, 3));
      });
      if (reply.answer === null) throw new Error(reply.notes.at(-1));
      diagram.begin(app, reply.answer, route);
      holder.replaceChildren(diagram);
      holder.before(...notesOf(reply));
      if (app.camera) Object.assign(diagram, app.camera);
      else diagram.fit();
      diagram.draw();
    } catch (error) {
      holder.replaceChildren(make("p", { class: "failed" }, error.message));
    }
  };
  load();
  return [holder, commandLine([...app.command("render"), ...shownWords, "-o", "tree.svg"])];
}

class TreeDiagram extends HTMLElement {
  begin(app, layout, route) {
    this.app = app;
    this.layout = layout;
    this.route = route;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.canvas = make("canvas", {
      role: "img", tabindex: "0",
      "aria-label": `${layout.title}. ${layout.description} The tree holds the same as a list.`,
    });
    this.tip = make("p", { class: "tip", hidden: true });
    const button = (name, words, act) => make("button", { type: "button", "aria-label": words, title: words, click: act }, name);
    this.append(
      make("div", { class: "tools" },
        make("b", {}, layout.title),
        button("+", "Zoom in", () => this.zoom(1.4)), button("−", "Zoom out", () => this.zoom(1 / 1.4)),
        button("Fit", "Show all", () => this.fit()), button("1:1", "Letters at their size", () => this.full()),
        button("SVG", "Save as SVG", () => this.saveSVG()), button("PNG", "Save as PNG", () => this.savePNG()),
        layout.note ? make("span", { class: "note" }, layout.note) : null),
      make("div", { class: "stage" }, this.canvas, this.tip));
    this.index();
    this.listen();
  }

  // Which boxes lie in which cell, and which have children.
  index() {
    const { boxes } = this.layout;
    this.cells = new Map();
    this.isParent = new Uint8Array(boxes.length);
    boxes.forEach((box, index) => {
      if (box.parent !== undefined) this.isParent[box.parent] = 1;
      for (const key of this.keys(box.x, box.y, box.x + box.width, box.y + box.height)) {
        const cell = this.cells.get(key);
        if (cell) cell.push(index);
        else this.cells.set(key, [index]);
      }
    });
  }

  *keys(left, top, right, bottom) {
    for (let x = Math.floor(left / cellSize); x <= Math.floor(right / cellSize); x++) {
      for (let y = Math.floor(top / cellSize); y <= Math.floor(bottom / cellSize); y++) yield x * 65_536 + y;
    }
  }

  listen() {
    const { canvas } = this;
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey || !event.shiftKey && event.deltaMode === 0 && Math.abs(event.deltaX) < 1 && event.altKey) {
        this.zoom(Math.exp(-event.deltaY / 200), event.offsetX, event.offsetY);
      } else {
        this.move(-event.deltaX, -event.deltaY);
      }
    }, { passive: false });
    let held = null;
    canvas.addEventListener("pointerdown", (event) => {
      held = { x: event.offsetX, y: event.offsetY, isMoved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!held) return this.hover(event);
      const [dx, dy] = [event.offsetX - held.x, event.offsetY - held.y];
      if (!held.isMoved && Math.hypot(dx, dy) < 4) return;
      Object.assign(held, { x: event.offsetX, y: event.offsetY, isMoved: true });
      this.move(dx, dy);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (held && !held.isMoved) {
        const box = this.at(event.offsetX, event.offsetY);
        if (box) this.app.choose(this.app.tree.position(box.node));
      }
      held = null;
      this.draw();
    });
    canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    canvas.addEventListener("dblclick", (event) => this.zoom(2, event.offsetX, event.offsetY));
    canvas.addEventListener("keydown", (event) => {
      const acts = {
        "+": () => this.zoom(1.4), "=": () => this.zoom(1.4), "-": () => this.zoom(1 / 1.4), "0": () => this.fit(),
        ArrowLeft: () => this.move(60, 0), ArrowRight: () => this.move(-60, 0),
        ArrowUp: () => this.move(0, 60), ArrowDown: () => this.move(0, -60),
      };
      if (event.ctrlKey || event.metaKey || !acts[event.key]) return;
      event.preventDefault();
      acts[event.key]();
    });
  }

  at(x, y) {
    const [px, py] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    for (const key of this.keys(px, py, px, py)) {
      for (const index of this.cells.get(key) ?? []) {
        const box = this.layout.boxes[index];
        if (px >= box.x && px <= box.x + box.width && py >= box.y && py <= box.y + box.height) return box;
      }
    }
    return null;
  }

  hover(event) {
    const box = this.at(event.offsetX, event.offsetY);
    this.canvas.style.cursor = box ? "pointer" : "grab";
    this.tip.hidden = !box || this.scale >= lettersFrom;
    if (this.tip.hidden) return;
    this.tip.textContent = shown(box.header.map((piece) => piece.text).join(""));
    this.tip.style.transform = `translate(${event.offsetX + 12}px, ${event.offsetY + 12}px)`;
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.draw();
  }

  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(4, Math.max(0.002, this.scale * factor));
    this.x = x - (x - this.x) * scale / this.scale;
    this.y = y - (y - this.y) * scale / this.scale;
    this.scale = scale;
    this.draw();
  }

  fit() {
    const { width, height } = this.layout;
    const room = 24;
    const scale = Math.min((this.canvas.clientWidth - room) / width, (this.canvas.clientHeight - room) / height);
    this.scale = Math.max(0.002, Math.min(1.5, scale));
    this.x = Math.max(room / 2, (this.canvas.clientWidth - width * this.scale) / 2);
    this.y = room / 2;
    this.draw();
  }

  // Letters at their size, with the chosen model in the middle.
  full() {
    const id = this.app.tree.id(this.app.chosen);
    const box = this.layout.boxes.find((each) => each.node === id) ?? this.layout.boxes[0];
    this.scale = 1.2;
    this.x = this.canvas.clientWidth / 2 - (box.x + box.width / 2) * this.scale;
    this.y = this.canvas.clientHeight / 2 - (box.y + box.height / 2) * this.scale;
    this.draw();
  }

  draw() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      this.drawNow();
    });
  }

  // Draws what is seen.
  drawNow() {
    const { canvas } = this;
    // A diagram that is laid out again is seen from the same place.
    this.app.camera = { scale: this.scale, x: this.x, y: this.y };
    const ratio = devicePixelRatio;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(ratio * this.scale, 0, 0, ratio * this.scale, ratio * this.x, ratio * this.y);
    const left = -this.x / this.scale;
    const top = -this.y / this.scale;
    this.paint(context, this.scale, [left, top, left + canvas.clientWidth / this.scale, top + canvas.clientHeight / this.scale]);
  }

  // The indices of boxes in a part of the plane, each once.
  seen([left, top, right, bottom]) {
    const { boxes, width, height } = this.layout;
    if (left <= 0 && top <= 0 && right >= width && bottom >= height) return null;
    const found = new Set();
    for (const key of this.keys(Math.max(left, 0), Math.max(top, 0), Math.min(right, width), Math.min(bottom, height))) {
      for (const index of this.cells.get(key) ?? []) {
        const box = boxes[index];
        if (box.x < right && box.y < bottom && box.x + box.width > left && box.y + box.height > top) found.add(index);
      }
    }
    return found;
  }

  paint(context, scale, part) {
    const { boxes } = this.layout;
    const colors = paletteOf(this);
    const seen = this.seen(part);
    const indices = seen ? Array.from(seen) : null;
    const each = (act) => {
      if (indices) for (const index of indices) act(boxes[index], index);
      else for (let index = 0; index < boxes.length; index++) act(boxes[index], index);
    };
    // Lines cross the part from boxes outside of it as well; those of the parents that are drawn will do.
    this.paintLines(context, scale, seen, colors);
    if (scale < rowsFrom) {
      this.paintBlocks(context, scale, each, colors);
    } else {
      each((box) => this.paintBox(context, scale, box, colors));
    }
    this.paintRoute(context, scale, colors);
    const id = this.app.tree.id(this.app.chosen);
    const chosen = boxes.find((box) => box.node === id);
    if (chosen) {
      context.strokeStyle = colors.accent;
      context.lineWidth = Math.max(2, 2 / scale);
      context.strokeRect(chosen.x - 2, chosen.y - 2, chosen.width + 4, chosen.height + 4);
    }
  }

  paintLines(context, scale, seen, colors) {
    const { boxes } = this.layout;
    const all = scale >= linesFrom;
    context.beginPath();
    for (let index = 1; index < boxes.length; index++) {
      const box = boxes[index];
      if (!all && !this.isParent[index] || seen && !seen.has(index) && !seen.has(box.parent)) continue;
      const { line } = box;
      context.moveTo(line[0], line[1]);
      for (let at = 2; at < line.length; at += 2) context.lineTo(line[at], line[at + 1]);
    }
    context.strokeStyle = colors.plain;
    context.lineWidth = Math.max(1, 0.6 / scale);
    context.stroke();
  }

  // Boxes too small for words, color by color.
  paintBlocks(context, scale, each, colors) {
    const tones = new Map();
    each((box) => {
      const tone = box.tone ?? (box.rows ? rowTone(box) : "plain");
      const boxesOfTone = tones.get(tone);
      if (boxesOfTone) boxesOfTone.push(box);
      else tones.set(tone, [box]);
    });
    const least = 1 / scale;
    for (const [tone, found] of tones) {
      context.fillStyle = colors[tone];
      for (const box of found) context.fillRect(box.x, box.y, Math.max(least, box.width), Math.max(least, box.height));
    }
  }

  paintBox(context, scale, box, colors) {
    const { headerHeight, rowHeight, padding, fontSize } = this.layout;
    const tone = box.tone ?? "plain";
    context.fillStyle = box.strong && !box.rows ? colors[`h-${tone}`] : colors.box;
    context.fillRect(box.x, box.y, box.width, box.height);
    if (box.rows) {
      context.fillStyle = colors[`h-${tone}`];
      context.fillRect(box.x, box.y, box.width, headerHeight);
    }
    context.strokeStyle = colors[tone];
    context.lineWidth = 1;
    context.setLineDash(box.dashed ? [4, 3] : []);
    context.strokeRect(box.x, box.y, box.width, box.height);
    context.setLineDash([]);
    const write = (row, y) => {
      let x = box.x + padding;
      const room = box.width - 2 * padding;
      const narrow = scale < lettersFrom ? 1 : Math.min(1, room / this.widthOf(context, row, colors));
      for (const piece of row) {
        if (scale < lettersFrom) {
          // Bars in place of words that cannot be read.
          const width = piece.text.length * fontSize * 0.5;
          context.fillStyle = colors[piece.ink ?? "text"];
          context.globalAlpha = 0.55;
          context.fillRect(x, y - fontSize * 0.5, Math.min(width, box.x + box.width - x - 2), fontSize * 0.4);
          context.globalAlpha = 1;
          x += width;
          continue;
        }
        context.font = `${piece.bold ? "bold " : ""}${fontSize}px ${colors.font}`;
        context.fillStyle = colors[piece.ink ?? "text"];
        const width = narrow * context.measureText(piece.text).width;
        context.fillText(piece.text, x, y, width);
        x += width;
      }
    };
    write(box.header, box.y + 14);
    (box.rows ?? []).forEach((row, number) => write(row, box.y + headerHeight + number * rowHeight + 12.5));
  }

  // How wide a row is in the font that there is; the layout knows of an average one only.
  widthOf(context, row, colors) {
    let width = 1;
    for (const piece of row) {
      context.font = `${piece.bold ? "bold " : ""}${this.layout.fontSize}px ${colors.font}`;
      width += context.measureText(piece.text).width;
    }
    return width;
  }

  paintRoute(context, scale, colors) {
    const wide = Math.max(2.4, 2 / scale);
    for (const box of this.layout.boxes) {
      if (!box.lineTone) continue;
      const { line } = box;
      context.strokeStyle = context.fillStyle = colors[box.lineTone];
      context.lineWidth = wide;
      context.setLineDash(box.lineDashed ? [4, 3] : []);
      context.beginPath();
      context.moveTo(line[0], line[1]);
      for (let at = 2; at < line.length; at += 2) context.lineTo(line[at], line[at + 1]);
      context.stroke();
      context.setLineDash([]);
      if (box.hop === undefined && !box.way) continue;
      // The head is at the parent for what rises, at the box for what goes down.
      const end = box.hop === undefined ? line.length - 2 : 0;
      const next = box.hop === undefined ? line.length - 4 : 2;
      const angle = Math.atan2(line[end + 1] - line[next + 1], line[end] - line[next]);
      const size = 3.4 * wide;
      context.beginPath();
      context.moveTo(line[end], line[end + 1]);
      for (const turn of [0.5, -0.5]) {
        context.lineTo(line[end] - size * Math.cos(angle + turn), line[end + 1] - size * Math.sin(angle + turn));
      }
      context.fill();
      if (box.hop !== undefined && scale >= lettersFrom) {
        const [x, y] = [line[line.length - 2], line[line.length - 1]];
        context.font = `bold 9px ${colors.font}`;
        context.fillText(String(box.hop), x - 10, y - 6);
      }
    }
  }

  async saveSVG() {
    const words = ["render", "--format=svg", `--boxes=${mostBoxes}`, ...this.route];
    try {
      const reply = await this.app.ask(words);
      save(new Blob([reply.answer], { type: "image/svg+xml" }), "tree.svg");
    } catch (error) {
      add(this.querySelector(".tools"), make("span", { class: "failed" }, error.message));
    }
  }

  // The whole picture, as large as a browser's canvas may be.
  savePNG() {
    const { width, height } = this.layout;
    const scale = Math.min(2, longestSide / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((width + 24) * scale);
    canvas.height = Math.ceil((height + 24) * scale);
    const context = canvas.getContext("2d");
    context.fillStyle = paletteOf(this).ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, scale, 12 * scale, 12 * scale);
    this.paint(context, scale, [0, 0, width, height]);
    canvas.toBlob((blob) => save(blob, "tree.png"));
  }
}

customElements.define("tree-diagram", TreeDiagram);

// The color of a small box: of the first message that its model handles.
function rowTone(box) {
  for (const row of box.rows) {
    const ink = row[0].ink;
    if (ink === "error" || ink === "bubble" || ink === "event") return ink;
  }
  return "plain";
}

function paletteOf(element) {
  const style = getComputedStyle(element);
  const colors = { font: style.fontFamily };
  for (const name of ["ground", "box", "text", "note", "accent", "plain", "taker", "end", "error", "bubble", "event"]) {
    colors[name] = style.getPropertyValue(`--${name}`);
  }
  for (const name of ["plain", "taker", "end", "error", "bubble", "event"]) {
    colors[`h-${name}`] = style.getPropertyValue(`--${name}-header`);
  }
  return colors;
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = make("a", { download: name });
  link.href = address;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
