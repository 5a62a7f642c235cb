// Who would handle a message, and why.

import { commandLine } from "./command.js";
import { add, andMore, counted, make, messageChip, messageName, nearReasons, readMessage, reasons, shown } from "./words.js";

// Messages offered for completion.
const mostOffered = 2_000;

const outcomes = {
  handled: "is handled", uncaught: "is uncaught: it ends in the root session, which is told",
  unhandled: "is handled by no model", delivered: "is delivered", unheard: "is heard by no model",
};

export function routeView(app, position) {
  const input = make("input", {
    id: "message", list: "messages", autocomplete: "off", spellcheck: "false",
    placeholder: "error NetworkErrors.101",
  });
  input.value = shown(app.place.message);
  const known = app.tree.knownMessages();
  const options = known.slice(0, mostOffered).map((message) => {
    const label = message.label ? ` (${message.label})` : "";
    return make("option", { value: `${message.kind} ${messageName(message)}${label}` });
  });
  const result = make("div", { class: "result", role: "status" });
  const acts = app.about.live && app.place.at === null;
  const value = acts ? valueField(app) : null;
  const form = make("form", {
    class: "question",
    submit: (event) => {
      event.preventDefault();
      app.explain(typedMessage(app, input.value), app.chosen);
    },
  },
  make("label", { for: "message" }, "Message"), input,
  make("datalist", { id: "messages" }, options),
  make("span", {}, "raised at ", app.modelButton(position)),
  make("button", { type: "submit" }, "Explain"),
  value?.field, acts ? raiseButton(app, input, position, value) : null);
  input.addEventListener("change", () => form.requestSubmit());
  if (app.place.message) explainInto(app, result, position, value);
  else {
    add(result, make("p", { class: "empty" }, known.length
      ? "Choose a message, and in the tree the model that raises it."
      : "This tree declares, handles and raises no messages; type one as “error Domain.code”."));
  }
  return [make("h2", {}, "Explain a message"), form, result];
}

// What was typed or chosen. A name that is shown with escapes stands for the name itself.
function typedMessage(app, text) {
  if (text === shown(app.place.message)) return app.place.message;
  for (const message of app.tree.knownMessages()) {
    const name = `${message.kind} ${messageName(message)}`;
    const label = message.label ? ` (${message.label})` : "";
    if ([shown(name), shown(name + label)].includes(text.trim())) return name;
  }
  return text;
}

// The field for the value that a raised message carries, shown where it carries one. What was typed for a
// message stays there when the tree changes meanwhile.
function valueField(app) {
  const input = make("input", { id: "value", autocomplete: "off", spellcheck: "false" });
  if (app.typedValue?.message === app.place.message) input.value = app.typedValue.text;
  input.addEventListener("input", () => {
    app.typedValue = { message: app.place.message, text: input.value };
  });
  const field = make("span", { class: "value", hidden: true },
    make("label", { for: "value" }, "Value (JSON)"), input);
  return {
    field,
    get text() { return field.hidden ? "" : input.value.trim(); },
    show({ payload, keys }) {
      field.hidden = payload === undefined;
      const first = (keys ?? []).filter((key) => !/[.[\]]/.test(key)).slice(0, 4);
      input.placeholder = shown(first.length
        ? `{${first.map((key) => `${JSON.stringify(key)}: …`).join(", ")}}` : payload ?? "");
    },
  };
}

async function explainInto(app, result, position, value) {
  const message = readMessage(app.place.message);
  if (!message) {
    add(result, make("p", { class: "failed" },
      "Write a kind and a name: error, bubble or event, then Domain.code or a label."));
    return;
  }
  const id = app.tree.id(position);
  const words = ["trace", "--json", `--from=#${id}`, "--", message.kind, message.name];
  const line = commandLine([...app.command("trace"), message.kind, message.name, "--from", `#${id}`]);
  add(result, make("p", { class: "loading" }, "asking…"));
  try {
    const reply = await app.ask(words);
    if (!result.isConnected) return;
    app.tree_.follow(marksOf(app, reply.answer));
    value?.show(reply.answer);
    result.replaceChildren(
      ...notesOf(reply), ...explanation(app, reply.answer), elsewhere(app, reply.answer.message), line);
  } catch (error) {
    result.replaceChildren(make("p", { class: "failed" }, error.message), line);
  }
}

export function notesOf(reply) {
  return reply.notes.map((note) => make("p", { class: "note" }, note));
}

// The rows of the tree that a message passes.
function marksOf(app, answer) {
  const route = new Map();
  const mark = (id, role, text) => {
    const position = app.tree.position(id);
    if (position < 0) return;
    const known = route.get(position);
    route.set(position, { role, text: known ? `${known.text} · ${text}` : text });
  };
  mark(answer.from, "raiser", "raised here");
  for (const [index, hop] of (answer.hops ?? []).entries()) {
    if (hop.verdict === "handled") mark(hop.node, "handler", index ? `${index} · handled here` : "handled here");
    else if (index === answer.hops.length - 1) mark(hop.node, "end", "ends here");
    else if (index) mark(hop.node, "passed", `${index} · passed`);
  }
  for (const [index, id] of (answer.receivers ?? []).slice(0, 500).entries()) {
    mark(id, "handler", `receives it, ${index + 1}`);
  }
  return route;
}

// The subscription that took or nearly took a message, to name its place.
function subscription(app, position, message) {
  let domain = null;
  for (const each of app.tree.records("handles", position)) {
    if (each.kind !== message.kind || each.domain !== message.domain) continue;
    if (each.code === message.code) return each;
    if (each.code === null) domain = each;
  }
  return domain;
}

function explanation(app, answer) {
  const { message } = answer;
  const label = app.tree.labelOf(message);
  const named = messageChip({ ...message, label }, "strong");
  const from = app.modelByID(answer.from);
  const parts = [];
  const head = make("p", { class: "outcome" }, named, " raised at ", from, " ", outcomes[answer.outcome]);
  if (answer.handler !== undefined) add(head, " by ", app.modelByID(answer.handler));
  if (answer.receivers) {
    add(head, answer.receivers.length ? ` to ${counted(answer.receivers.length, "model")}` : "");
  }
  parts.push(head);
  if (answer.payload !== undefined) parts.push(make("p", { class: "note" }, payloadWords(answer)));
  if (answer.hops) {
    parts.push(make("ol", { class: "hops", start: 0 }, answer.hops.map((hop) => {
      const position = app.tree.position(hop.node);
      const taken = hop.verdict === "handled" ? subscription(app, position, message) : null;
      return make("li", { class: hop.verdict }, app.modelByID(hop.node), " ",
        make("b", {}, hop.verdict), " ", reasons[hop.reason] ?? hop.reason,
        taken?.source ? [" at ", app.sourcePlace(taken.source)] : null);
    })));
  }
  if (answer.receivers?.length) {
    parts.push(make("ol", { class: "hops" }, answer.receivers.slice(0, 200).map((id) => {
      const taken = subscription(app, app.tree.position(id), message);
      return make("li", { class: "handled" }, app.modelByID(id), " ",
        taken?.code === null ? reasons.domain : reasons.code,
        taken?.source ? [" at ", app.sourcePlace(taken.source)] : null);
    })));
    const more = answer.receivers.length - 200;
    if (more > 0) parts.push(make("p", { class: "note" }, andMore(more)));
  }
  if (answer.near?.length) {
    parts.push(make("h3", {}, "Near misses"), make("ul", {}, answer.near.slice(0, 50).map((near) =>
      make("li", {}, app.modelByID(near.node), ": ", nearReasons[near.why] ?? near.why, " ",
        messageChip({ kind: near.kind, domain: near.domain, code: near.code ?? null }),
        near.source ? [" at ", app.sourcePlace(near.source)] : null))));
  }
  return parts;
}

const mostKeys = 12;

// The value that a message carries; without its type where the message is the value.
function payloadWords({ message, payload, keys = [] }) {
  const type = payload === messageName(message) ? "" : ` of type ${payload}`;
  const more = keys.length - mostKeys;
  const rest = more > 0 ? `, and ${counted(more, "more key")}` : "";
  return `it carries a value${type}${keys.length ? ` with ${keys.slice(0, mostKeys).join(", ")}${rest}` : ""}`;
}

// Others beyond are named by their number.
const mostOthers = 200;

// What becomes of the message where other models raise it.
function elsewhere(app, message) {
  const body = make("div", {});
  const details = make("details", {
    toggle: async () => {
      if (!details.open || body.hasChildNodes()) return;
      add(body, make("p", { class: "loading" }, "asking…"));
      const name = `${message.domain}.${message.code}`;
      const line = commandLine([...app.command("routes"), "--message", message.kind, name]);
      try {
        // An exported page has the answer for all messages alone.
        const reply = await app.ask(["routes", "--json", "--message", message.kind, name])
          .catch(() => app.ask(["routes", "--json", "--limit=500"]));
        const found = reply.answer.messages.find((each) => each.message.kind === message.kind
          && each.message.domain === message.domain && each.message.code === message.code);
        const handled = found?.handled ?? [];
        const rows = handled.slice(0, mostOthers).map((each) => make("li", {}, app.modelByID(each.handler),
          ` from ${counted(each.from, "model")}`));
        if (handled.length > mostOthers) rows.push(make("li", { class: "note" }, andMore(handled.length - mostOthers)));
        if (found?.uncaught) rows.push(make("li", {}, `no model, from ${counted(found.uncaught, "model")}`));
        body.replaceChildren(rows.length ? make("ul", {}, rows)
          : make("p", {}, "no model handles it from anywhere"), line);
      } catch (error) {
        body.replaceChildren(make("p", { class: "failed" }, error.message), line);
      }
    },
  }, make("summary", {}, "Who else would handle it"), body);
  return details;
}

function raiseButton(app, input, position, value) {
  return make("button", {
    type: "button", class: "danger",
    click: () => {
      const message = readMessage(typedMessage(app, input.value));
      if (!message) return;
      const json = value.text;
      const close = () => dialog.remove();
      const dialog = make("dialog", { close },
        make("h2", {}, "Raise it in the running app?"),
        make("p", {}, `Its handlers run: ${message.kind} ${message.name}, raised at ${app.tree.type(position)}.`),
        json ? make("p", {}, "It carries ", make("code", {}, json), ".") : null,
        make("button", { type: "button", click: () => dialog.close() }, "Cancel"),
        make("button", {
          type: "button", class: "danger",
          click: () => { dialog.close(); raise(app, message, position, json); },
        }, "Raise"));
      document.body.append(dialog);
      dialog.showModal();
    },
  }, "Raise…");
}

async function raise(app, message, position, json) {
  const id = app.tree.id(position);
  const result = document.querySelector(".result");
  try {
    const before = app.journal?.last ?? 0;
    const words = ["raise", `--from=#${id}`, ...(json ? [`--with=${json}`] : []), "--", message.kind, message.name];
    const reply = await app.ask(words, { confirmed: true });
    result.replaceChildren(...notesOf(reply), make("h3", {}, "What came of it"),
      app.about.journal ? make("p", {}, make("button", { type: "button", click: () => app.showTest(before, id) }, "What it led to, in Time")) : "",
      make("pre", {}, ...String(reply.answer).split("\n").flatMap((line) => [line, document.createTextNode("\n")])));
  } catch (error) {
    result.replaceChildren(make("p", { class: "failed" }, error.message));
  }
}
