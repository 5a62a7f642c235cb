// Models and places in files, as what leads to them.

import { copy } from "./command.js";
import { make, messageChip, messageWords } from "./words.js";

export function modelButton(app, position, words) {
  const { tree } = app;
  const id = tree.id(position);
  // Its place may be another one by then.
  return make("button.model", { click: () => app.choose(app.tree.position(id), true), title: `#${id}` },
    words ?? [tree.type(position), tree.quoted(position)].filter(Boolean).join(" "));
}

// The same by an id. A model that is not in the tree, or has none, is only named.
export function modelByID(app, id, words) {
  if (id === undefined) return words ?? "";
  const position = app.tree.position(id);
  return position < 0 ? make("span", words ?? `#${id}`) : modelButton(app, position, words);
}

// A file and line, as a button that copies it; nothing if unknown.
export function sourcePlace(text) {
  if (!text) return null;
  return make("button.place", {
    title: "Copy", click: (event) => copy(text, event.currentTarget),
  }, text);
}

// The same, behind what lies there.
export function atSource(text) { return text ? [" at ", sourcePlace(text)] : null; }

// A message that leads to who would handle it, raised by a model or by the chosen one.
export function messageLink(app, message, position) {
  const chip = messageChip(message);
  if (!message.code) return chip;
  return make("button.quiet", {
    title: "Who would handle it?",
    click: () => app.explain(messageWords(message), position),
  }, chip);
}

// The number of a record, which leads to it in Time.
export function recordLink(app, number, words = `record ${number}`) {
  return make("button.quiet", { click: () => app.showRecord(number) }, words);
}
