// What happened: the journal as a list and a timeline, what led to what, and two moments compared.

import { changeList } from "./changes.js";
import { placeOf } from "./columns.js";
import { commandLine } from "./command.js";
import { modelByID } from "./links.js";
import { recordDetail } from "./record.js";
import { choices, durations } from "./records.js";
import { renew } from "./renew.js";
import { traceWords } from "./route.js";
import { clock, told } from "./sentences.js";
import { View } from "./view.js";
import { add, counted, grouped, make, messageChip, messageWords, notesOf, shown } from "./words.js";
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
    this.pins = make("ul.pins", { "aria-label": "What is pinned", hidden: true });
    this.compareButton = make("button", { click: () => app.toggleComparison() });
    this.note = make("p.note");
    this.detail = make("div.detail");
    this.said = make("p.hidden", { role: "status" });
    const element = make("time-view", make("h2.hidden", "Time"), this.line,
      make("div.tools", make("label", "Show ", this.select), this.text, this.slower, this.compareButton),
      this.pins, this.note, this.list, this.said, this.detail);
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
    const pinned = { numbers: new Set(), seen: 0 };
    const model = choice === "model" ? app.tree.id(app.chosen) : null;
    const { what } = choices[choice];
    const least = durations[this.slower.value];
    const text = this.text.value.trim().toLowerCase();
    const tests = [
      what && ((part, index) => what.includes(part.event(index))),
      model !== null && ((part, index) => this.isOf(part, index, model)),
      choice === "pinned" && ((part, index, number) => pinned.numbers.has(number)),
      least && ((part, index) => part.durations?.[index] >= least),
      text && ((part, index) => told(part.record(index)).toLowerCase().includes(text)),
    ].filter(Boolean);
    const isShown = tests.length ? (number) => wanted.has(number) : null;
    Object.assign(this, { wanted, pinned, model, tests, isShown });
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
    this.findPinned();
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

  // MARK: Pins

  // Keeps an eye on a model or a message: its records are marked, and what it is at each moment is said.
  pin(pin) {
    const { app } = this;
    if (!app.pins.some((each) => each.key === pin.key)) app.pins = [...app.pins, pin];
    this.again();
  }

  unpin(pin) {
    const { app } = this;
    app.pins = app.pins.filter((each) => each !== pin);
    if (!app.pins.length && this.choice === "pinned") this.select.value = "";
    this.again();
  }

  findPinned() {
    const { app, pinned } = this;
    if (!app.pins.length) return;
    app.journal.each(pinned.seen + 1, (part, index, number) => {
      const isOf = (pin) => pin.message ? part.messageName(index) === pin.key : this.isOf(part, index, pin.id);
      if (app.pins.some(isOf)) pinned.numbers.add(number);
    });
    pinned.seen = app.journal.last;
  }

  showPins() {
    const { app } = this;
    this.pins.hidden = !app.pins.length;
    renew(this.pins, app.pins.map((pin) => {
      const entry = make("li", pin.message ? messageChip(pin.message)
        : [modelByID(app, pin.id, pin.words), make("span.note", this.stateOf(pin.id))],
      make("button.quiet", { "aria-label": `Unpin ${pin.words}`, click: () => this.unpin(pin) }, "✕"));
      entry.key = pin.key;
      return entry;
    }));
  }

  // What a model is at the moment, in words.
  stateOf(id) {
    const { tree } = this.app;
    const position = tree.position(id);
    if (position < 0) return "not in the tree";
    const state = tree.stateOf(position).map(([key, value]) => `${key} = ${value}`).join(", ");
    const words = [tree.quoted(position), state].filter(Boolean).join(" ");
    return words ? words + tree.age(position) : "in the tree";
  }

  update() {
    const { app } = this;
    const { journal } = app;
    const { at, since } = app.place;
    if (this.journal !== journal || this.model !== null && this.model !== app.tree.id(app.chosen)) this.narrow();
    this.find();
    const isPinned = app.pins.length ? this.pinned : null;
    this.line.show(journal, { at, since, isShown: this.isShown, isPinned });
    this.list.show(journal, this.numbers, at, { pinned: this.pinned.numbers, isOther: this.isOther });
    this.isOther = false;
    this.showPins();
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
    const key = [at, since, app.revision, this.follow(app.moment), this.choice, this.slower.value, app.pins.length,
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
    const parts = record ? recordDetail(app, number, Array.from(this.led.found).slice(1), this.pinButtons(record), missed)
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

  pinButtons({ node, type, message }) {
    const pins = [
      node && { key: `#${node}`, id: node, words: `${type ?? "model"} #${node}` },
      message?.code && { key: messageWords(message), message, words: messageWords(message) },
    ];
    return pins.filter((pin) => pin && !this.app.pins.some((each) => each.key === pin.key)).map((pin) =>
      make("button", { click: () => this.pin(pin) }, `Pin ${pin.words}`));
  }

  // MARK: Two moments

  showDifference() {
    const { app } = this;
    const [old, young] = app.comparison;
    if (old === young) {
      return this.showOther(this.detail, make("h3", `After record ${old}`), make("p", "Choose another record to compare it with."));
    }
    const [start, end] = [old, young].map((number) => clock(app.journal.time(number)) || "the start");
    const frame = (parts) => [make("h3", `From after record ${old} to after record ${young}`),
      make("p.note", `${start} to ${end}`), parts, commandLine([...app.command("diff", old), "--to", String(young)])];
    const ask = () => app.ask(["diff", "--json", `--to=${young}`], { at: old });
    this.show(this.detail, `${old} ${young}`, ask, (reply) => [notesOf(reply), changeList(app, reply.answer)],
      { words: "comparing…", frame });
  }
}
