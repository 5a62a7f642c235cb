// An element that draws itself, again where its size changes.

export class DrawnElement extends HTMLElement {
  observe(element) {
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(element);
  }

  disconnectedCallback() { this.observer.disconnect(); }

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
