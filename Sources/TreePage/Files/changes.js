// What is different between two trees.

import { modelByID } from "./links.js";
import { andMore, counted, make, messageChip } from "./words.js";

// Differences shown of one sort; beyond, their number is.
const mostChanges = 200;

// What is different between two trees, as `diff` has it, in lists.
export function changeList(app, answer) {
  if (answer.equal) return [make("p.empty", "Nothing is different between them.")];
  const below = (each) => each.below ? `, with ${counted(each.below, "model")} below it` : "";
  const name = (each) => modelByID(app, each.new ?? each.id, each.path ?? each.to);
  const group = (mark, title, sort, items, words) => {
    if (!items.length) return [];
    const rows = items.slice(0, mostChanges).map((each) => make("li", words(each)));
    if (items.length > rows.length) rows.push(make("li.note", andMore(items.length - rows.length)));
    return [make("h4", { class: sort }, make("span", { "aria-hidden": "true" }, `${mark} `),
      `${title} (${items.length.toLocaleString("en")})`), make("ul", { class: `difference ${sort}` }, rows)];
  };
  return [
    ...group("−", "Removed", "removed", answer.removed, (each) => [`${each.path}`, below(each)]),
    ...group("+", "Added", "added", answer.added, (each) => [name(each), below(each)]),
    ...group(">", "Moved", "moved", answer.moved, (each) => [name(each), ` from ${each.from}`, below(each)]),
    ...group("~", "Changed", "changed", answer.changed, (each) => [name(each),
      make("ul", each.changes.slice(0, 20).map((change) => make("li", changeWords(change))),
        each.changes.length > 20 ? make("li.note", andMore(each.changes.length - 20)) : null)]),
  ];
}

// One change of a model, as `diff` has it.
function changeWords(change) {
  const value = (side, asOf) => {
    if (side === undefined || side === null) return null;
    if (typeof side !== "object") {
      return make("span", make("b", String(side)), asOf === undefined ? "" : ` (as of #${asOf})`);
    }
    return messageChip({ kind: side.kind, domain: side.domain, code: side.code ?? null, label: side.label ?? null });
  };
  const [old, young] = [value(change.old, change.oldAsOf), value(change.new, change.newAsOf)];
  const what = change.what === "state" ? `state ${change.key}` : change.what;
  if (old && young) return [`${what}: `, old, " → ", young];
  return young ? [`${what} `, young, " is new"] : old ? [`${what} `, old, " is gone"] : [what];
}
