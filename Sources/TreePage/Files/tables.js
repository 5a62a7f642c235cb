// All messages with where they end, and what is probably wrong.

import { commandLine } from "./command.js";
import { notesOf } from "./route.js";
import { specParts } from "./specs.js";
import { counted, make, messageChip, messageName } from "./words.js";

// Rows beyond are named by their number only.
const mostRows = 500;

export function routesView(app) {
  const body = make("div", {}, make("p", { class: "loading" }, "asking…"));
  fill(body, () => app.ask(["routes", "--json"]), (reply) => routesTable(app, reply));
  return [make("h2", {}, "Messages"), body, commandLine(app.command("routes"))];
}

async function fill(body, ask, table) {
  try {
    const reply = await ask();
    body.replaceChildren(...notesOf(reply), ...table(reply));
  } catch (error) {
    body.replaceChildren(make("p", { class: "failed" }, error.message));
  }
}

function routesTable(app, reply) {
  const { messages } = reply.answer;
  if (!messages.length) {
    return [make("p", { class: "empty" }, "This tree declares, handles and raises no messages.")];
  }
  const rows = make("tbody", {});
  const only = make("input", { type: "checkbox", change: () => show() });
  const show = () => {
    const wanted = only.checked ? messages.filter((each) => each.uncaught) : messages;
    rows.replaceChildren(...wanted.slice(0, mostRows).map((each) => routesRow(app, each)));
    rest.textContent = wanted.length > mostRows ? `and ${wanted.length - mostRows} more` : "";
  };
  const rest = make("p", { class: "note" });
  show();
  return [
    make("label", { class: "choice" }, only, "only what no model handles, from somewhere"),
    make("div", { class: "wide" }, make("table", {},
      make("thead", {}, make("tr", {}, ["Message", "Ends at, from so many models", "No model, from", "Known raisers"]
        .map((title) => make("th", { scope: "col" }, title)))), rows)), rest];
}

function routesRow(app, each) {
  const message = { ...each.message, code: each.message.code ?? null };
  const label = message.code ? app.tree.labelOf(message) : null;
  const chip = messageChip({ ...message, label });
  const name = message.code ? make("button", {
    type: "button", class: "quiet",
    click: () => app.explain(`${message.kind} ${messageName(message)}`, app.chosen),
  }, chip) : chip;
  const handled = each.handled.slice(0, 8).map((end) => make("div", {}, app.modelByID(end.handler), ` ${end.from.toLocaleString("en")}`));
  if (each.handled.length > 8) handled.push(make("div", { class: "note" }, `and ${each.handled.length - 8} more`));
  for (const shadow of each.shadowed.slice(0, 3)) {
    handled.push(make("div", { class: "note" }, app.modelByID(shadow.by), " hides ", app.modelByID(shadow.handler), ` from ${shadow.from}`));
  }
  return make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, handled),
    make("td", { class: each.uncaught ? "warn number" : "number" }, each.uncaught.toLocaleString("en")),
    make("td", { class: "number" }, (each.raisers ?? 0).toLocaleString("en")));
}

export function findingsView(app) {
  const lint = make("div", {}, make("p", { class: "loading" }, "asking…"));
  fill(lint, () => app.ask(["lint", "--json"]), (reply) => lintList(app, reply));
  const parts = [make("h2", {}, "What is probably wrong"), lint, commandLine(app.command("lint"))];
  return [...parts, ...specParts(app)];
}

function lintList(app, reply) {
  const { findings } = reply.answer;
  if (!findings.length) return [make("p", { class: "empty" }, "Nothing found.")];
  const items = findings.slice(0, mostRows).map((finding) => make("li", {},
    make("span", { class: `severity ${finding.severity}` }, finding.severity), " ",
    make("b", {}, finding.rule), " at ", finding.id === undefined ? finding.path : app.modelByID(finding.id, finding.path),
    make("p", {}, finding.reason), finding.remedy ? make("p", { class: "note" }, finding.remedy) : null,
    finding.source ? app.sourcePlace(finding.source) : null,
    (finding.related ?? []).map((each) => make("p", { class: "note" }, `${each.what}: `,
      each.id === undefined ? each.path : app.modelByID(each.id, each.path), " ", each.source ? app.sourcePlace(each.source) : null))));
  const list = make("ul", { class: "findings" }, items);
  const more = findings.length - items.length;
  return [make("p", {}, counted(findings.length, "finding")), list,
    more > 0 ? make("p", { class: "note" }, `and ${more} more`) : ""].filter((each) => each !== "");
}
