// The border between the tree and the view, which is moved by pointer and keyboard, and remembered.

import { byID } from "./words.js";

const key = "modeltree-panes";
const [least, most] = [15, 85];

export function listenToPanes() {
  const border = byID("border");
  const panes = border.parentElement;
  const widths = remembered();
  // Each view has its own.
  const show = () => {
    const width = widths[document.body.dataset.view];
    if (width === undefined) panes.style.removeProperty("--tree");
    else panes.style.setProperty("--tree", `${width}%`);
    const now = byID("tree-panel").offsetWidth / panes.offsetWidth * 100;
    border.setAttribute("aria-valuenow", String(Math.round(now) || 50));
  };
  const take = (width) => {
    widths[document.body.dataset.view] = Math.min(most, Math.max(least, width));
    try { localStorage.setItem(key, JSON.stringify(widths)); } catch { /* It lasts as long as the page. */ }
    show();
  };
  border.addEventListener("pointerdown", (event) => border.setPointerCapture(event.pointerId));
  border.addEventListener("pointermove", (event) => {
    if (border.hasPointerCapture(event.pointerId)) take(event.clientX / panes.offsetWidth * 100);
  });
  border.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (!by) return;
    event.preventDefault();
    take(Number(border.getAttribute("aria-valuenow")) + by);
  });
  new MutationObserver(show).observe(document.body, { attributes: true, attributeFilter: ["data-view"] });
  show();
}

function remembered() {
  try {
    const widths = JSON.parse(localStorage.getItem(key)) ?? {};
    return Object.fromEntries(Object.entries(widths).filter(([, width]) => width >= least && width <= most));
  } catch {
    return {};
  }
}
