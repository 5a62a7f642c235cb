// The border between the tree and the view, which is moved by pointer and keyboard, and remembered.

import { byID } from "./words.js";

const key = "modeltree-panes";
const [least, most] = [15, 85];

export function listenToPanes() {
  const border = byID("border");
  const panes = border.parentElement;
  const show = (width) => {
    if (!(width >= least && width <= most)) return;
    panes.style.setProperty("--tree", `${width}%`);
    border.setAttribute("aria-valuenow", String(Math.round(width)));
  };
  const take = (width) => {
    show(Math.min(most, Math.max(least, width)));
    try { localStorage.setItem(key, panes.style.getPropertyValue("--tree")); } catch { /* It lasts as long as the page. */ }
  };
  border.addEventListener("pointerdown", (event) => border.setPointerCapture(event.pointerId));
  border.addEventListener("pointermove", (event) => {
    if (border.hasPointerCapture(event.pointerId)) take(event.clientX / panes.offsetWidth * 100);
  });
  border.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (!by) return;
    event.preventDefault();
    take(byID("tree-panel").offsetWidth / panes.offsetWidth * 100 + by);
  });
  try { show(Number.parseFloat(localStorage.getItem(key))); } catch { /* Nothing is remembered. */ }
}
