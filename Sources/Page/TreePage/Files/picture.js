// A diagram: boxes and lines where `render` puts them, on a canvas that pans and zooms.

import { CanvasElement, save, saveSVG, signButton } from "./canvas.js";
import { Drawing, lettersFrom } from "./drawing.js";
import { renew } from "./renew.js";
import { add, make, shown } from "./words.js";

// The number of boxes around a route alone, as in `render --trace`.
export const routeBoxes = 30;
const longestSide = 8_192;

class TreeDiagram extends CanvasElement {
  // A view of the whole stays a view of the whole.
  resized() {
    if (this.isFitted) this.fit();
    else this.draw();
  }

  build() {
    this.scale = 1;
    this.x = this.y = 0;
    this.isFitted = true;
    if (this.app.camera) Object.assign(this, this.app.camera);
    this.heading = make("b");
    this.short = signButton("Route only", "Show the route whole, and of the rest its number", () => this.dispatchEvent(new CustomEvent("shorten")));
    this.append(
      make("div.tools", this.heading, make("span", { role: "group", "aria-label": "Diagram" }, this.short,
        signButton("+", "Zoom in", () => this.zoom(1.4)), signButton("−", "Zoom out", () => this.zoom(1 / 1.4)),
        signButton("Fit", "Show all", () => this.fit()), signButton("1:1", "Letters at their size", () => this.full()),
        signButton("SVG", "Save as SVG", () => this.saveSVG()), signButton("PNG", "Save as PNG", () => this.savePNG()))),
      this.stage({ tabindex: "0" }));
    this.listen();
  }

  // Shows a layout, from where the one before was seen. A file's is requested again.
  take(layout, question) {
    this.layout = layout;
    this.question = question;
    renew(this.heading, layout.title);
    this.short.hidden = !question.canShorten;
    this.short.setAttribute("aria-pressed", String(question.boxes === routeBoxes));
    this.canvas.setAttribute("aria-label", shown(`${layout.title}. ${layout.description} The tree holds the same as a list.`));
    this.drawing = new Drawing(layout);
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
        const box = this.under(event);
        if (box) this.app.choose(this.app.tree.position(box.node), true);
      }
      held = null;
      this.draw();
    });
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

  under({ offsetX, offsetY }) {
    return this.drawing?.at((offsetX - this.x) / this.scale, (offsetY - this.y) / this.scale);
  }

  hover(event) {
    const box = this.under(event);
    this.canvas.style.cursor = box ? "pointer" : "grab";
    this.tell(box && this.scale < lettersFrom && box.header.map((piece) => piece.text).join(""), event);
  }

  move(dx, dy) {
    this.isFitted = false;
    this.x += dx;
    this.y += dy;
    this.draw();
  }

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

  // The box of the chosen model.
  get chosenBox() {
    return this.layout.boxes[this.drawing.byNode.get(this.app.tree.id(this.app.chosen))];
  }

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

  drawNow() {
    const { canvas } = this;
    if (!this.layout || !canvas.clientWidth) return;
    // A diagram that is laid out again is seen from the same place.
    this.app.camera = this.camera;
    const { scale } = this;
    const context = this.emptied(canvas.clientWidth, canvas.clientHeight);
    context.transform(scale, 0, 0, scale, this.x, this.y);
    const [left, top] = [-this.x / scale, -this.y / scale];
    this.paint(context, scale, [left, top, left + canvas.clientWidth / scale, top + canvas.clientHeight / scale]);
  }

  paint(context, scale, part) { this.drawing.paint(context, scale, part, this.colors, this.chosenBox); }

  saveSVG() {
    const { at, options, boxes } = this.question;
    saveSVG(this.app, [`--boxes=${boxes}`, ...options], { at }, "tree.svg",
      (problem) => add(this.querySelector(".tools"), make("span.failed", problem)));
  }

  // The whole picture, as large as a browser's canvas may be.
  savePNG() {
    const { width, height } = this.layout;
    const scale = Math.min(2, longestSide / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((width + 24) * scale);
    canvas.height = Math.ceil((height + 24) * scale);
    const context = canvas.getContext("2d");
    context.fillStyle = this.colors.ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, scale, 12 * scale, 12 * scale);
    this.paint(context, scale, [0, 0, width, height]);
    canvas.toBlob((blob) => save(blob, "tree.png"));
  }
}

customElements.define("tree-diagram", TreeDiagram);
