// Text that is safe to show, elements, and what facts are called.

// Joiners inside emoji and Persian words stay, as does what chooses the look of an emoji.
const emoji = "(?:(?![\\0-\\x7f])\\p{Emoji})";
const letter = "(?:[\\u0620-\\u06d3\\u0750-\\u077f\\u08a0-\\u08c7\\u0900-\\u0dff](?<=\\p{Alphabetic}|\\p{Mn}))";
const writing = [
  `(?<=${emoji})\\ufe0f`, `(?<=${emoji}\\ufe0f?)\\u200d(?=${emoji})`, `(?<=${letter})[\\u200c\\u200d](?=${letter})`,
].join("|");
const unsafe = new RegExp(`(?!${writing})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Cn}\\p{DI}]`, "gu");

// Text that came from outside: what could act on a reader or on the layout is written out.
export function shown(text) {
  return String(text).replace(unsafe, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

// An id, which goes to 2^63 - 1: a number where JavaScript has it exactly, else its digits.
export function idOf(digits) {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits).toString();
}

// JSON with all its ids.
export function parsed(text) {
  const isInteger = (source) => /^\d+$/.test(source);
  return /\d{16}/.test(text) ? JSON.parse(text, (_, value, context) =>
    typeof value === "number" && isInteger(context?.source) ? idOf(context.source) : value) : JSON.parse(text);
}

export const byID = (id) => document.getElementById(id);

export function onClick(id, act) { byID(id).addEventListener("click", act); }

// Makes an element: a name with classes, as `p.note`, attributes and acts, and contents. Strings become text.
export function make(name, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  if (tag === "button") element.type = "button";
  if (tag === "input") Object.assign(element, { autocomplete: "off", spellcheck: false });
  const attributes = children[0]?.constructor === Object ? children.shift() : {};
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") {
      (element.acts ??= {})[key] = value;
      element.addEventListener(key, act);
    }
    else element.setAttribute(key, value === true ? "" : shown(value));
  }
  add(element, ...children);
  return element;
}

// Does what an element does at an event: what that is may be replaced while the element stays. No form is sent.
export function act(event) {
  if (event.type === "submit") event.preventDefault();
  return event.currentTarget.acts?.[event.type]?.(event);
}

// Adds to an element, in lists or not, what is there.
export function add(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child || child === 0) element.append(child instanceof Node ? child : shown(child));
  }
  return element;
}

// Whether a key is pressed that belongs to the browser.
export function isShortcut(event) { return event.ctrlKey || event.metaKey || event.altKey; }

// Shows a dialog, which is gone once it is closed.
export function openDialog(attributes, ...contents) {
  const dialog = make("dialog", { close: () => dialog.remove(), ...attributes }, contents);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function closeButton(words = "Close") {
  return make("button", { click: (event) => event.currentTarget.closest("dialog").close() }, words);
}

export function notesOf(reply) { return reply.notes.map((note) => make("p.note", note)); }

export function grouped(count) { return count.toLocaleString("en"); }

export function counted(count, noun) { return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`; }

// What is left out of a list; nothing where that is none.
export function andMore(count) { return count > 0 ? `and ${grouped(count)} more` : ""; }

// So many of a list as elements, and how many more there are.
export function firstOf(list, most, element, tag) {
  return [list.slice(0, most).map(element), list.length > most && make(`${tag}.note`, andMore(list.length - most))];
}

// What is said while something is asked for; of a large tree, that it takes its time.
export function waitingWords(app, words) {
  return app.tree.count < 50_000 ? words : `${words} In a tree of this size, this takes a few seconds.`;
}

export const kinds = ["error", "bubble", "event"];
export const marks = { error: "▲", bubble: "△", event: "▼" };

export function messageName(message) { return `${message.domain}.${message.code ?? "*"}`; }

// A message as a person types it.
export function messageWords(message) { return `${message.kind} ${messageName(message)}`; }

// The same with its label, for reading only.
export function labeled(message) { return messageWords(message) + (message.label ? ` (${message.label})` : ""); }

export function isSameMessage(one, other) {
  return one.kind === other.kind && one.domain === other.domain && one.code === other.code;
}

// A message with its mark, its color and its words; only together do they tell the kind.
export function messageChip(message, tag = "span") {
  return make(tag, { class: `chip ${message.kind}` },
    make("span", { "aria-hidden": "true" }, marks[message.kind]),
    make("span.hidden", `${message.kind} `),
    messageName(message),
    message.label ? make("small", ` ${message.label}`) : null);
}

export const reasons = {
  "code": "registered for this code",
  "domain": "registered for the whole domain",
  "no-handlers": "nothing registered for this kind",
  "other-codes": "registered for other codes of the domain only",
  "other-payload": "registered for it with a payload of another type",
  "other-domains": "registered for other domains only",
};

export const nearReasons = {
  "further": "registered for it too, but another model handles it first",
  "elsewhere": "registered for it, but not on the way",
  "other-payload": "registered for it with a payload of another type",
  "other-code": "on the way, but registered for another code",
  "other-kind": "registered for the name as another kind",
  "ended": "was registered for it, and no longer is",
  "detached": "was registered for it, and no longer is",
  "later": "registers for it later",
};

// A word as a shell takes it; what acts on a terminal is written as an escape.
export function shellWord(word) {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (word.search(unsafe) < 0) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = word.replace(/[\\']/g, "\\$&").replace(unsafe, (c) => {
    const digits = c.codePointAt(0).toString(16);
    return `\\U${digits.padStart(8, "0")}`;
  });
  return `$'${escaped}'`;
}

export function readMessage(text) {
  const match = /^\s*(error|bubble|event)\s+(\S.*?)\s*$/.exec(text);
  if (!match) return null;
  return { kind: match[1], name: match[2].replace(/ \(.*\)$/, "") };
}
