// What nearly got a message, in the words of the command, with links to models and records.

import { atSource, messageLink, modelByID, recordLink, sourcePlace } from "./links.js";
import { clock, endings } from "./sentences.js";
import { counted, nearReasons } from "./words.js";

// A near miss, and how many are alike: with a record, what that ended or began; else how the subscription compares.
export function nearWords(app, each, alike = 0) {
  const { node, why, source, record } = each;
  const told = app.journal?.record(record);
  const known = modelNamed(app, node, told);
  if (why === "later" && told) {
    return [known, ` registers for it ${counted(record - app.moment, "record")} later (`,
      recordLink(app, record, `#${record}`), ")", source && [", at ", sourcePlace(source)]];
  }
  if (told) {
    const what = why === "ended" ? "ended that" : told.node === node ? "detached it"
      : ["detached ", modelNamed(app, told.node, told), " above it"];
    return [known, " was registered for it", atSource(source), ", until ", recordLink(app, record),
      ` at ${clock(told.time)} `, what, reasonOf(app, told.cause, each.by)];
  }
  return [modelByID(app, node), alike > 0 && ` and ${counted(alike, "model")} alike`, ": ", nearReasons[why] ?? why, " ",
    messageLink(app, each), atSource(source)];
}

function modelNamed(app, id, record) {
  const position = app.tree.position(id);
  const type = position < 0 ? record?.node === id ? record.type : null : app.tree.type(position);
  return modelByID(app, id, type ? `${type} #${id}` : `#${id}`);
}

// During what a record was written.
function reasonOf(app, cause, by) {
  const before = app.journal.record(cause);
  if (!before) return "";
  const link = [", ", recordLink(app, cause)];
  if (before.what === "performed") return [`, in '${before.name ?? "…"}'`, link];
  if (before.what === "ended") {
    return [", in ", modelNamed(app, before.node, before), `, as its work ${endings[before.name] ?? "ends"}`, link];
  }
  const model = by ?? before.other;
  const message = before.message && messageLink(app, before.message);
  return [model ? [", in ", modelNamed(app, model), "'s handler of "] : ", because of ", message, link];
}
