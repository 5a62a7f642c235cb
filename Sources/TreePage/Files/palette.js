// The colors of the page, for what is drawn on a canvas.

export function paletteOf(element) {
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

// Calls a function when the page changes between light and dark, until that is ended.
export function onScheme(draw) {
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", draw);
  return { end: () => scheme.removeEventListener("change", draw) };
}
