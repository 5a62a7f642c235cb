// The page: what is looked at, and the views that show it.

import { diagramView } from "./diagram.js";
import { clock, Journal } from "./journal.js";
import { modelView } from "./model.js";
import { readPlace, takeToken, watchForToken, writePlace } from "./place.js";
import { routeView } from "./route.js";
import { placeOf } from "./rows.js";
import { ExportedAnswers, Failure, Server } from "./source.js";
import { findingsView, routesView } from "./tables.js";
import { timeView } from "./time.js";
import { add, counted, make } from "./words.js";
import "./tree.js";

const views = {
  tree: modelView, model: modelView, route: routeView, routes: routesView, findings: findingsView,
  diagram: diagramView, time: timeView,
};
// How many records are asked for while they come, for each millisecond since, at least and at most; of more,
// the page says so.
const newRecords = { perMillisecond: 25, least: 5_000, most: 25_000 };
const byID = (id) => document.getElementById(id);

class Page {
  async begin() {
    this.tree_ = byID("tree");
    // The specs that were dropped in: they stay as long as the page does.
    this.droppedSpecs = [];
    const data = globalThis.modelTreeExport;
    const token = data ? null : takeToken();
    if (!data) watchForToken();
    if (!data && !token) {
      return this.fail("The address has no token. Open the one that “modeltree page” printed.");
    }
    this.source = data ? new ExportedAnswers(data) : new Server(token);
    this.listen();
    try {
      this.about = await this.source.about();
      this.showName();
      this.readPlace();
      if (this.about.journal) await this.loadJournal();
      await this.load();
      await this.applyPlace();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return this.fail(error.message);
    }
    this.source.watch((state) => this.change(state));
  }

  fail(words) {
    document.body.classList.add("broken");
    byID("state").textContent = words;
  }

  readPlace() {
    this.place = readPlace();
    this.checkPlace();
  }

  // Of a target without a history there is only the present.
  checkPlace() {
    if (!views[this.place.view] || this.place.view === "time" && !this.about.journal) this.place.view = "model";
    if (!this.about.journal) this.place.at = this.place.since = null;
    else this.place.at ??= this.present;
  }

  // Takes the tree at the moment that is looked at. Where there is none, that is said, and the tree that
  // was shown last stays.
  async load() {
    const { at, since } = this.place;
    let problem = null;
    try {
      this.tree = await this.source.tree(at);
    } catch (error) {
      if (at === null || !(error instanceof Failure)) throw error;
      problem = error.message;
      this.tree ??= await this.source.tree(this.present);
    }
    this.revision = this.tree.revision;
    this.tree_.show(this.tree);
    this.compared = since === null || problem ? null : await this.source.tree(since).catch(() => null);
    this.tree_.compare(this.compared, at !== null && since > at);
    this.showMoment(problem);
    this.say();
  }

  say(problem) {
    const kind = this.about.live ? "live" : this.about.exported ? "exported" : this.about.journal ? "journal" : "dump";
    const words = problem ?? `${counted(this.tree.count, "model")} · ${kind}`;
    byID("state").textContent = words;
    byID("state").classList.toggle("failed", Boolean(problem));
  }

  // Something is new: another tree, or none any more. Of several states only the last counts.
  async change(state) {
    this.newest = state;
    if (this.isChanging) return;
    this.isChanging = true;
    while (this.newest) {
      const next = this.newest;
      this.newest = null;
      try {
        await this.apply(next);
      } catch (error) {
        this.say(error.message);
      }
    }
    this.isChanging = false;
  }

  async apply(state) {
    if (state.gone) return this.say(state.gone);
    const isNewTree = state.revision !== this.revision;
    if (isNewTree) this.revision = state.revision;
    // Another app of the name, or a file that was written anew, has another name and other abilities.
    if (this.opened !== undefined && this.opened !== state.opened) {
      this.about = await this.source.about();
      this.showName();
      this.checkPlace();
      if (this.about.journal) await this.loadJournal();
      this.showRecords();
    }
    this.opened = state.opened;
    if (this.journal && state.record !== undefined && state.record !== this.journal.last) {
      await this.moreRecords(state.record);
    }
    // The past stays as it was.
    if (isNewTree && this.place.at === null) await this.reload();
    this.say(state.failure ? `${state.failure}; what is shown is the last that was seen` : null);
  }

  // Takes the tree again, and what was found in it.
  async reload() {
    await this.load();
    if (this.place.query) await this.search(false);
    this.filter();
    this.showSoon();
  }

  // MARK: The past

  async loadJournal() {
    const journal = new Journal();
    journal.take(await this.source.records(0, 500_000));
    this.journal = journal;
  }

  // Takes records that are new, and says how many of them are left out where they come too fast.
  async moreRecords(last) {
    if (last < this.journal.last) await this.loadJournal();
    else {
      const { perMillisecond, least, most } = newRecords;
      const now = performance.now();
      const limit = Math.round(Math.min(most, Math.max(least, (now - (this.askedAt ?? now)) * perMillisecond)));
      this.askedAt = now;
      this.journal.take(await this.source.records(this.journal.settled, limit));
    }
    this.showRecords();
  }

  showRecords() {
    this.showMoment(this.momentProblem);
    document.querySelector("time-view")?.update();
    this.seekTest();
  }

  // The present, or the last moment with a tree where the end of a journal has none.
  get present() { return this.about.end ?? null; }

  // Looks at another moment; null is the present. Of several only the last counts.
  async lookAt(at, isStep = false) {
    const { journal } = this;
    this.wanted = null;
    this.place.at = at === null || at >= journal.last && !this.about.live && this.present === null ? this.present
      : Math.min(journal.last, Math.max(at, journal.earliest));
    this.wasStep ||= isStep;
    // What is shown of the moment follows at once, and the tree as soon as it can.
    document.querySelector("time-view")?.update();
    if (this.isMoving) {
      this.movesAgain = true;
      return;
    }
    this.isMoving = true;
    do {
      this.movesAgain = false;
      try {
        await this.reload();
      } catch (error) {
        this.say(error.message);
      }
      this.go({}, this.wasStep);
    } while (this.movesAgain);
    this.isMoving = this.wasStep = false;
  }

  // Looks at a test message that was raised after a record, in Time, as soon as its records are there.
  showTest(before, id) {
    this.go({ view: "time" });
    this.wanted = { before, id };
    this.seekTest();
  }

  seekTest() {
    if (!this.wanted) return;
    const { before, id } = this.wanted;
    let found = null;
    this.journal.each(before + 1, (part, index, number) => {
      if (found === null && part.event(index) === "raised" && part.nodes[index] === id && part.record(index).isTest) found = number;
    });
    if (found !== null) this.lookAt(found, true);
  }

  // The moments that are compared, the earlier one first; nothing where none are.
  get comparison() {
    const { at, since } = this.place;
    if (since === null) return null;
    const moment = at ?? this.journal.last;
    return since <= moment ? [since, moment] : [moment, since];
  }

  async compareWith(since) {
    this.place.since = since;
    await this.reload();
    this.go({});
  }

  // Says above all views which moment they show.
  showMoment(problem = null) {
    this.momentProblem = problem;
    const { at, since } = this.place;
    const { journal } = this;
    // The bar is there in the present as well: nothing moves when the past is entered.
    byID("moment").hidden = !this.about.journal;
    document.body.classList.toggle("past", at !== null);
    if (!this.about.journal) return;
    if (at === null) {
      const words = since === null ? "The present" : `The present; compared with after record ${since}`;
      byID("moment-words").textContent = words;
      byID("moment-words").classList.remove("failed");
      byID("earlier").disabled = journal.last <= journal.earliest;
      byID("later").disabled = true;
      byID("present").hidden = true;
      return;
    }
    const time = clock(journal.time(at));
    const words = time ? `The past: after record ${at}, ${time}`
      : at <= journal.earliest ? `The past: before record ${journal.earliest + 1}, the first that is kept` : `The past: after record ${at}`;
    byID("moment-words").textContent = problem ?? (since === null ? words : `${words}; compared with after record ${since}`);
    byID("moment-words").classList.toggle("failed", Boolean(problem));
    byID("earlier").disabled = at <= journal.earliest;
    byID("later").disabled = at >= journal.last;
    byID("present").hidden = at === this.present;
    byID("present").textContent = this.about.live ? "Now" : "To the end";
  }

  // Shows the view anew, at most once a second: what a person reads must not flicker.
  showSoon() {
    if (this.waiting) return;
    const wait = Math.max(0, 1_000 - (performance.now() - (this.shownAt ?? -1_000)));
    this.waiting = setTimeout(() => {
      this.waiting = null;
      this.shownAt = performance.now();
      this.showView();
    }, wait);
  }

  showName() {
    document.title = `${this.about.name} – modeltree`;
    byID("name").textContent = "";
    add(byID("name"), this.about.name);
    byID("tab-time").hidden = !this.about.journal;
  }

  get chosen() { return this.tree_.chosen; }

  // Asks a command at the moment that is looked at, or at another.
  ask(words, { at = this.place.at, confirmed = false } = {}) {
    return this.source.command(words, { at, confirmed }).then((reply) => {
      if (reply.answer === null) throw new Failure(reply.notes.at(-1) ?? "The command answers nothing.");
      return reply;
    });
  }

  check(name, text) {
    return this.source.check(name, text, this.place.at).then((reply) => {
      if (reply.answer === null) throw new Failure(reply.notes.at(-1) ?? "The spec cannot be checked.");
      return reply;
    });
  }

  // A spec of the same name takes the place of the one before.
  addSpec(name, text) {
    this.droppedSpecs = [...this.droppedSpecs.filter((each) => each.name !== name), { name, text }];
  }

  showAgain() {
    this.shown = null;
    this.showView();
  }

  // The beginning of a command as it is typed.
  command(name) {
    const { at } = this.place;
    return ["modeltree", name, this.about.target, ...(at === null ? [] : ["--at", String(at)])];
  }

  // MARK: The address

  async applyPlace() {
    const { place } = this;
    const position = place.node === null ? -1 : this.tree.position(place.node);
    this.tree_.choose(position < 0 ? this.chosen : position, true);
    byID("query").value = place.query;
    byID("filter").value = place.filter;
    if (place.query) await this.search(false);
    else this.found = null;
    this.filter();
    this.showView();
  }

  go(changes, isStep = true) {
    Object.assign(this.place, changes);
    this.place.node = this.tree.id(this.chosen);
    writePlace(this.place, isStep);
    this.showView();
  }

  listen() {
    addEventListener("popstate", async () => {
      if (!this.tree) return;
      const { at, since } = this.place;
      this.readPlace();
      if (this.place.at !== at || this.place.since !== since) await this.load();
      this.applyPlace();
    });
    byID("earlier").addEventListener("click", () => this.lookAt((this.place.at ?? this.journal.last) - 1));
    byID("later").addEventListener("click", () => this.lookAt(this.place.at + 1));
    byID("present").addEventListener("click", () => this.lookAt(null, true));
    this.tree_.addEventListener("choose", () => this.go({}, false));
    this.tree_.addEventListener("drawn", () => { byID("levels").textContent = this.tree_.levels ?? ""; });
    for (const tab of document.querySelectorAll("[role=tab]")) {
      tab.addEventListener("click", () => this.go({ view: tab.dataset.view }));
    }
    document.querySelector("[role=tablist]").addEventListener("keydown", (event) => this.pressTab(event));
    byID("search").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submitSearch();
    });
    byID("before").addEventListener("click", () => this.step(-1));
    byID("query").addEventListener("search", () => { if (!byID("query").value) this.submitSearch(); });
    byID("filter").addEventListener("change", () => {
      this.place.filter = byID("filter").value;
      this.filter();
      this.go({}, false);
    });
    byID("fewer").addEventListener("click", () => this.tree_.openLevels(this.tree_.levels - 1));
    byID("more").addEventListener("click", () => this.tree_.openLevels(this.tree_.levels + 1));
    byID("all").addEventListener("click", () => this.tree_.openLevels(this.tree.deepest));
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      // On a narrow page the tree is a view of its own.
      if (!this.tree_.checkVisibility()) this.go({ view: "tree" });
      this.tree_.focus();
    });
    addEventListener("resize", () => this.showTab());
    const paper = matchMedia("print");
    paper.addEventListener("change", () => this.print(paper.matches));
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
      event.preventDefault();
      byID("query").select();
    });
  }

  // What is drawn by hand is drawn anew for paper, and again for the screen.
  print(isPrinted) {
    if (document.documentElement.classList.toggle("printed", isPrinted) === this.isPrinted) return;
    this.isPrinted = isPrinted;
    for (const each of document.querySelectorAll("model-tree, record-list, tree-diagram, time-line")) each.print(isPrinted);
  }

  // MARK: Views

  showView() {
    const { view } = this.place;
    document.body.dataset.view = view;
    for (const tab of document.querySelectorAll("[role=tab]")) {
      const isShown = tab.dataset.view === view;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    }
    this.showTab();
    byID("panel").setAttribute("aria-labelledby", `tab-${view}`);
    this.showPath();
    // What does not depend on the model stays as it is.
    if (view === "time") {
      const shown = document.querySelector("time-view");
      this.shown = null;
      if (shown) return shown.update();
    }
    // What does not depend on the model stays as it is; of the diagram, the frame around the model moves.
    const isOfTree = view === "routes" || view === "findings"
      || view === "diagram" && (!this.place.message || this.place.since !== null);
    const { at, since, message } = this.place;
    const key = [view, this.tree.revision, at, view === "diagram" ? since : "", isOfTree ? "" : this.chosen, message].join();
    if (this.shown === key) return document.querySelector("tree-diagram")?.draw();
    if (view !== "time") this.shown = key;
    if (view !== "route" && view !== "diagram") this.tree_.follow(new Map());
    byID("panel").replaceChildren();
    add(byID("panel"), views[view](this, this.chosen));
  }

  // On a narrow page the tabs are scrolled.
  showTab() {
    document.querySelector("[role=tab][aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  pressTab(event) {
    const tabs = Array.from(document.querySelectorAll("[role=tab]")).filter((tab) => tab.offsetParent);
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    tab.focus();
    tab.click();
  }

  showPath() {
    const path = this.tree.path(this.chosen);
    const parts = path.length > 12 ? [...path.slice(0, 4), null, ...path.slice(-7)] : path;
    byID("path").replaceChildren(make("ol", {}, parts.map((position) =>
      make("li", {}, position === null ? "…" : this.modelButton(position)))));
    byID("path").scrollTop = byID("path").scrollHeight;
  }

  choose(position) {
    if (position < 0) return;
    this.tree_.choose(position, true);
    this.go({});
  }

  explain(message, position) {
    if (position !== this.chosen) this.tree_.choose(position, true);
    this.shown = null;
    this.go({ view: "route", message });
  }

  // MARK: Search

  async submitSearch() {
    const query = byID("query").value.trim();
    if (query === this.place.query && this.found?.length) return this.step(1);
    this.place.query = query;
    await this.search(true);
    this.filter();
    this.go({}, false);
  }

  async search(isFirst) {
    const { query } = this.place;
    const count = byID("count");
    this.found = null;
    if (!query) {
      count.textContent = "";
    } else {
      try {
        const reply = await this.source.matches(query, this.place.at);
        this.found = reply.positions;
        count.textContent = reply.positions.length ? "" : reply.notes.at(-1) ?? "none";
        count.title = reply.notes.join("\n");
      } catch (error) {
        count.textContent = error.message;
      }
    }
    byID("before").disabled = !this.found?.length;
    this.tree_.match(this.found);
    if (!this.found?.length) return;
    if (isFirst) this.step(1, true);
    else this.sayMatch();
  }

  // Goes to the next match behind the chosen model, or before it.
  step(by, isHereAllowed) {
    const { found } = this;
    if (!found?.length) return;
    const low = placeOf(found, by > 0 && !isHereAllowed ? this.chosen + 1 : this.chosen);
    const at = by > 0 ? low % found.length : (low - 1 + found.length) % found.length;
    this.tree_.choose(found[at], true);
    this.go({}, false);
    this.sayMatch();
  }

  sayMatch() {
    let at = -1;
    if (this.tree_.matched?.[this.chosen]) at = placeOf(this.found, this.chosen);
    const total = this.found.length.toLocaleString("en");
    byID("count").textContent = at < 0 ? total : `${(at + 1).toLocaleString("en")} of ${total}`;
  }

  filter() {
    const { tree } = this;
    const tests = {
      handles: (i) => tree.has("handles", i), raises: (i) => tree.has("raises", i),
      session: (i) => tree.isSession(i), matches: (i) => this.tree_.matched?.[i] === 1,
    };
    const test = tests[this.place.filter];
    if (test || this.tree_.kept) this.tree_.keep(test);
  }

  // MARK: Models and places

  modelButton(position, words) {
    const label = this.tree.label(position);
    return make("button", {
      type: "button", class: "model", click: () => this.choose(position),
      title: `#${this.tree.id(position)}`,
    }, words ?? `${this.tree.type(position)}${label === null ? "" : ` "${label}"`}`);
  }

  modelByID(id, words) {
    const position = this.tree.position(id);
    return position < 0 ? make("span", {}, words ?? `#${id}`) : this.modelButton(position, words);
  }

  // A file and line, as a link where the page was told an editor.
  sourcePlace(text) {
    const { editor } = this.about;
    const match = /^(.*):(\d+)(?: in .*)?$/.exec(text);
    if (!editor || !match) return make("code", { class: "place" }, text);
    const address = editor.replaceAll("{file}", encodeURI(match[1])).replaceAll("{line}", match[2]);
    const link = make("a", { class: "place" }, text);
    link.href = address;
    return link;
  }
}

new Page().begin();
