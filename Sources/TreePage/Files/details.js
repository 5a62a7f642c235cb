// What a row of the tree says behind a model's name.

import { grouped, make, messageChip, shown } from "./words.js";

// What is shown of each of these; the model's own view shows all.
const shownChips = 6;

export function detailsOf(tree, position, isOpen) {
  const parts = [];
  const label = tree.label(position);
  if (label !== null) parts.push(make("span.label", `"${label}"${tree.age(position)}`));
  if (tree.isSession(position)) parts.push(make("span.tag", "session"));
  let left = shownChips;
  for (const message of tree.records("handles", position, shownChips + 1)) {
    if (left-- === 0) { parts.push(make("span.note", "…")); break; }
    parts.push(messageChip(message));
  }
  for (const service of tree.servicesOf(position).slice(0, shownChips)) {
    parts.push(make("span.tag", `service ${service}`));
  }
  const representation = tree.representation(position);
  if (representation) parts.push(make("span.note", `▢ ${representation}`));
  const state = tree.stateOf(position).slice(0, shownChips);
  if (state.length) {
    const text = state.map(([key, value]) => `${shown(key)} = ${shown(value)}`).join(", ");
    parts.push(make("span.note", `{${text}}`));
  }
  if (!tree.isLeaf(position) && !isOpen) {
    parts.push(make("span.note", `+${grouped(tree.ends[position] - position - 1)}`));
  }
  return parts;
}
