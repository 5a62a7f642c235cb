// An element that draws on a canvas, again where its size or the scheme changes.

import { onScheme } from "./palette.js";
import { make } from "./words.js";

export class CanvasElement extends HTMLElement {
  connectedCallback() {
    this.observer = new ResizeObserver(() => this.resized());
    this.scheme = onScheme(() => this.draw());
    if (!this.canvas) this.build();
    this.observer.observe(this.canvas);
  }

  disconnectedCallback() {
    this.observer.disconnect();
    this.scheme.end();
  }

  resized() { this.draw(); }

  // Of several calls before the next frame only one draws.
  draw() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      this.drawNow();
    });
  }
}

// A button whose name is a sign, with words for those who do not see it.
export function signButton(sign, words, act) {
  return make("button", { "aria-label": words, title: words, click: act }, sign);
}

// Saves what a command draws; what went wrong is told.
export async function saveSVG(app, words, options, name, tell) {
  try {
    const { answer } = await app.ask(["render", "--format=svg", ...words], options);
    save(new Blob([answer], { type: "image/svg+xml" }), name);
  } catch (error) {
    tell(error.message);
  }
}

// Gives a person a file.
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = make("a", { download: name });
  link.href = address;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
