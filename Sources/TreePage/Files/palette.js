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
