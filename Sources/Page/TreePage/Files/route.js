// Who would handle a message, and why.

import { commandLine } from "./command.js";
import { atSource, messageLink, modelButton, modelByID } from "./links.js";
import { nearWords } from "./near.js";
import { renew } from "./renew.js";
import { listed } from "./rows.js";
import { View } from "./view.js";
import { duration } from "./sentences.js";
import { counted, firstOf, grouped, isSameMessage, labeled, make, messageChip, messageName, messageWords } from "./words.js";
import { closeButton, notesOf, openDialog, readMessage, reasons, shown } from "./words.js";

const mostOffered = 2_000;

const outcomes = {
  handled: "is handled", uncaught: "is uncaught: it is reported to the root session",
  unhandled: "is handled by no model", delivered: "is delivered", unheard: "is heard by no model",
};
// Others beyond are named by their number.
const mostOthers = 200;

// The form stays as it is while a person types; what it leads to stands below it.
export class RouteView extends View {
  constructor(app) {
    super(app);
    this.input = make("input", {
      id: "message", list: "messages",
      placeholder: "error NetworkErrors.101", change: () => this.form.requestSubmit(),
    });
    this.known = make("datalist", { id: "messages" });
    this.raiser = make("span");
    this.raiseButton = make("button.danger", { click: () => this.confirm() }, "Raise…");
    this.value = make("input", { id: "value" });
    this.valueField = make("span.value", { hidden: true },
      make("label", { for: "value" }, "Value (JSON)"), this.value);
    const explain = () => {
      renew(this.raised);
      app.explain(typedMessage(app, this.input.value));
    };
    this.form = make("form.question", { submit: explain },
      make("label", { for: "message" }, "Message"), this.input, this.known, this.raiser,
      make("button", { type: "submit" }, "Explain"), this.valueField, this.raiseButton);
    this.raised = make("div.raised.view", { role: "status" });
    this.result = make("div.result", { role: "status" });
    this.others = make("div");
    this.elsewhere = make("details", { hidden: true, toggle: () => this.showElsewhere() },
      make("summary", "Who else would handle it"), this.others);
    this.line = commandLine([]);
    this.elements = [make("h2", "Explain a message"), this.form, this.raised, this.result, this.elsewhere, this.line];
  }

  update() {
    const { app } = this;
    const { message } = app.place;
    const known = app.tree.knownMessages();
    renew(this.known, known.slice(0, mostOffered).map((each) => make("option", { value: labeled(each) })));
    renew(this.raiser, "raised at ", modelButton(app, app.chosen));
    this.raiseButton.hidden = !app.about.live || app.place.at !== null;
    // What is typed stays, unless another message is looked at.
    if (this.message !== message) {
      this.input.value = shown(message);
      this.value.value = "";
      this.valueField.hidden = true;
      renew(this.raised);
    }
    this.message = message;
    // What came of a raise stays until another model or message is explained, and stands for its route.
    const { raisedAt } = this;
    const isThere = raisedAt && app.tree.tree === raisedAt.tree && app.tree.position(raisedAt.id) >= 0;
    if (isThere && app.tree.id(app.chosen) !== raisedAt.id) renew(this.raised);
    this.result.hidden = this.raised.querySelector(".outcome") !== null;
    this.explain(known);
  }

  explain(known) {
    const { app } = this;
    const message = readMessage(this.message);
    this.elsewhere.hidden = this.line.hidden = !message;
    if (!message) {
      return this.showOther(this.result, this.message
        ? [make("p.failed", "Write a kind and a name: error, bubble or event, then Domain.code or a label."),
          offered(app, namesakes(known, this.message))]
        : [make("p.empty", known.length
          ? "Choose a message, and in the tree the model that raises it."
          : "This tree declares, handles and raises no messages; type one as “error Domain.code”."),
        offered(app, known)]);
    }
    const id = app.tree.id(app.chosen);
    this.line.words = [...app.command("trace"), message.kind, message.name, "--from", `#${id}`];
    this.show(this.result, `${message.kind} ${message.name} ${id}`, () => app.askOnce(traceWords(message, id)), (reply) => {
      this.answered = reply.answer.message;
      this.showElsewhere();
      this.showValue(reply.answer);
      return [notesOf(reply), explanation(app, reply.answer)];
    });
  }

  // The field for the value that a raised message carries, where it carries one.
  showValue(answer) {
    this.valueField.hidden = this.raiseButton.hidden || answer.payload === undefined;
    this.value.placeholder = `${shown(answer.payload ?? "a value")} as JSON`;
  }

  // What becomes of the message where other models raise it.
  showElsewhere() {
    const { app, answered: message } = this;
    if (!this.elsewhere.open || !message) return;
    const name = messageName(message);
    const line = commandLine([...app.command("routes"), "--message", message.kind, name]);
    // An exported page has the answer for all messages alone.
    const ask = () => app.askOnce(["routes", "--json", "--message", message.kind, name])
      .catch(() => app.askOnce(["routes", "--json", "--limit=500"]));
    this.show(this.others, `${message.kind} ${name}`, ask, (reply) => [elsewhere(app, message, reply.answer), line]);
  }

  confirm() {
    const { app } = this;
    const message = readMessage(typedMessage(app, this.input.value));
    if (!message) return;
    const id = app.tree.id(app.chosen);
    const json = this.valueField.hidden ? "" : this.value.value.trim();
    const dialog = openDialog({}, make("h2", "Raise it in the running app?"),
      make("p", `Its handlers run: ${message.kind} ${message.name}, raised at ${app.tree.type(app.chosen)}.`),
      json && make("p", "It carries ", make("code", json), "."), closeButton("Cancel"),
      make("button.danger", {
        click: () => { dialog.close(); this.raise(message, id, json); },
      }, "Raise"));
  }

  async raise(message, id, json) {
    const { app } = this;
    // What the handlers remove has its name in the tree as it was.
    const before = app.tree;
    this.raisedAt = { id, tree: before.tree };
    try {
      const words = ["raise", "--json", `--from=#${id}`, ...(json ? [`--with=${json}`] : []), "--", message.kind, message.name];
      const reply = await app.ask(words, { confirmed: true });
      const { answer } = reply;
      const first = answer.records?.[0]?.seq;
      renew(this.raised, notesOf(reply), make("h3", "What came of it"),
        first !== undefined && make("p", make("button", { click: () => app.showRecord(first) }, "What it led to, in Time")),
        explanation(app, answer, (id) => namedAsIn(app, before, id)), consequences(app, before, answer));
      // The message may be known by its full name only, once its handlers have replaced the tree.
      this.message = messageWords(answer.message);
      this.input.value = shown(this.message);
      app.go({ message: this.message }, false);
    } catch (error) {
      renew(this.raised, make("p.failed", error.message));
    }
  }
}

// A model that a tree had, which may be gone.
function namedAsIn(app, before, id) {
  const position = before.position(id);
  const words = position < 0 ? undefined : [before.type(position), before.quoted(position)].filter(Boolean).join(" ");
  return modelByID(app, id, words);
}

// What the handlers of a raised message did: how long each took, what it raised, and what changed in the tree.
function consequences(app, before, { handlers = [], changes = { replaced: false } }) {
  const named = (id) => namedAsIn(app, before, id);
  const item = ({ node, milliseconds, raised }) => make("li", named(node), ` took ${duration(milliseconds * 1e6)}`,
    raised.length > 0 && make("ul", raised.map((each) => make("li", "and raised ", messageLink(app, each.message),
      " at ", named(each.from), ` ${outcomes[each.outcome]}`, each.handlers.length > 0 && make("ul", each.handlers.map(item))))));
  const { replaced, ...sorts } = changes;
  const all = Object.entries(sorts).filter(([, ids]) => ids.length);
  return [
    handlers.length > 0 && make("ul", handlers.map(item)),
    make("p", replaced ? "The session was replaced or closed." : !all.length && "Nothing changed in the tree."),
    all.map(([sort, ids]) => [make("h4", { class: sort }, `${changeMarks[sort]} ${sort} (${grouped(ids.length)})`),
      make("ul", { class: `difference ${sort}` }, firstOf(ids, mostOthers, (id) => make("li", named(id)), "li"))]),
  ];
}

const changeMarks = { removed: "−", added: "+", changed: "~" };

export function traceWords(message, id) {
  return ["trace", "--json", `--from=#${id}`, "--", message.kind, message.name];
}

// What was typed or chosen. A name that is shown with escapes stands for the name itself.
function typedMessage(app, text) {
  if (text === shown(app.place.message)) return app.place.message;
  const known = app.tree.knownMessages().find((each) =>
    [shown(messageWords(each)), shown(labeled(each))].includes(text.trim()));
  if (known || readMessage(text)) return known ? messageWords(known) : text;
  const named = namesakes(app.tree.knownMessages(), text);
  return named.length === 1 ? messageWords(named[0]) : text;
}

// The messages that a name without a kind may stand for: by code, by label, with a domain or without.
function namesakes(known, text) {
  const name = text.trim();
  return known.filter((each) => each.code
    && [messageName(each), each.code, each.label, each.label && `${each.domain}.${each.label}`].includes(name));
}

function offered(app, messages) {
  const item = (message) => make("li", messageLink(app, message));
  return messages.length > 0 && make("ul.offered", firstOf(messages, mostOthers, item, "li"));
}

// The rows of the tree that a message passes.
export function marksOf(app, answer) {
  const route = new Map();
  // An uncaught or unhandled message is red all the way.
  const isLost = ["uncaught", "unhandled", "unheard"].includes(answer.outcome);
  const mark = (id, sort, text) => {
    const role = isLost ? `${sort} lost` : sort;
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
  const near = Array.from(app.tree.records("handles", position)).filter(({ kind, domain }) =>
    kind === message.kind && domain === message.domain);
  return near.find(({ code }) => code === message.code) ?? near.findLast(({ code }) => code === null);
}

function explanation(app, answer, modelOf = (id) => modelByID(app, id)) {
  const { message } = answer;
  const label = app.tree.labelOf(message);
  const named = messageChip({ ...message, label }, "strong");
  const from = modelOf(answer.from);
  const { handler, hops, near, receivers = [] } = answer;
  const taken = (id) => subscription(app, app.tree.position(id), message);
  const passed = (hop) => make("li", { class: hop.verdict }, modelOf(hop.node), " ",
    make("b", hop.verdict), " ", reasons[hop.reason] ?? hop.reason,
    hop.verdict === "handled" && atSource(taken(hop.node)?.source));
  const received = (at) => {
    const subscribed = taken(receivers[at]);
    return [modelOf(receivers[at]), " ", subscribed?.code === null ? reasons.domain : reasons.code,
      atSource(subscribed?.source)];
  };
  return [
    make("p.outcome", named, " raised at ", from, " ", outcomes[answer.outcome],
      handler !== undefined && [" by ", modelOf(handler)],
      receivers.length > 0 && ` to ${counted(receivers.length, "model")}`),
    answer.payload !== undefined && make("p.note", payloadWords(answer)),
    hops && make("ol.hops", { start: 0 }, hops.map(passed)),
    receivers.length > 0 && listed("receivers", receivers.length, received, "ol.hops", "li.handled"),
    near?.length > 0 && [make("h3", "Near misses"), nearMisses(app, near)],
  ];
}

// Near misses: those that a record ended or began, those on the way, then the others. Those that are alike are one.
function nearMisses(app, near) {
  const groups = new Map();
  const rank = ({ why, record }) => record !== undefined ? 0 : nearOrder.indexOf(why) + 1 || nearOrder.length + 1;
  for (const each of Array.from(near).sort((one, other) => rank(one) - rank(other))) {
    const position = app.tree.position(each.node);
    const type = position < 0 ? each.node : app.tree.type(position);
    const key = [type, each.why, messageWords(each), each.source, each.record].join(" ");
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { each, count: 1 });
  }
  const item = ({ each, count }) => nearWords(app, each, count - 1);
  const found = Array.from(groups.values());
  return listed("near misses", found.length, (at) => item(found[at]));
}

const nearOrder = ["further", "other-payload", "ended", "other-code", "elsewhere", "other-kind"];

// The value that a message carries; without its type where the message is the value.
function payloadWords({ message, payload }) {
  return `it carries a value${payload === messageName(message) ? "" : ` of type ${payload}`}`;
}

function elsewhere(app, message, answer) {
  const { handled = [], uncaught } = answer.messages.find((each) => isSameMessage(each.message, message)) ?? {};
  if (!handled.length && !uncaught) return [make("p", "no model handles it from anywhere")];
  return [make("ul", firstOf(handled, mostOthers, (each) => make("li", modelByID(app, each.handler),
    ` from ${counted(each.from, "model")}`), "li"),
  uncaught ? make("li", `no model, from ${counted(uncaught, "model")}`) : null)];
}
