// What happened: the journal as a list and a timeline, what led to what, and two moments compared.

import { changeList } from "./changes.js";
import { placeOf } from "./columns.js";
import { commandLine } from "./command.js";
import { recordDetail } from "./record.js";
import { choices, durations } from "./records.js";
import { traceWords } from "./route.js";
import { clock, told } from "./sentences.js";
import { View } from "./view.js";
import { add, counted, grouped, make, notesOf, shown } from "./words.js";
import "./timeline.js";

export class TimeView extends View {
  constructor(app) {
    super(app);
    const pick = (event) => app.lookAt(event.detail);
    this.line = make("time-line", { pick });
    this.list = make("record-list", { pick, "aria-label": "Records" });
    this.select = make("select", { change: () => this.again() },
      Object.entries(choices).map(([value, choice]) => make("option", { value }, choice.words)));
    this.text = make("input", {
      type: "text", placeholder: "Filter records", "aria-label": "Filter records", input: () => this.again(),
    });
    this.slower = make("select", { "aria-label": "Duration", change: () => this.again() },
      Object.keys(durations).map((value) => make("option", { value }, value ? `from ${value} on` : "any duration")));
    this.compareButton = make("button", { click: () => app.toggleComparison() });
    this.note = make("p.note");
    this.detail = make("div.detail");
    this.said = make("p.hidden", { role: "status" });
    const element = make("time-view", make("h2.hidden", "Time"), this.line,
      make("div.tools", make("label", "Show ", this.select), this.text, this.slower, this.compareButton),
      this.note, this.list, this.said, this.detail);
    element.app = app;
    this.elements = [element];
    // What another view wants to be shown.
    if (app.wantedRecords) {
      this.text.value = shown(app.wantedRecords);
      this.select.value = "model";
      app.wantedRecords = null;
    }
    this.narrow();
  }

  end() {
    super.end();
    clearTimeout(this.waiting);
  }

  get choice() { return this.select.value; }

  // Begins anew to find the records that the choice leaves; of new ones only those are looked at.
  narrow() {
    const { app, choice } = this;
    const wanted = new Set();
    const model = choice === "model" ? app.tree.id(app.chosen) : null;
    const { what } = choices[choice];
    const least = durations[this.slower.value];
    const text = this.text.value.trim().toLowerCase();
    const tests = [
      what && ((part, index) => what.includes(part.event(index))),
      model !== null && ((part, index) => this.isOf(part, index, model)),
      least && ((part, index) => part.durations?.[index] >= least),
      text && ((part, index) => told(part.record(index)).toLowerCase().includes(text)),
    ].filter(Boolean);
    const isShown = tests.length ? (number) => wanted.has(number) : null;
    Object.assign(this, { wanted, model, tests, isShown });
    Object.assign(this, { journal: app.journal, seen: 0, numbers: [], isOther: true });
  }

  again() {
    this.narrow();
    this.update();
  }

  find() {
    const { journal } = this.app;
    if (this.numbers.length && this.numbers[0] < journal.first) {
      const dropped = placeOf(this.numbers, journal.first);
      this.list.drop(dropped);
      for (const number of this.numbers.slice(0, dropped)) this.wanted.delete(number);
      this.numbers = this.numbers.slice(dropped);
    }
    journal.each(this.seen + 1, (part, index, number) => {
      if (!this.tests.every((test) => test(part, index, number))) return;
      this.numbers.push(number);
      if (this.isShown) this.wanted.add(number);
    });
    this.seen = journal.last;
  }

  // Whether a record is of a model of the tree that is shown.
  isOf(part, index, id) {
    return part.trees?.[index] === this.app.tree.tree - this.app.journal.treeOffset
      && (part.node(index) === id || part.other(index) === id);
  }

  update() {
    const { app } = this;
    const { journal } = app;
    const { at, since } = app.place;
    if (this.journal !== journal || this.model !== null && this.model !== app.tree.id(app.chosen)) this.narrow();
    this.find();
    this.line.show(journal, { at, since, isShown: this.isShown });
    this.list.show(journal, this.numbers, at, this.isOther);
    this.isOther = false;
    this.compareButton.hidden = Boolean(app.about.noTree);
    this.compareButton.textContent = since === null ? "Compare with…" : "End the comparison";
    this.compareButton.title = since === null ? "Keeps this moment, and compares it with the record that you choose next" : "";
    this.say(this.notes().filter(Boolean).join(" "));
    this.showDetail();
  }

  // What is not shown, and why.
  notes() {
    const { journal, about: { moments, noTree } } = this.app;
    const before = journal.first - journal.kept;
    return [
      !journal.count ? "The journal holds no records yet." : !this.numbers.length && "No such record.",
      noTree && `No tree: ${noTree}.`,
      journal.earliest > 0
        && `${counted(journal.earliest, "earlier record")} dropped by the journal, to stay within its bytes.`,
      before > 0 && `${counted(before, "earlier record")} not shown here; the command shows them.`,
      before < 0 && `Of records before ${journal.kept} the tree is not kept.`,
      moments?.held < moments?.all && `This page holds the trees of ${grouped(moments.held)} of `
        + `${counted(moments.all, "moment")}; in between, the earlier one is shown.`,
      journal.leftOut && `${counted(journal.leftOut, "record")} left out: they came faster than they could be shown.`,
    ];
  }

  say(words) {
    this.note.hidden = !words;
    this.note.textContent = words;
  }

  // Shows what belongs to the moment, where it is something else. While records come by themselves, a
  // person has a second to read.
  showDetail() {
    const { app } = this;
    const { at, since } = app.place;
    const key = [at, since, app.revision, this.follow(app.moment), this.choice, this.slower.value,
      this.choice === "model" ? app.chosen : ""].join();
    if (key === this.key) return;
    const place = `${at},${since}`;
    const wait = place === this.detailPlace ? 1_000 - (performance.now() - this.detailAt) : 0;
    if (wait > 0) {
      this.waiting ??= setTimeout(() => {
        this.waiting = null;
        this.showDetail();
      }, wait);
      return;
    }
    Object.assign(this, { key, detailPlace: place, detailAt: performance.now() });
    if (since === null) this.showRecord();
    else this.showDifference();
  }

  // Finds what a record led to, also later, and tells how many records are known of it.
  follow(number) {
    const { journal } = this.app;
    if (this.led?.number !== number || this.led.journal !== journal) {
      this.led = { number, journal, found: new Set([number]), seen: number };
    }
    if (this.led.seen < journal.last) journal.addLed(this.led.found, this.led.seen + 1);
    this.led.seen = journal.last;
    return `${number}:${this.led.found.size}`;
  }

  // MARK: One record

  showRecord() {
    const { app } = this;
    const { journal } = app;
    const number = app.moment;
    const record = journal.record(number);
    const missed = this.missedAt(number);
    const parts = record ? recordDetail(app, number, Array.from(this.led.found).slice(1), missed)
      : journal.count > 0 && make("p.note", `Before record ${journal.first}, the first that is kept.`);
    this.said.replaceChildren();
    // What comes by itself is not read aloud.
    if (record && app.place.at !== null) add(this.said, `${clock(record.time)} ${told(record)}`);
    this.showOther(this.detail, parts, commandLine(this.words()));
  }

  // What nearly got the message of a record and no longer did, or does later; nothing until that is answered. What comes by
  // itself is not asked about.
  missedAt(number) {
    const { app } = this;
    const question = app.about.noTree || app.place.at === null && app.about.live ? null : app.journal.raiseOf(number);
    if (!question) return [];
    const { message, from } = question;
    const key = [app.opened, app.revision, app.place.at, number].join();
    if (this.missed?.key !== key) {
      const missed = this.missed = { key, near: [] };
      app.askOnce(traceWords(message, from)).then(({ answer: { near = [] } }) => {
        missed.near = near.filter(({ record }) => record !== undefined);
        if (missed.near.length && this.missed === missed && !this.isEnded && app.place.since === null) this.showRecord();
      }, () => { /* Explain says why. */ });
    }
    return this.missed.near;
  }

  words() {
    const { app } = this;
    const { what } = choices[this.choice];
    const words = app.command("journal", null);
    if (this.model !== null) words.push(`#${this.model}`);
    if (this.slower.value) words.push("--slower", this.slower.value);
    return [...words, ...(what ?? []).flatMap((each) => ["--what", each])];
  }

  // MARK: Two moments

  showDifference() {
    const { app } = this;
    const [old, young] = app.comparison;
    if (old === young) {
      return this.showOther(this.detail, make("h3", `After record ${old}`),
        make("p", "Choose another record to compare it with."));
    }
    const [start, end] = [old, young].map((number) => clock(app.journal.time(number)) || "the start");
    const frame = (parts) => [make("h3", `From after record ${old} to after record ${young}`),
      make("p.note", `${start} to ${end}`), parts, commandLine([...app.command("diff", old), "--to", String(young)])];
    const ask = () => app.ask(["diff", "--json", `--to=${young}`], { at: old });
    this.show(this.detail, `${old} ${young}`, ask, (reply) => [notesOf(reply), changeList(app, reply.answer)],
      { words: "comparing…", frame });
  }
}
