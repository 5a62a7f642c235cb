// The diagram: boxes and lines where `render` puts them, on a canvas that is panned and zoomed.

import { commandLine } from "./command.js";
import { onScheme, paletteOf } from "./palette.js";
import { renew } from "./renew.js";
import { View } from "./view.js";
import { add, make, notesOf, readMessage, shown, waitingWords } from "./words.js";

// Boxes beyond are folded by the server.
const mostBoxes = 100_000;
// The number of boxes around a route alone, as in `render --trace`.
const routeBoxes = 30;
// A picture's longest side, in pixels.
const longestSide = 8_192;
// Scales below which letters, rows and the lines of leaves cannot be seen.
const lettersFrom = 0.3;
const rowsFrom = 0.14;
const linesFrom = 0.06;
// Leaves so near to each other are one block where lines of leaves cannot be seen, in points.
const leafGap = 12;
// What a route or a difference marks is never smaller, in pixels; of many, less.
const markSide = 7;
const manyMarks = 2_000;
// So many of them are named where letters cannot be read.
const mostNames = 40;

export class DiagramView extends View {
  constructor(app) {
    super(app);
    this.notes = make("div", { class: "notes" });
    this.said = make("p", { class: "loading" });
    this.diagram = document.createElement("tree-diagram");
    this.diagram.app = app;
    this.diagram.addEventListener("shorten", () => {
      this.isShort = !this.isShort;
      this.update();
    });
    this.line = commandLine([]);
    this.elements = [this.notes, make("div", { class: "diagram" }, this.said, this.diagram), this.line];
  }

  update() {
    const { app } = this;
    const [at, to] = app.comparison ?? [app.place.at, null];
    // What is different draws no route.
    const message = to === null ? readMessage(app.place.message) : null;
    const id = `#${app.tree.id(app.chosen)}`;
    const route = message ? ["--trace", message.kind, message.name, `--from=${id}`] : [];
    const options = [...route, ...(to === null ? [] : [`--to=${to}`])];
    const target = ["modeltree", "render", app.about.target, ...(at === null ? [] : ["--at", String(at)])];
    const shownWords = to !== null ? ["--to", String(to)]
      : message ? ["--trace", message.kind, message.name, "--from", id] : [];
    // The command draws a route alone by default.
    const isLarge = message !== null && app.tree.count > routeBoxes;
    const all = isLarge && !this.isShort ? ["--boxes", String(mostBoxes)] : [];
    this.line.words = [...target, ...shownWords, ...all, "-o", "tree.svg"];
    const boxes = isLarge && this.isShort ? routeBoxes : mostBoxes;
    const question = [app.opened, app.revision, at, boxes, ...options].join();
    // Of the diagram that is there, the frame around the chosen model moves.
    if (this.question === question) return this.diagram.follow();
    this.question = question;
    this.load({ at, to, options, boxes, isRoute: Boolean(message), isLarge });
  }

  async load({ at, to, options, boxes, isRoute, isLarge }) {
    const { app, diagram, question } = this;
    const words = ["render", "--format=layout", `--boxes=${boxes}`, ...options];
    const isFirst = !diagram.layout;
    if (isFirst) this.say(waitingWords(app, "drawing…"), "loading");
    try {
      const reply = await app.ask(words, { at }).catch((error) => {
        if (!isRoute || !app.about.exported) throw error;
        return app.ask(words.slice(0, 3), { at }).then((plain) => ({
          ...plain, notes: [...plain.notes, "An exported page draws no routes: Explain tells this one, and the command below draws it."],
        }));
      });
      if (this.isEnded || this.question !== question) return;
      this.say(null);
      renew(this.notes, notesOf(reply));
      // Of two trees the later one is drawn, with what is gone.
      const isOfTree = to === null || to === (app.place.at ?? app.journal.last);
      diagram.take(reply.answer, { at, isOfTree, options, boxes, canShorten: isLarge && !app.about.exported });
    } catch (error) {
      if (!this.isEnded && this.question === question) this.say(error.message, "failed");
    }
  }

  say(words, sort) {
    this.said.hidden = words === null;
    this.diagram.hidden = words !== null;
    this.said.className = sort ?? "";
    this.said.textContent = words === null ? "" : shown(words);
  }
}

class TreeDiagram extends HTMLElement {
  connectedCallback() {
    // A view of the whole stays a view of the whole.
    this.observer = new ResizeObserver(() => this.isFitted ? this.fit() : this.draw());
    this.scheme = onScheme(() => this.draw());
    if (!this.canvas) this.build();
    this.observer.observe(this.canvas);
  }

  disconnectedCallback() {
    this.observer.disconnect();
    this.scheme.end();
  }

  build() {
    this.scale = 1;
    this.x = this.y = 0;
    this.isFitted = true;
    if (this.app.camera) Object.assign(this, this.app.camera);
    this.canvas = make("canvas", { role: "img", tabindex: "0" });
    this.tip = make("p", { class: "tip", hidden: true });
    this.heading = make("b", {});
    const button = (name, words, act) => make("button", { type: "button", "aria-label": words, title: words, click: act }, name);
    this.short = button("Route only", "Show the route whole, and of the rest its number", () => this.dispatchEvent(new CustomEvent("shorten")));
    this.append(
      make("div", { class: "tools" }, this.heading, this.short,
        button("+", "Zoom in", () => this.zoom(1.4)), button("−", "Zoom out", () => this.zoom(1 / 1.4)),
        button("Fit", "Show all", () => this.fit()), button("1:1", "Letters at their size", () => this.full()),
        button("SVG", "Save as SVG", () => this.saveSVG()), button("PNG", "Save as PNG", () => this.savePNG())),
      make("div", { class: "stage" }, this.canvas, this.tip));
    this.listen();
  }

  // Shows a layout, from where the one before was seen. What was asked for is asked again for a file.
  take(layout, question) {
    this.layout = layout;
    this.question = question;
    renew(this.heading, layout.title);
    this.short.hidden = !question.canShorten;
    this.short.setAttribute("aria-pressed", String(question.boxes === routeBoxes));
    this.canvas.setAttribute("aria-label", shown(`${layout.title}. ${layout.description} The tree holds the same as a list.`));
    this.index();
    if (this.isFitted) this.fit();
    else this.follow();
  }

  // Where letters can be read, the chosen model comes into sight.
  follow() {
    if (!this.layout) return;
    const box = this.chosenBox;
    const isOther = this.followed !== box?.node;
    this.followed = box?.node;
    if (box && isOther && !this.isFitted && this.scale >= lettersFrom && !this.isSeen(box)) this.center(box);
    this.draw();
  }

  isSeen(box) {
    const [left, top] = [box.x * this.scale + this.x, box.y * this.scale + this.y];
    return left >= 0 && top >= 0 && left + box.width * this.scale <= this.canvas.clientWidth
      && top + box.height * this.scale <= this.canvas.clientHeight;
  }

  center(box) {
    this.x = this.canvas.clientWidth / 2 - (box.x + box.width / 2) * this.scale;
    this.y = this.canvas.clientHeight / 2 - (box.y + box.height / 2) * this.scale;
  }

  // What each frame draws, as numbers side by side: the places of boxes, by color; those of columns of
  // leaves; and lines, of which those that lie upon each other are one.
  index() {
    const { boxes } = this.layout;
    const isParent = new Uint8Array(boxes.length);
    for (const box of boxes) if (box.parent !== undefined) isParent[box.parent] = 1;
    this.places = new Float32Array(4 * boxes.length);
    this.byNode = new Map();
    this.marked = [];
    const tones = new Map();
    const lines = { parents: [], leaves: [] };
    let run = null;
    boxes.forEach((box, index) => {
      this.places.set([box.x, box.y, box.width, box.height], 4 * index);
      this.byNode.set(box.node, index);
      if (box.tone || box.lineTone) this.marked.push(box);
      const tone = box.tone ?? (box.rows ? rowTone(box) : "plain");
      let found = tones.get(tone);
      if (!found) tones.set(tone, found = { boxes: [], runs: [] });
      found.boxes.push(box.x, box.y, box.width, box.height);
      const gap = run && !isParent[index] && run.parent === box.parent && run.tone === tone && run.x === box.x
        ? box.y - run.place[1] - run.place[3] : -1;
      if (gap >= 0 && gap <= leafGap) {
        run.place[2] = Math.max(run.place[2], box.width);
        run.place[3] = box.y + box.height - run.place[1];
      } else {
        const place = [box.x, box.y, box.width, box.height];
        found.runs.push(place);
        run = isParent[index] ? null : { parent: box.parent, tone, x: box.x, place };
      }
      if (box.line) takeLine(box, isParent[index] ? lines.parents : lines.leaves);
    });
    // The boxes with the largest subtrees, whose names are seen from afar.
    const sizes = new Uint32Array(boxes.length).fill(1);
    for (let index = boxes.length - 1; index > 0; index--) sizes[boxes[index].parent ?? 0] += sizes[index];
    this.parents = boxes.filter((_, index) => isParent[index]).map((box) => [sizes[this.byNode.get(box.node)], box])
      .sort((one, other) => other[0] - one[0]).slice(0, 10 * mostNames).map(([, box]) => box);
    this.tones = Array.from(tones, ([tone, { boxes, runs }]) =>
      ({ tone, boxes: Float32Array.from(boxes), runs: Float32Array.from(runs.flat()) }));
    this.lines = [rectanglesOf(lines.parents), rectanglesOf(lines.leaves)];
  }

  listen() {
    const { canvas } = this;
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
        if (box && this.question.isOfTree) this.app.choose(this.app.tree.position(box.node), true);
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
    if (!this.layout) return null;
    const [px, py] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    const { places } = this;
    for (let at = 0; at < places.length; at += 4) {
      if (px >= places[at] && py >= places[at + 1] && px <= places[at] + places[at + 2]
        && py <= places[at + 1] + places[at + 3]) return this.layout.boxes[at / 4];
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
    this.isFitted = false;
    this.x += dx;
    this.y += dy;
    this.draw();
  }

  // Zooms around a point.
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(4, Math.max(0.002, this.scale * factor));
    this.x = x - (x - this.x) * scale / this.scale;
    this.y = y - (y - this.y) * scale / this.scale;
    this.scale = scale;
    this.isFitted = false;
    this.draw();
  }

  fit() {
    if (!this.layout) return;
    const { width, height } = this.layout;
    const room = 24;
    const scale = Math.min((this.canvas.clientWidth - room) / width, (this.canvas.clientHeight - room) / height);
    this.scale = Math.max(0.002, Math.min(1.5, scale));
    this.x = Math.max(room / 2, (this.canvas.clientWidth - width * this.scale) / 2);
    this.y = room / 2;
    this.isFitted = true;
    this.draw();
  }

  // Letters at their size, with the chosen model in the middle.
  full() {
    const box = this.chosenBox ?? this.layout.boxes[0];
    this.scale = 1.2;
    this.isFitted = false;
    this.center(box);
    this.draw();
  }

  // The box of the chosen model, where the diagram is of the tree in which it was chosen.
  get chosenBox() {
    if (!this.question.isOfTree) return undefined;
    return this.layout.boxes[this.byNode.get(this.app.tree.id(this.app.chosen))];
  }

  draw() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      this.drawNow();
    });
  }

  // From where it is seen.
  get camera() { return { scale: this.scale, x: this.x, y: this.y, isFitted: this.isFitted }; }

  // On paper, all of it is seen.
  print(isPrinted) {
    if (isPrinted) {
      this.before = this.camera;
      this.fit();
    } else {
      Object.assign(this, this.before);
    }
    this.drawNow();
  }

  // Draws what is seen.
  drawNow() {
    const { canvas } = this;
    if (!this.layout || !canvas.clientWidth) return;
    // A diagram that is laid out again is seen from the same place.
    this.app.camera = this.camera;
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

  paint(context, scale, part) {
    const colors = paletteOf(this);
    const isFar = scale < linesFrom;
    context.fillStyle = colors.plain;
    const thin = Math.max(1, 0.6 / scale);
    fillSeen(context, this.lines[0], part, thin);
    if (!isFar) fillSeen(context, this.lines[1], part, thin);
    if (scale < rowsFrom) {
      // Boxes too small for words, color by color.
      for (const { tone, boxes, runs } of this.tones) {
        context.fillStyle = colors[tone];
        fillSeen(context, isFar ? runs : boxes, part, 1 / scale);
      }
    } else {
      const { boxes } = this.layout;
      const { places } = this;
      const [left, top, right, bottom] = part;
      for (let at = 0; at < places.length; at += 4) {
        if (places[at] < right && places[at + 1] < bottom && places[at] + places[at + 2] > left
          && places[at + 1] + places[at + 3] > top) this.paintBox(context, scale, boxes[at / 4], colors);
      }
    }
    this.paintRoute(context, scale, colors);
    const taken = [];
    if (scale < lettersFrom) this.paintMarks(context, scale, part, colors, taken);
    if (scale < rowsFrom) this.paintNames(context, scale, part, colors, taken, this.parents);
    const chosen = this.chosenBox;
    if (chosen) {
      context.strokeStyle = colors.accent;
      context.lineWidth = Math.max(2, 2 / scale);
      context.strokeRect(chosen.x - 2, chosen.y - 2, chosen.width + 4, chosen.height + 4);
    }
  }

  // What is marked is seen from afar as well, and named where there is room.
  paintMarks(context, scale, part, colors, taken) {
    const marked = this.marked.filter((box) => box.tone);
    const least = (marked.length > manyMarks ? 2 : markSide) / scale;
    for (const box of marked) {
      context.fillStyle = colors[box.tone];
      context.fillRect(box.x, box.y, Math.max(least, box.width), Math.max(least, box.height));
    }
    this.paintNames(context, scale, part, colors, taken, marked, least);
  }

  // Names boxes whose letters cannot be read, where no other name is: those that are marked beside them, those
  // of subtrees upon them.
  paintNames(context, scale, [left, top, right, bottom], colors, taken, boxes, least = null) {
    const size = 12 / scale;
    context.font = `${size}px ${colors.font}`;
    const most = taken.length + mostNames;
    for (const box of boxes.slice(0, 10 * mostNames)) {
      if (taken.length >= most) break;
      if (least === null && (box.x > right || box.y > bottom || box.x + box.width < left || box.y + box.height < top)) continue;
      const text = shown((least === null ? box.header.slice(0, 1) : box.header).map((piece) => piece.text).join(""));
      const width = context.measureText(text).width + size;
      const behind = least === null ? box.x : box.x + Math.max(least, box.width) + size / 3;
      const before = box.x - width - size / 3;
      const place = [behind + width > right && before >= left ? before : behind, box.y - size * 0.2, width, size * 1.4];
      if (taken.some((other) => place[0] < other[0] + other[2] && other[0] < place[0] + width
        && place[1] < other[1] + other[3] && other[1] < place[1] + place[3])) continue;
      taken.push(place);
      context.fillStyle = colors.ground;
      context.globalAlpha = 0.88;
      context.fillRect(...place);
      context.globalAlpha = 1;
      context.fillStyle = colors[least === null ? "text" : box.tone];
      context.fillText(text, place[0] + size / 2, place[1] + size);
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
    for (const box of this.marked) {
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
    const { at, options, boxes } = this.question;
    const words = ["render", "--format=svg", `--boxes=${boxes}`, ...options];
    try {
      const reply = await this.app.ask(words, { at });
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

// Fills those of some rectangles that lie in a part of the plane, none thinner than so much.
function fillSeen(context, places, [left, top, right, bottom], least) {
  for (let at = 0; at < places.length; at += 4) {
    const [x, y] = [places[at], places[at + 1]];
    if (x > right || y > bottom) continue;
    const width = places[at + 2] < least ? least : places[at + 2];
    const height = places[at + 3] < least ? least : places[at + 3];
    if (x + width < left || y + height < top) continue;
    context.fillRect(x, y, width, height);
  }
}

// Takes the pieces of a line, which run along the axes, by their parent and coordinate.
function takeLine({ line, parent }, pieces) {
  const ofParent = pieces[parent] ??= new Map();
  for (let at = 2; at < line.length; at += 2) {
    const [x, y, toX, toY] = [line[at - 2], line[at - 1], line[at], line[at + 1]];
    const isDown = x === toX;
    const key = isDown ? x : -1 - y;
    const [from, to] = isDown ? [y, toY] : [x, toX];
    let spans = ofParent.get(key);
    if (!spans) ofParent.set(key, spans = []);
    spans.push([Math.min(from, to), Math.max(from, to)]);
  }
}

// The pieces as rectangles without a thickness. Only those that overlap or touch are one.
function rectanglesOf(pieces) {
  const places = [];
  const add = (key, start, end) => {
    if (key < 0) places.push(start, -1 - key, end - start, 0);
    else places.push(key, start, 0, end - start);
  };
  pieces.forEach((ofParent) => {
    for (const [key, spans] of ofParent) {
      spans.sort((one, other) => one[0] - other[0]);
      let [start, end] = spans[0];
      for (const [from, to] of spans) {
        if (from > end) {
          add(key, start, end);
          [start, end] = [from, to];
        } else if (to > end) end = to;
      }
      add(key, start, end);
    }
  });
  return Float32Array.from(places);
}

// The color of a small box: of the first message that its model handles.
function rowTone(box) {
  for (const row of box.rows) {
    const ink = row[0].ink;
    if (ink === "error" || ink === "bubble" || ink === "event") return ink;
  }
  return "plain";
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = make("a", { download: name });
  link.href = address;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
