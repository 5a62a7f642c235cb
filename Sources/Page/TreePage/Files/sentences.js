// What records say, in words.

import { counted, labeled } from "./words.js";

export const endings = {
  answered: "is answered", failed: "fails", cancelled: "is cancelled", dropped: "ends, and its answer is dropped",
};
const recordMarks = {
  handled: "✓", delivered: "✓", uncaught: "✗", unhandled: "✗", unheard: "✗", attached: "+", detached: "−",
  registered: "◆", unregistered: "◇", provided: "◆", represented: "▢", opened: "▸", closed: "■",
  received: "✓", performed: "▸", started: "◌", ended: "●", described: "=", changed: "~",
  leaked: "!", released: "−",
};

export function markOf(record) {
  return record.what === "raised" ? null : recordMarks[record.what] ?? "·";
}

// What a record says, in pieces: texts, models and messages.
export function sentence(record) {
  const node = { model: record.node, type: record.type, tree: record.tree };
  const other = record.other === null ? "nobody" : { model: record.other, type: record.otherType, tree: record.tree };
  const message = { message: record.message };
  switch (record.what) {
    case "raised": return [node, " raises ", message];
    case "handled": return [other, " handles ", message, ` after ${counted(record.count, "hop")}`, took(record)];
    case "uncaught":
      return record.other === null ? [message, ": uncaught outside of sessions"]
        : [message, ": uncaught; reported to ", other, took(record)];
    case "unhandled": return [message, ": unhandled"];
    case "unheard": return [message, ": unheard"];
    case "delivered": return [message, `: ${counted(record.count, "model")} received it`, took(record)];
    case "received": return [node, " receives ", message, took(record)];
    case "performed": return [`'${record.name ?? "…"}' is performed`, ...(record.node ? [" at ", node] : []), took(record)];
    case "started": return [node, " starts work"];
    case "ended": return [node, `'s work ${endings[record.name] ?? "ends"}`];
    case "attached": return [node, record.isSession ? ", a session, is attached under " : " is attached under ", other];
    case "detached": return [node, record.isSession ? " is gone" : " is detached"];
    case "leaked": return [node, " has left and is still alive"];
    case "released": return [node, ", which had left, is released"];
    case "registered": return [node, " registers for ", message];
    case "unregistered": return [node, " ends its subscription to ", message];
    case "provided": return [node, " provides ", record.name ?? "…"];
    case "represented": return record.name ? [node, " is shown by ", record.name] : [node, " is no longer represented"];
    case "described": return [node, " is ", record.name ?? "…"];
    case "changed": return [node, ": ", record.name ?? "…"];
    case "opened": return [node, " opens"];
    case "closed": return [node, " closes"];
    case "declared": return [node, " declares that it may raise ", message];
    case "vocabulary": return [`${counted(record.count, "code")} of `, record.name ?? "…", record.count === 1 ? " becomes known" : " become known"];
    default: return ["a record that this version does not know"];
  }
}

function messageText(message) {
  if (!message) return "…";
  if (!message.code) return `all of ${message.kind} ${message.domain}`;
  return labeled(message);
}

export function pieceText(piece) {
  if (typeof piece === "string") return piece;
  if ("message" in piece) return messageText(piece.message);
  return piece.type === null ? `#${piece.model}` : `${piece.type} #${piece.model}`;
}

export function told(record) { return sentence(record).map(pieceText).join(""); }

function took(record) {
  return record.nanoseconds === null ? ", and has not returned" : `, ${duration(record.nanoseconds)}`;
}

export function duration(nanoseconds) {
  if (nanoseconds < 1_000) return `${nanoseconds} ns`;
  const units = [[1e3, "µs"], [1e6, "ms"], [1e9, "s"]];
  const [size, unit] = units.findLast(([size]) => nanoseconds >= size);
  return `${(Math.floor(nanoseconds / size * 10) / 10).toFixed(1)} ${unit}`;
}

// A time of day, as the command shows it.
export function clock(time) {
  if (time === null) return "";
  const date = new Date(time);
  const digits = (number, count = 2) => String(number).padStart(count, "0");
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((number) => digits(number)).join(":")
    + `.${digits(date.getMilliseconds(), 3)}`;
}
