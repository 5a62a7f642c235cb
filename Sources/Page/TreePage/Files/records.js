// The records of a journal as a list.

import { placeOf } from "./columns.js";
import { isProblem, sortOf } from "./journal.js";
import { rowHeight, RowList } from "./rows.js";
import { clock, markOf, told } from "./sentences.js";
import { make, marks } from "./words.js";

// What the list may be narrowed to, by what happened or otherwise.
export const choices = {
  "": { words: "all records" },
  messages: { words: "messages", what: ["raised", "handled", "uncaught", "unhandled", "unheard", "delivered", "received"] },
  problems: { words: "what nobody handled", what: ["uncaught", "unhandled", "unheard"] },
  changes: {
    words: "changes of the tree",
    what: ["attached", "detached", "registered", "unregistered", "provided", "represented", "declared", "vocabulary",
      "described", "changed"],
  },
  actions: { words: "actions and work", what: ["performed", "started", "ended"] },
  model: { words: "of the chosen model" },
};
// Durations from which handlers are shown, in nanoseconds, with the option of the command.
export const durations = { "": 0, "1ms": 1e6, "16ms": 16e6, "100ms": 100e6, "1s": 1e9 };

class RecordList extends RowList {
  get listRole() { return "listbox"; }

  // Shows records, by their numbers; the chosen one is that of the moment.
  show(journal, numbers, moment, isOther) {
    const { isAtEnd } = this;
    const isMoved = this.moment !== moment;
    this.journal = journal;
    this.numbers = numbers;
    this.moment = moment;
    this.resize(numbers.length);
    if (isMoved || isOther || moment === null && isAtEnd) this.reveal();
  }

  get isAtEnd() { return !this.journal || this.scrollTop + this.clientHeight > this.spacer.offsetHeight - 4; }

  // So many rows are gone from the start: what is read stays where it is.
  drop(count) {
    if (!this.isAtEnd) this.scrollTop -= count * rowHeight / this.step;
  }

  // The row of the moment: of the last record that is not later.
  get place() {
    if (this.moment === null) return this.numbers.length - 1;
    const place = placeOf(this.numbers, this.moment);
    return this.numbers[place] === this.moment ? place : place - 1;
  }

  // What is below the list takes room from it: the row of the moment stays seen.
  resized() {
    if (this.numbers) this.reveal();
  }

  reveal() {
    // A list that was just made has no height yet.
    if (this.clientHeight) this.revealRow(Math.max(0, this.place));
  }

  row(index) {
    const number = this.numbers[index];
    const record = this.journal.record(number);
    const isChosen = index === this.place;
    const mark = markOf(record);
    const row = make("div", {
      class: `row record ${isChosen ? "chosen" : ""} ${isProblem(record.what) ? "problem" : sortOf(record.what)}`,
      role: "option", id: `record-${number}`, "aria-selected": String(isChosen),
      "aria-setsize": this.numbers.length, "aria-posinset": index + 1,
    },
    make("span.number", String(number)), make("span.time", clock(record.time)),
    make("span", { class: mark ? "mark" : `mark ${record.message?.kind}`, "aria-hidden": "true" },
      mark ?? marks[record.message?.kind] ?? "·"),
    make("span.said", told(record)),
    record.isTest ? make("span.tag", "a test") : null);
    row.style.setProperty("--level", this.journal.depth(number));
    row.item = row.key = number;
    return row;
  }

  clicked(number) { this.pick(number); }

  press(event) {
    const to = this.rowByKey(event.key, this.place);
    if (to === undefined) return;
    event.preventDefault();
    this.pick(this.numbers[to]);
  }

  pick(number) { this.dispatchEvent(new CustomEvent("pick", { detail: number })); }
}

customElements.define("record-list", RecordList);
