// The page: what is looked at, and the views that show it.

import { diagramView } from "./diagram.js";
import { modelView } from "./model.js";
import { readPlace, takeToken, writePlace } from "./place.js";
import { routeView } from "./route.js";
import { ExportedAnswers, Failure, Server } from "./source.js";
import { findingsView, routesView } from "./tables.js";
import { add, counted, make } from "./words.js";
import "./tree.js";

const views = {
  tree: modelView, model: modelView, route: routeView, routes: routesView, findings: findingsView,
  diagram: diagramView,
};
const byID = (id) => document.getElementById(id);

class Page {
  async begin() {
    this.tree_ = byID("tree");
    const data = globalThis.modelTreeExport;
    const token = data ? null : takeToken();
    if (!data && !token) {
      return this.fail("The address has no token. Open the one that “modeltree page” printed.");
    }
    this.source = data ? new ExportedAnswers(data) : new Server(token);
    this.place = readPlace();
    if (!views[this.place.view]) this.place.view = "model";
    this.listen();
    try {
      this.about = await this.source.about();
      this.showName();
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

  // Takes the tree as it is now.
  async load() {
    this.tree = await this.source.tree();
    this.tree_.show(this.tree);
    this.say();
  }

  say(problem) {
    const words = problem ?? `${counted(this.tree.count, "model")}${this.about.live ? " · live"
      : this.about.exported ? " · exported" : " · dump"}`;
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
    if (state.revision !== this.tree.revision) {
      const { name } = this.about;
      this.about = await this.source.about();
      if (this.about.name !== name) this.showName();
      await this.load();
      if (this.place.query) await this.search(false);
      this.filter();
      this.showSoon();
    }
    this.say(state.failure ? `${state.failure}; what is shown is the last that was seen` : null);
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
  }

  get chosen() { return this.tree_.chosen; }

  ask(words, isConfirmed) {
    return this.source.command(words, isConfirmed).then((reply) => {
      if (reply.answer === null) throw new Failure(reply.notes.at(-1) ?? "The command answers nothing.");
      return reply;
    });
  }

  // The beginning of a command as it is typed.
  command(name) { return ["modeltree", name, this.about.target]; }

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
    addEventListener("popstate", () => {
      this.place = readPlace();
      if (!views[this.place.view]) this.place.view = "model";
      if (this.tree) this.applyPlace();
    });
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
      this.tree_.focus();
    });
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
      event.preventDefault();
      byID("query").select();
    });
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
    byID("panel").setAttribute("aria-labelledby", `tab-${view}`);
    this.showPath();
    // What does not depend on the model stays as it is.
    const isOfTree = view === "routes" || view === "findings";
    const key = [view, this.tree.revision, isOfTree ? "" : this.chosen, this.place.message].join();
    if (view === "diagram" && !this.place.message && this.shown?.startsWith(`diagram,${this.tree.revision},`)
      && this.shown.endsWith(",")) {
      this.shown = key;
      return document.querySelector("tree-diagram")?.draw();
    }
    if (this.shown === key) return;
    this.shown = key;
    if (view !== "route" && view !== "diagram") this.tree_.follow(new Map());
    byID("panel").replaceChildren();
    add(byID("panel"), views[view](this, this.chosen));
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
        const reply = await this.source.matches(query);
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
    let low = 0;
    let high = found.length;
    const wanted = by > 0 && !isHereAllowed ? this.chosen + 1 : this.chosen;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (found[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    const at = by > 0 ? low % found.length : (low - 1 + found.length) % found.length;
    this.tree_.choose(found[at], true);
    this.go({}, false);
    this.sayMatch();
  }

  sayMatch() {
    let at = -1;
    if (this.tree_.matched?.[this.chosen]) at = this.found.indexOf(this.chosen);
    const total = this.found.length.toLocaleString("en");
    byID("count").textContent = at < 0 ? total : `${(at + 1).toLocaleString("en")} of ${total}`;
  }

  filter() {
    const { tree } = this;
    const tests = {
      handles: (i) => tree.has("handles", i), raises: (i) => tree.has("raises", i),
      session: (i) => tree.isSession(i), matches: (i) => this.tree_.matched?.[i] === 1,
    };
    this.tree_.keep(tests[this.place.filter]);
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
    const match = /^(.*):(\d+)$/.exec(text);
    if (!editor || !match) return make("code", { class: "place" }, text);
    const address = editor.replaceAll("{file}", encodeURI(match[1])).replaceAll("{line}", match[2]);
    const link = make("a", { class: "place" }, text);
    link.href = address;
    return link;
  }
}

new Page().begin();
