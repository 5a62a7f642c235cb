// What is different between two trees.

import { modelByID } from "./links.js";
import { counted, firstOf, grouped, make, messageChip } from "./words.js";

// Differences shown of one sort; beyond, their number is.
const mostChanges = 200;

export function changeList(app, answer) {
  if (answer.equal) return [make("p.empty", "Nothing is different between them.", noteOf(answer))];
  const below = (each) => each.below ? `, with ${counted(each.below, "model")} below it` : "";
  const name = (each) => modelByID(app, each.new ?? each.id, each.path ?? each.to);
  const group = (mark, title, sort, items, words) => {
    if (!items.length) return [];
    const rows = firstOf(items, mostChanges, (each) => make("li", words(each)), "li");
    const head = `${title} (${grouped(items.length)})`;
    return [make("h4", { class: sort }, make("span", { "aria-hidden": "true" }, `${mark} `), head),
      make("ul", { class: `difference ${sort}` }, rows)];
  };
  return [
    ...group("−", "Removed", "removed", answer.removed, (each) => [each.path, below(each)]),
    ...group("+", "Added", "added", answer.added, (each) => [name(each), below(each)]),
    ...group(">", "Moved", "moved", answer.moved, (each) => [name(each), ` from ${each.from}`, below(each)]),
    ...group("~", "Changed", "changed", answer.changed, (each) => [name(each),
      make("ul", firstOf(each.changes, 20, (change) => make("li", changeWords(change)), "li"))]),
  ];
}

export const noteOf = (answer) => answer.note && ` Note: ${answer.note}.`;

function changeWords(change) {
  const value = (side, asOf) => {
    if (side === undefined || side === null) return null;
    return typeof side === "object" ? messageChip(side)
      : make("span", make("b", String(side)), asOf === undefined ? "" : ` (as of #${asOf})`);
  };
  const [old, young] = [value(change.old, change.oldAsOf), value(change.new, change.newAsOf)];
  const what = change.what === "state" ? `state ${change.key}` : change.what;
  if (old && young) return [`${what}: `, old, " → ", young];
  return young ? [`${what} `, young, " is new"] : old ? [`${what} `, old, " is gone"] : [what];
}
