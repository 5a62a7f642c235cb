// What is looked at: a target's tree at a moment, its journal, the chosen model, and the answers of commands.

import { emptyTree } from "./columns.js";
import { lastProblem } from "./journal.js";
import { Past } from "./past.js";
import { answered, Failure } from "./source.js";
import { readMessage } from "./words.js";

// What there is to see of a journal that never has a tree.
export const treelessViews = ["findings", "time", "compare"];
// Answers that are kept for views that ask the same.
const mostAnswers = 8;

// Tells of changes by events: `about`, `tree`, `records`, `moment`, `place` and `state`.
export class Store extends EventTarget {
  constructor(source) {
    super();
    this.source = source;
    this.past = new Past(source);
    this.chosen = 0;
    this.answers = new Map();
    // Why nothing new comes any more.
    this.ended = null;
    const tell = (error) => this.say(error.message);
    this.change = lastOnly((state) => this.apply(state).catch(tell));
    this.move = lastOnly(async () => {
      await this.load().catch(tell);
      this.go({}, this.wasStep);
      this.wasStep = false;
    });
  }

  get journal() { return this.past.journal; }

  // The specs that were named at the start, as options.
  get specWords() { return this.about.specs.flatMap((spec) => ["--spec", spec]); }
  get problemWords() { return ["problems", "--json", "--limit=500", ...this.specWords]; }

  tell(what, detail) { this.dispatchEvent(new CustomEvent(what, { detail })); }

  async begin(place) {
    await this.learn();
    const isOpen = place.view === null;
    place.view ??= "model";
    this.take(place);
    await this.load();
    // Two targets open where they part, a file of what happened where it went wrong last.
    this.seeksDifference = Boolean(this.about.older) && (isOpen || place.view !== "compare");
    if (isOpen && this.about.older) place.view = "compare";
    else if (isOpen && this.about.journal && !this.about.live && place.node === null) await this.openAtProblem();
    this.source.watch((state) => this.change(state));
  }

  async openAtProblem() {
    this.place.view = "time";
    const reply = await this.askOnce(this.problemWords).catch(() => null);
    const number = reply ? lastProblem(reply.answer.problems, this.journal) : null;
    if (number === null || number === this.place.at) return;
    const { at } = this.place;
    this.place.at = number;
    await this.load();
    // Of some moments there is no tree.
    if (!this.momentProblem) return;
    this.place.at = at;
    await this.load();
  }

  async learn() {
    this.about = await this.source.about();
    if (this.about.journal) await this.past.load();
    this.tell("about");
  }

  // MARK: The place

  // Takes what is to be looked at. Of a target without a history there is only the present.
  take(place) {
    this.place = place;
    if (this.about.noTree && !treelessViews.includes(place.view)) place.view = "time";
    if (place.view === "compare" && !this.about.older) place.view = "model";
    if (!this.about.journal) {
      place.at = place.since = null;
      if (place.view === "time") place.view = "model";
    } else place.at ??= this.present;
  }

  // Looks at another place: one that the address names.
  async visit(place) {
    const { at, since } = this.place;
    this.take(place);
    if (this.place.at !== at || this.place.since !== since) await this.load();
    this.chooseByID();
    this.tell("place");
  }

  // Changes the place; a step that a person would go back from becomes one of the browser's.
  go(changes, isStep = true) {
    Object.assign(this.place, changes);
    this.place.node = this.about.noTree ? null : this.tree.id(this.chosen);
    this.tell("place", { isStep, isOurs: true });
  }

  choose(position, isStep = false) {
    if (position < 0) return;
    this.chosen = position;
    this.go({}, isStep);
  }

  // Explains a message that a model raises, or the chosen one.
  explain(message, position = this.chosen) {
    this.chosen = position;
    this.go({ view: "route", message });
  }

  chooseByID() {
    const position = this.place.node === null ? -1 : this.tree.position(this.place.node);
    if (position >= 0) this.chosen = position;
  }

  // MARK: The tree

  // Takes the tree at the moment that is looked at. Where there is none, that is said, and the tree that
  // was shown last stays.
  async load() {
    const { at, since } = this.place;
    let problem = null;
    let tree;
    try {
      tree = this.about.noTree ? emptyTree() : await this.source.tree(at);
    } catch (error) {
      if (at === null || !(error instanceof Failure)) throw error;
      problem = error.message;
      tree = this.tree ?? await this.source.tree(this.present);
    }
    this.chosen = this.counterpart(tree);
    this.tree = tree;
    this.revision = tree.revision;
    this.momentProblem = problem;
    this.compared = since === null || problem || this.about.noTree ? null : await this.source.tree(since).catch(() => null);
    this.tell("tree");
    this.say(null);
  }

  // The chosen model in another tree; where it has left, the nearest above it.
  counterpart(tree) {
    const before = this.tree;
    if (!before) return Math.max(0, this.place.node === null ? 0 : tree.position(this.place.node));
    if (before.tree !== tree.tree) return 0;
    let at = this.chosen;
    while (at > 0 && tree.position(before.id(at)) < 0) at = before.parents[at];
    return Math.max(0, tree.position(before.id(at)));
  }

  // Says what went wrong, if anything. That the app or the server has ended stays shown.
  say(problem) {
    this.problem = problem ?? this.ended;
    this.tell("state");
  }

  // Something is new: another tree, or none any more.
  async apply(state) {
    this.ended = state.gone ?? (state.failure ? `${state.failure}; what is shown is the last that was seen` : null);
    if (state.gone) return this.say(null);
    const isNewTree = state.revision !== this.revision;
    if (isNewTree) this.revision = state.revision;
    // A journal that is written may have its first tree now.
    if (isNewTree && this.about.noTree) await this.learn();
    // Another app or a rewritten file has another name and abilities.
    if (this.opened !== undefined && this.opened !== state.opened) {
      await this.learn();
      this.take(this.place);
      this.tell("records");
    }
    this.opened = state.opened;
    if (this.journal && state.record !== undefined && state.record !== this.journal.last) {
      await this.past.more(state.record);
      this.tell("records");
      this.seek();
    }
    // The past stays as it was.
    if (isNewTree && this.place.at === null) await this.load();
    this.say(null);
  }

  // MARK: The past

  // The record after which the tree is looked at; nothing without a journal.
  get moment() { return this.place.at ?? this.journal?.last ?? null; }

  // The present, or the last moment with a tree where the end of a journal has none.
  get present() { return this.about.end ?? null; }

  // Looks at another moment; null is the present.
  async lookAt(at, isStep = false) {
    const { journal } = this;
    this.wanted = null;
    this.place.at = at === null || at >= journal.last && !this.about.live && this.present === null ? this.present
      : Math.min(journal.last, Math.max(at, journal.earliest));
    this.wasStep ||= isStep;
    // The moment's words change immediately; the tree follows when it is loaded.
    this.tell("moment");
    await this.move();
  }

  // Shows in Time what the chosen model had to do with a message.
  showHistory(name) {
    this.wantedRecords = name;
    this.go({ view: "time" });
  }

  // Shows a record in Time as soon as it is there.
  showRecord(wanted) {
    this.go({ view: "time" });
    this.wanted = wanted;
    this.seek();
  }

  seek() {
    if (this.wanted && this.wanted <= this.journal.last) this.lookAt(this.wanted, true);
  }

  // The moments that are compared, the earlier one first; nothing where none are.
  get comparison() {
    const { moment, place: { since } } = this;
    if (since === null) return null;
    return since <= moment ? [since, moment] : [moment, since];
  }

  // Marks on the tree what differs from the older target; null ends it.
  markDifferences(marks) {
    this.marks = marks;
    this.tell("marks");
  }

  // Looks at a moment and a model of it where both targets differ.
  async openDifference(at, node, isStep = false) {
    if (at !== null && this.about.journal) await this.lookAt(at, isStep);
    const position = node === null ? -1 : this.tree.position(node);
    if (position >= 0) this.choose(position);
  }

  // Keeps this moment, to compare others with it; or ends that.
  async toggleComparison() {
    this.place.since = this.place.since === null ? this.moment : null;
    await this.load();
    this.go({});
  }

  // The message whose route is marked on the tree, and the model that raises it: the one that is explained,
  // or that of the record which is looked at.
  get routeQuestion() {
    const { view, message, since, at } = this.place;
    if (this.about.noTree) return null;
    if (view === "time" && since === null && at !== null) return this.journal.raiseOf(at);
    if (view !== "route" && (view !== "diagram" || since !== null)) return null;
    const read = readMessage(message);
    return read && { message: read, from: this.tree.id(this.chosen) };
  }

  // MARK: Commands

  // Asks a command at the moment that is looked at, or at another.
  async ask(words, { at = this.place.at, confirmed = false } = {}) {
    return answered(await this.source.command(words, { at, confirmed }));
  }

  // The same for what only reads: views that ask the same of one tree share the answer.
  askOnce(words, { at = this.place.at } = {}) {
    const key = JSON.stringify([this.opened, this.revision, at, words]);
    let reply = this.answers.get(key);
    if (!reply) {
      reply = this.ask(words, { at });
      this.answers.set(key, reply);
      reply.catch(() => this.answers.delete(key));
      if (this.answers.size > mostAnswers) this.answers.delete(this.answers.keys().next().value);
    }
    return reply;
  }

  // The beginning of a command as it is typed.
  command(name, at = this.place.at) {
    return ["modeltree", name, this.about.target, ...(at === null ? [] : ["--at", String(at)])];
  }
}

// Does what is wanted, one after the other; of several wishes meanwhile only the last counts.
function lastOnly(act) {
  let next = null;
  let isBusy = false;
  return async (wish) => {
    next = [wish];
    if (isBusy) return;
    isBusy = true;
    while (next) {
      const [last] = next;
      next = null;
      await act(last);
    }
    isBusy = false;
  };
}
