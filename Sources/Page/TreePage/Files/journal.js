// A journal as the server writes it: columns of records.

import { Columns, placeOf, Strings } from "./columns.js";
import { idOf, messageName } from "./words.js";

// How far records are indented by what led to them, at most.
const deepest = 12;

const problems = new Set(["uncaught", "unhandled", "unheard"]);
const travels = new Set(["raised", "handled", "delivered", "received", ...problems]);
// Records that get their duration once the handlers have returned.
const waits = new Set(["handled", "delivered", "received", "performed"]);
// How far back a handler is looked for that had not returned.
const mostUnsettled = 500;
const ofSubscriptions = new Set(["registered", "unregistered", "declared"]);
const ofSessions = new Set(["opened", "closed"]);
const ofActions = new Set(["performed", "started", "ended"]);

const columnKinds = [
  [Uint8Array, ["events", "flags"]], [Float64Array, ["times", "durations"]], [BigInt64Array, ["nodes", "others"]],
  [Uint32Array, ["trees", "types", "otherTypes", "causes", "raises", "counts", "names", "sources"]],
];
const columnNames = columnKinds.flatMap(([, names]) => names);

// Records of one answer.
class Records {
  constructor(buffer) {
    const file = new Columns(buffer);
    this.head = file.head;
    this.first = file.head.first;
    this.count = file.head.count;
    this.strings = new Strings(file);
    for (const [kind, names] of columnKinds) for (const name of names) this[name] = file.get(name, kind);
    this.messages = file.get("messages", Uint32Array);
  }

  drop(count) {
    for (const name of columnNames) this[name] = this[name]?.subarray(count) ?? null;
    this.first += count;
    this.count -= count;
  }

  event(index) { return this.head.events[this.events[index]] ?? ""; }

  // The ids of a record's model, and of the other one that it names; 0 for none.
  node(index) { return idOf(this.nodes?.[index] ?? 0); }
  other(index) { return idOf(this.others?.[index] ?? 0); }

  // The record that led to one, as a number; nothing where there is none.
  before(index) {
    const back = this.raises?.[index] || this.causes?.[index];
    return back ? this.first + index - back : null;
  }

  record(index) {
    const value = (column) => column?.[index] ?? 0;
    const text = (column) => this.strings.get(value(column));
    const number = this.first + index;
    const what = this.event(index);
    const isMessage = isOfMessage(what);
    const name = value(this.names);
    return {
      number, what, time: this.times[index], node: this.node(index), type: text(this.types),
      tree: value(this.trees), other: this.other(index) || null, otherType: text(this.otherTypes),
      message: isMessage && name ? this.strings.message(this.messages, name - 1) : null,
      name: isMessage ? null : this.strings.get(name), source: text(this.sources),
      count: value(this.counts), nanoseconds: value(this.durations) || null,
      cause: value(this.causes) ? number - value(this.causes) : null,
      raise: value(this.raises) ? number - value(this.raises) : null,
      isTest: (value(this.flags) & 1) !== 0, isSession: (value(this.flags) & 2) !== 0,
    };
  }
}

export class Journal {
  // More records are not kept; the oldest go first.
  constructor(mostRecords = 500_000) {
    this.mostRecords = mostRecords;
    this.parts = [];
    this.count = 0;
    this.last = 0;
    // The first record whose tree the target knows, and how many were left out between answers.
    this.kept = 1;
    this.leftOut = 0;
  }

  // Takes the records of an answer: those behind `settled`, or the last of them.
  take(buffer) {
    const part = new Records(buffer);
    this.kept = part.head.kept;
    this.treeOffset = part.head.treeOffset;
    if (!part.count) return;
    if (this.parts.length) this.leftOut += Math.max(0, part.first - this.last - 1);
    this.cut(part.first);
    this.parts.push(part);
    this.last = part.first + part.count - 1;
    this.count += part.count;
    while (this.count > this.mostRecords) {
      const surplus = Math.min(this.parts[0].count, this.count - this.mostRecords);
      this.count -= surplus;
      if (surplus === this.parts[0].count) this.parts.shift();
      else this.parts[0].drop(surplus);
    }
  }

  // Forgets the records from a number on, of which newer ones came.
  cut(start) {
    for (let at = this.parts.length - 1; at >= 0 && this.parts[at].first + this.parts[at].count > start; at--) {
      const part = this.parts[at];
      const left = Math.max(0, start - part.first);
      this.count -= part.count - left;
      part.count = left;
      if (!left) this.parts.pop();
    }
  }

  // The last record that stays as it is: behind it are handlers that had not returned.
  get settled() {
    for (let number = Math.max(this.first, this.last - mostUnsettled); number <= this.last; number++) {
      const part = this.part(number);
      if (part && waits.has(part.event(number - part.first)) && !part.durations?.[number - part.first]) return number - 1;
    }
    return this.last;
  }

  get first() { return this.parts[0]?.first ?? this.last + 1; }

  // The earliest moment: before the first record.
  get earliest() { return Math.min(this.kept, this.first) - 1; }

  part(number) {
    const part = this.parts[placeOf(this.parts, number + 1, ({ first }) => first) - 1];
    return part && number < part.first + part.count ? part : null;
  }

  record(number) {
    const part = this.part(number);
    return part ? part.record(number - part.first) : null;
  }

  time(number) {
    const part = this.part(number);
    return part ? part.times[number - part.first] : null;
  }

  each(start, act) {
    for (const part of this.parts) {
      for (let index = Math.max(0, start - part.first); index < part.count; index++) {
        act(part, index, part.first + index);
      }
    }
  }

  // The message that a record is about, as it was raised, and its raiser; nothing for other records.
  raiseOf(number) {
    const record = this.record(number);
    const raise = record?.what === "raised" ? record : record?.raise ? this.record(record.raise) : null;
    if (!raise?.message?.code) return null;
    return { message: { kind: raise.message.kind, name: messageName(raise.message) }, from: raise.node };
  }

  // The records that led to one, from the first of them down to itself.
  leading(number) {
    const found = [];
    for (let at = number; at !== null;) {
      const part = this.part(at);
      if (!part) break;
      found.push(at);
      at = part.before(at - part.first);
    }
    return found.reverse();
  }

  // Adds what some records led to, among the records from a number on.
  addLed(found, start) {
    this.each(start, (part, index, at) => {
      const [raise, cause] = [part.raises?.[index], part.causes?.[index]];
      if (raise && found.has(at - raise) || cause && found.has(at - cause)) found.add(at);
    });
  }

  depth(number) {
    let depth = 0;
    for (let at = number; depth < deepest;) {
      const part = this.part(at);
      at = part ? part.before(at - part.first) : null;
      if (at === null) break;
      depth++;
    }
    return depth;
  }
}

// The record at which a journal went wrong last, according to `problems`: what no model handled, or a handler
// that did not return; otherwise the slowest handler. Nothing where all is well.
export function lastProblem(problems, journal) {
  const bad = problems.filter((each) => each.severity !== "note" && each.records.length && each.what !== "slow");
  const slow = problems.filter((each) => each.what === "slow" && each.records.length).slice(0, 1);
  const numbers = (bad.length ? bad : slow).flatMap((each) => each.records);
  if (!numbers.length) return null;
  const raise = Math.max(...numbers);
  // What came of it tells more than that it was raised.
  let found = raise;
  journal.each(raise + 1, (part, index, number) => {
    if (found === raise && part.raises?.[index] === number - raise && isProblem(part.event(index))) found = number;
  });
  return found;
}

export function isSpan(what) { return waits.has(what); }

function isOfMessage(what) { return travels.has(what) || ofSubscriptions.has(what); }

export function isProblem(what) { return problems.has(what); }

export function sortOf(what) {
  return travels.has(what) ? "messages" : what === "" || ofSessions.has(what) || ofActions.has(what) ? "sessions" : "changes";
}
