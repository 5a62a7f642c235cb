// All messages with where they end, and what is probably wrong.

import { commandLine } from "./command.js";
import { messageLink, modelByID, sourcePlace } from "./links.js";
import { renew } from "./renew.js";
import { Specs } from "./specs.js";
import { View } from "./view.js";
import { andMore, counted, make, notesOf } from "./words.js";

// Rows beyond are named by their number only, and not asked for.
const mostRows = 500;
const limitOption = `--limit=${mostRows}`;
// The command that lists what is probably wrong.
export const findingWords = ["lint", "--json", limitOption];

export class RoutesView extends View {
  constructor(app) {
    super(app);
    this.body = make("div", {});
    this.line = commandLine(app.command("routes"));
    this.only = make("input", { type: "checkbox", change: () => this.update() });
    this.choice = make("label", { class: "choice" }, this.only, "only what no model handles, from somewhere");
    this.elements = [make("h2", {}, "Messages"), this.choice, this.body, this.line];
  }

  update() {
    const { app } = this;
    const words = this.only.checked ? ["routes", "--uncaught"] : ["routes"];
    this.line.words = [...app.command("routes"), ...words.slice(1)];
    const contents = (reply, total) => [...notesOf(reply), ...routesTable(app, reply, words, total)];
    this.show(this.body, words.length, () => app.askOnce([...words, "--json", limitOption]), (reply) => {
      this.choice.hidden = !this.only.checked && !reply.answer.messages.length;
      if (reply.answer.messages.length === mostRows) {
        const { question } = this.body;
        app.askOnce([...words, "--json", "--count"]).then(({ answer }) => {
          if (this.body.question === question) renew(this.body, ...contents(reply, answer.count));
        }, () => { /* How many there are is not known. */ });
      }
      return contents(reply);
    });
  }
}

function routesTable(app, reply, words, total) {
  const { messages } = reply.answer;
  if (!messages.length) {
    return [make("p", { class: "empty" }, words.length > 1 ? "Each message is handled, from everywhere."
      : "This tree declares, handles and raises no messages.")];
  }
  // The roles stay where a narrow page shows the table in another way.
  const parts = [make("div", { class: "wide" }, make("table", { role: "table" },
    make("thead", {}, make("tr", {}, titles.map((title) => make("th", { scope: "col" }, title)))),
    make("tbody", { role: "rowgroup" }, messages.map((each) => routesRow(app, each)))))];
  if (messages.length === mostRows) {
    parts.push(make("p", { class: "note" }, total === undefined ? "and more" : andMore(total - mostRows)));
  }
  return parts;
}

const titles = ["Message", "Ends at, from so many models", "No model, from", "Known raisers"];

function routesRow(app, each) {
  const message = { ...each.message, code: each.message.code ?? null };
  const label = message.code ? app.tree.labelOf(message) : null;
  const name = messageLink(app, { ...message, label });
  const handled = each.handled.slice(0, 8).map((end) => make("div", {}, modelByID(app, end.handler), ` ${end.from.toLocaleString("en")}`));
  if (each.handled.length > 8) handled.push(make("div", { class: "note" }, andMore(each.handled.length - 8)));
  for (const shadow of each.shadowed.slice(0, 3)) {
    handled.push(make("div", { class: "note" }, modelByID(app, shadow.by), " hides ", modelByID(app, shadow.handler), ` from ${shadow.from.toLocaleString("en")}`));
  }
  const cell = (at, sort, content) => make("td", { role: "cell", class: sort, "data-title": titles[at] }, content);
  return make("tr", { role: "row" }, make("th", { scope: "row", role: "rowheader" }, name), cell(1, null, handled),
    cell(2, each.uncaught ? "warn number" : "number", each.uncaught.toLocaleString("en")),
    cell(3, "number", (each.raisers ?? 0).toLocaleString("en")));
}

export class FindingsView extends View {
  constructor(app) {
    super(app);
    this.lint = make("div", {});
    this.line = commandLine(app.command("lint"));
    this.specs = new Specs(this);
    this.elements = [make("h2", {}, "What is probably wrong"), this.lint, this.line, ...this.specs.elements.filter(Boolean)];
  }

  update() {
    const { app } = this;
    this.line.words = app.command("lint");
    this.show(this.lint, "lint", () => app.askOnce(findingWords),
      (reply) => [...notesOf(reply), ...lintList(app, reply)]);
    this.specs.update();
  }
}

function lintList(app, reply) {
  const { findings, new: count } = reply.answer;
  if (!findings.length) return [make("p", { class: "empty" }, "Nothing found.")];
  const items = findings.map((finding) => make("li", {},
    make("span", { class: `severity ${finding.severity}` }, finding.severity), " ",
    make("b", {}, finding.rule), " at ", finding.id === undefined ? finding.path : modelByID(app, finding.id, finding.path),
    make("p", {}, finding.reason), finding.remedy ? make("p", { class: "note" }, finding.remedy) : null,
    finding.source ? sourcePlace(app, finding.source) : null,
    (finding.related ?? []).map((each) => make("p", { class: "note" }, `${each.what}: `,
      each.id === undefined ? each.path : modelByID(app, each.id, each.path), " ", each.source ? sourcePlace(app, each.source) : null))));
  const rest = andMore(count - items.length);
  return [make("p", {}, counted(count, "finding")), make("ul", { class: "findings" }, items),
    ...(rest ? [make("p", { class: "note" }, rest)] : [])];
}
