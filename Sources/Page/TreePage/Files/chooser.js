// What is reached by typing: models, messages, views and acts; and the list of keys.

import { actionEntries } from "./actions.js";
import { pathOf } from "./columns.js";
import { renew } from "./renew.js";
import { byID, closeButton, make, messageChip, messageName, messageWords, openDialog } from "./words.js";

const mostEntries = 8;

const keys = [
  ["/", "search models"], ["Ctrl+K", "go to a model, a message, a view; or act, also in the app"], ["?", "this list"],
  ["↑ ↓ ← →", "in the tree: to the next row, close and open; in tabs and bars: to the next"],
  ["Shift+→  *", "in the tree: open all below; open all siblings"], ["letters", "in the tree: to the next row that begins so"],
  ["Enter  Shift+Enter", "in the search: to the next match, to the one before"],
  ["+  −  0", "in the diagram and on the moment of the timeline: zoom in, out, show all"],
  ["↑ ↓ ← →", "in the lanes of two runs: to the next record, to the other lane"],
  ["← →  Page Up  Page Down", "on the moment: to the next record, twenty further"],
];

// What a text must be found in, and how well it is: at the beginning, at a word's, anywhere.
function rank(name, text) {
  const at = name.toLowerCase().indexOf(text);
  return at < 0 ? Infinity : at === 0 ? 0 : /[A-Z._ ]/.test(name[at]) || /[._ ]/.test(name[at - 1]) ? 1 : 2;
}

function best(entries, text) {
  const rankOf = ({ name, label }) => Math.min(rank(name, text), rank(label ?? "", text));
  return entries.map((entry) => [rankOf(entry), entry]).filter(([place]) => place < Infinity)
    .sort((one, other) => one[0] - other[0]).slice(0, mostEntries).map(([, entry]) => entry);
}

// The models whose names a text is found in, without making an entry for each.
function modelsFor(app, text) {
  const { tree } = app;
  const ranks = new Map();
  const found = [[], [], []];
  for (let position = 0; position < tree.count && found[0].length < mostEntries; position++) {
    const type = tree.types[position];
    if (!ranks.has(type)) ranks.set(type, rank(tree.type(position), text));
    const place = Math.min(ranks.get(type), rank(tree.label(position) ?? "", text));
    if (place < Infinity && found[place].length < mostEntries) found[place].push(position);
  }
  return found.flat().slice(0, mostEntries).map((position) => ({
    name: tree.type(position), words: tree.quoted(position), sort: "model",
    note: pathOf(tree, position), act: () => app.choose(position, true),
  }));
}

export function openChooser(app, acts) {
  const before = byID("chooser");
  if (before?.open) return;
  // One that was closed is about to go.
  before?.remove();
  let entries = [];
  let at = 0;
  const input = make("input", {
    type: "search", role: "combobox", "aria-expanded": "true", "aria-controls": "choices", "aria-label": "Go to",
    placeholder: "A model, a message, a view, an act, an action of the app",
    input: () => { at = 0; show(); },
    keydown: (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by && entries.length) {
        at = (at + by + entries.length) % entries.length;
        show();
      } else if (event.key === "Enter") take(entries[at]);
      else return;
      event.preventDefault();
    },
  });
  let actions = [];
  const list = make("ul", { id: "choices", role: "listbox", "aria-label": "Entries" });
  const take = (entry) => {
    dialog.close();
    entry?.act();
  };
  const messages = app.tree.knownMessages().map((message) => ({
    name: messageName(message), label: message.label, sort: "message", message,
    act: () => app.explain(messageWords(message)),
  }));
  const show = () => {
    const text = input.value.trim().toLowerCase();
    const named = text ? [...modelsFor(app, text), ...best(messages, text)] : [];
    entries = [...named, ...best(acts, text), ...best(actions, text)];
    renew(list, entries.map((entry, index) => make("li", {
      role: "option", id: `choice-${index}`, "aria-selected": String(index === at), click: () => take(entry),
    }, make("span.note", entry.sort), entry.message ? messageChip(entry.message) : make("b", entry.name),
    entry.words, entry.note && make("span.note.path", entry.note))));
    if (entries.length) input.setAttribute("aria-activedescendant", `choice-${at}`);
    else input.removeAttribute("aria-activedescendant");
    byID(`choice-${at}`)?.scrollIntoView({ block: "nearest" });
  };
  const dialog = openDialog({
    id: "chooser", "aria-label": "Go to", click: (event) => { if (event.target === dialog) dialog.close(); },
  }, input, list);
  show();
  // The app tells its actions after a moment.
  actionEntries(app).then((found) => {
    actions = found;
    if (found.length && dialog.isConnected) show();
  });
}

export function openKeys() {
  openDialog({ "aria-label": "Keys" }, make("h2", "Keys"),
    make("dl.facts", keys.map(([key, words]) => [make("dt", make("kbd", key)), make("dd", words)])), closeButton());
}
