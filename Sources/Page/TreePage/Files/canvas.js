// Elements that draw on a canvas, again where the scheme changes; and files of pictures.

import { DrawnElement } from "./drawn.js";
import { kinds, make, shown } from "./words.js";

const scheme = matchMedia("(prefers-color-scheme: dark)");

export class CanvasElement extends DrawnElement {
  connectedCallback() {
    if (!this.canvas) this.build();
    this.observe(this.canvas);
    scheme.addEventListener("change", this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    scheme.removeEventListener("change", this);
  }

  handleEvent() { this.draw(); }

  get colors() {
    const style = getComputedStyle(this);
    const color = (name) => style.getPropertyValue(`--${name}`);
    const colors = { font: style.fontFamily };
    for (const name of ["ground", "box", "text", "note", "accent"]) colors[name] = color(name);
    for (const name of ["plain", "taker", "end", ...kinds]) {
      Object.assign(colors, { [name]: color(name), [`h-${name}`]: color(`${name}-header`) });
    }
    return colors;
  }

  // A canvas with room for what is told of the place under the pointer.
  stage(attributes) {
    this.tip = make("p.tip", { hidden: true, "aria-hidden": "true" });
    this.canvas = make("canvas", { role: "img", pointerleave: () => { this.tip.hidden = true; }, ...attributes });
    return make("div.stage", this.canvas, this.tip);
  }

  // Tells what is under the pointer, if anything, where there is room for it.
  tell(words, { offsetX, offsetY }) {
    this.tip.hidden = !words;
    if (!words) return;
    this.tip.textContent = shown(words);
    const isRight = offsetX > this.canvas.clientWidth / 2;
    const [x, flip] = isRight ? [offsetX - 12, " translateX(-100%)"] : [offsetX + 12, ""];
    this.tip.style.transform = `translate(${x}px, ${offsetY + 14}px)${flip}`;
  }

  // The canvas as large as it is seen, and empty.
  emptied(width, height) {
    const ratio = devicePixelRatio;
    const context = this.canvas.getContext("2d");
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    context.scale(ratio, ratio);
    return context;
  }
}

// Fills a rectangle through which what lies below is seen.
export function fillSheer(context, color, alpha, rectangle) {
  Object.assign(context, { fillStyle: color, globalAlpha: alpha });
  context.fillRect(...rectangle);
  context.globalAlpha = 1;
}

// A button whose name is a sign, with words for those who do not see it.
export function signButton(sign, words, act) {
  return make("button", { "aria-label": words, title: words, click: act }, sign);
}

export async function saveSVG(app, words, options, name, tell) {
  try {
    const { answer } = await app.ask(["render", "--format=svg", ...words], options);
    save(new Blob([answer], { type: "image/svg+xml" }), name);
  } catch (error) {
    tell(error.message);
  }
}

export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { download: name, href: address }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
