// All messages with where they end.

import { commandLine } from "./command.js";
import { messageLink, modelByID } from "./links.js";
import { renew } from "./renew.js";
import { View } from "./view.js";
import { andMore, firstOf, grouped, make, messageWords, notesOf } from "./words.js";

// Rows beyond are named by their number only, and not asked for.
const mostRows = 500;
const limitOption = `--limit=${mostRows}`;

// A list that is narrowed while a text is typed.
export class FilteredView extends View {
  constructor(app, title) {
    super(app);
    this.body = make("div");
    this.line = commandLine([]);
    this.filter = make("input.filter", {
      type: "text", placeholder: title, "aria-label": title, input: () => this.fill(),
    });
  }

  // Shows what the filter leaves of an answer.
  fill() { if (this.reply) renew(this.body, this.contents()); }

  contents() { return [notesOf(this.reply), this.list(this.filter.value.trim().toLowerCase())]; }
}

export class RoutesView extends FilteredView {
  constructor(app) {
    super(app, "Filter messages");
    this.only = make("input", { type: "checkbox", change: () => this.update() });
    this.choice = make("label.choice", this.only, "only what no model handles, from somewhere");
    this.elements = [make("h2", "Messages"), make("div.filters", this.filter, this.choice), this.body, this.line];
  }

  update() {
    const { app } = this;
    const words = this.only.checked ? ["routes", "--uncaught"] : ["routes"];
    this.line.words = [...app.command("routes"), ...words.slice(1)];
    this.show(this.body, words.length, () => app.askOnce([...words, "--json", limitOption]), (reply) => {
      this.choice.hidden = !this.only.checked && !reply.answer.messages.length;
      Object.assign(this, { reply, total: undefined });
      if (reply.answer.messages.length === mostRows) {
        app.askOnce([...words, "--json", "--count"]).then(({ answer }) => {
          if (this.reply !== reply || this.isEnded) return;
          this.total = answer.count;
          this.fill();
        }, () => { /* How many there are is not known. */ });
      }
      return this.contents();
    });
  }

  list(text) {
    const { messages } = this.reply.answer;
    const more = this.total === undefined ? "and more" : andMore(this.total - mostRows);
    const rest = messages.length === mostRows && more;
    return [routesTable(this.app, messages, this.only.checked, text), rest && make("p.note", rest)];
  }
}

// What stands in a list, as text to look in.
function holds(app, each, text) {
  if (!text) return true;
  const { message } = each;
  const types = each.handled.map(({ handler }) => app.tree.type(Math.max(0, app.tree.position(handler))));
  return [messageWords(message), labelIn(app, message), ...types].some((name) => name?.toLowerCase().includes(text));
}

function labelIn(app, message) { return message.code ? app.tree.labelOf(message) : null; }

// How wrong it is that a message ends where it ends.
function wrongness({ uncaught, raisers, shadowed }) {
  return uncaught && raisers ? 3 : uncaught ? 2 : shadowed.length ? 1 : 0;
}

// The messages with what is wrong first.
function routesTable(app, messages, isUncaught, text) {
  if (!messages.length) {
    return make("p.empty", isUncaught ? "Each message is handled, from everywhere."
      : "This tree declares, handles and raises no messages.");
  }
  const found = messages.filter((each) => holds(app, each, text)).sort((one, other) =>
    wrongness(other) - wrongness(one) || other.uncaught - one.uncaught);
  if (!found.length) return make("p.empty", "No such message.");
  // The roles stay where a narrow page shows the table in another way.
  return make("div.wide", make("table", { role: "table" },
    make("thead", make("tr", titles.map((title, at) => make("th", { scope: "col", class: at > 1 && "number" }, title)))),
    make("tbody", { role: "rowgroup" }, found.map((each) => routesRow(app, each)))));
}

const titles = ["Message", "Handled by, and from how many models", "Not handled, from how many models", "Models that raise it"];

function routesRow(app, each) {
  const { message } = each;
  const name = messageLink(app, { ...message, label: labelIn(app, message) });
  const handled = [
    firstOf(each.handled, 8, (end) => make("div", modelByID(app, end.handler), ` ${grouped(end.from)}`), "div"),
    each.shadowed.slice(0, 3).map((shadow) => make("div.note", modelByID(app, shadow.by), " hides ",
      modelByID(app, shadow.handler), ` from ${grouped(shadow.from)}`)),
  ];
  const cell = (at, sort, content) => make("td", { role: "cell", class: sort, "data-title": titles[at] }, content);
  const row = make("tr", { role: "row" }, make("th", { scope: "row", role: "rowheader" }, name), cell(1, null, handled),
    cell(2, each.uncaught ? "warn number" : "number", grouped(each.uncaught)),
    cell(3, "number", grouped(each.raisers ?? 0)));
  row.key = `${message.kind} ${message.domain}.${message.code}`;
  return row;
}
