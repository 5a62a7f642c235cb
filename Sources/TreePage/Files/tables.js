// All messages with where they end, and what is probably wrong.

import { commandLine } from "./command.js";
import { notesOf } from "./route.js";
import { specParts } from "./specs.js";
import { andMore, counted, make, messageChip, messageName, waitingWords } from "./words.js";

// Rows beyond are named by their number only, and not asked for.
const mostRows = 500;
const limitOption = `--limit=${mostRows}`;

export function routesView(app) {
  const body = make("div", {});
  const line = commandLine(app.command("routes"));
  const only = make("input", { type: "checkbox", change: () => show() });
  const choice = make("label", { class: "choice" }, only, "only what no model handles, from somewhere");
  const show = () => {
    const words = only.checked ? ["routes", "--uncaught"] : ["routes"];
    line.words = [...app.command("routes"), ...words.slice(1)];
    fill(app, body, () => app.ask([...words, "--json", limitOption]), (reply) => {
      choice.hidden = !only.checked && !reply.answer.messages.length;
      return routesTable(app, reply, words);
    });
  };
  show();
  return [make("h2", {}, "Messages"), choice, body, line];
}

async function fill(app, body, ask, table) {
  body.replaceChildren(make("p", { class: "loading" }, waitingWords(app, "asking…")));
  try {
    const reply = await ask();
    body.replaceChildren(...notesOf(reply), ...table(reply));
  } catch (error) {
    body.replaceChildren(make("p", { class: "failed" }, error.message));
  }
}

function routesTable(app, reply, words) {
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
    const rest = make("p", { class: "note" }, "and more");
    parts.push(rest);
    app.ask([...words, "--json", "--count"]).then(({ answer }) => {
      rest.textContent = andMore(answer.count - mostRows);
    }, () => { /* How many there are is not known. */ });
  }
  return parts;
}

const titles = ["Message", "Ends at, from so many models", "No model, from", "Known raisers"];

function routesRow(app, each) {
  const message = { ...each.message, code: each.message.code ?? null };
  const label = message.code ? app.tree.labelOf(message) : null;
  const chip = messageChip({ ...message, label });
  const name = message.code ? make("button", {
    type: "button", class: "quiet",
    click: () => app.explain(`${message.kind} ${messageName(message)}`, app.chosen),
  }, chip) : chip;
  const handled = each.handled.slice(0, 8).map((end) => make("div", {}, app.modelByID(end.handler), ` ${end.from.toLocaleString("en")}`));
  if (each.handled.length > 8) handled.push(make("div", { class: "note" }, andMore(each.handled.length - 8)));
  for (const shadow of each.shadowed.slice(0, 3)) {
    handled.push(make("div", { class: "note" }, app.modelByID(shadow.by), " hides ", app.modelByID(shadow.handler), ` from ${shadow.from.toLocaleString("en")}`));
  }
  const cell = (at, sort, content) => make("td", { role: "cell", class: sort, "data-title": titles[at] }, content);
  return make("tr", { role: "row" }, make("th", { scope: "row", role: "rowheader" }, name), cell(1, null, handled),
    cell(2, each.uncaught ? "warn number" : "number", each.uncaught.toLocaleString("en")),
    cell(3, "number", (each.raisers ?? 0).toLocaleString("en")));
}

export function findingsView(app) {
  const lint = make("div", {});
  fill(app, lint, () => app.ask(["lint", "--json", limitOption]), (reply) => lintList(app, reply));
  const parts = [make("h2", {}, "What is probably wrong"), lint, commandLine(app.command("lint"))];
  return [...parts, ...specParts(app)];
}

function lintList(app, reply) {
  const { findings, new: count } = reply.answer;
  if (!findings.length) return [make("p", { class: "empty" }, "Nothing found.")];
  const items = findings.map((finding) => make("li", {},
    make("span", { class: `severity ${finding.severity}` }, finding.severity), " ",
    make("b", {}, finding.rule), " at ", finding.id === undefined ? finding.path : app.modelByID(finding.id, finding.path),
    make("p", {}, finding.reason), finding.remedy ? make("p", { class: "note" }, finding.remedy) : null,
    finding.source ? app.sourcePlace(finding.source) : null,
    (finding.related ?? []).map((each) => make("p", { class: "note" }, `${each.what}: `,
      each.id === undefined ? each.path : app.modelByID(each.id, each.path), " ", each.source ? app.sourcePlace(each.source) : null))));
  const rest = andMore(count - items.length);
  return [make("p", {}, counted(count, "finding")), make("ul", { class: "findings" }, items),
    ...(rest ? [make("p", { class: "note" }, rest)] : [])];
}
