// Models and places in files, as what leads to them.

import { make } from "./words.js";

export function modelButton(app, position, words) {
  const { tree } = app;
  const label = tree.label(position);
  return make("button", {
    type: "button", class: "model", click: () => app.choose(position, true), title: `#${tree.id(position)}`,
  }, words ?? `${tree.type(position)}${label === null ? "" : ` "${label}"`}`);
}

export function modelByID(app, id, words) {
  const position = app.tree.position(id);
  return position < 0 ? make("span", {}, words ?? `#${id}`) : modelButton(app, position, words);
}

// A file and line, as a link where the page was told an editor.
export function sourcePlace(app, text) {
  const { editor } = app.about;
  const match = /^(.*):(\d+)(?: in .*)?$/.exec(text);
  if (!editor || !match) return make("code", { class: "place" }, text);
  const address = editor.replaceAll("{file}", encodeURI(match[1])).replaceAll("{line}", match[2]);
  const link = make("a", { class: "place" }, text);
  link.href = address;
  return link;
}

export function explainButton(app, message, position) {
  return make("button", {
    type: "button", class: "quiet",
    click: () => app.explain(`${message.kind} ${message.domain}.${message.code}`, position),
  }, "explain");
}
