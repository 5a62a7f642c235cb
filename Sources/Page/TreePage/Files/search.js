// The field that searches models, and the filter of the tree.

import { placeOf } from "./columns.js";
import { commandLine } from "./command.js";
import { isSelector } from "./source.js";
import { byID, grouped, onClick } from "./words.js";

// A pause in typing after which words are looked for, in milliseconds.
const typingTime = 150;

export class Search {
  constructor(app, rows) {
    Object.assign(this, { app, rows, found: null });
    this.query = byID("query");
    this.count = byID("count");
    this.line = commandLine([]);
    byID("search").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    onClick("before", () => this.step(-1));
    // Words are looked for while they are typed; a selector that is half typed is none.
    this.query.addEventListener("input", () => {
      clearTimeout(this.typing);
      if (!isSelector(this.query.value)) this.typing = setTimeout(() => this.submit(true), typingTime);
    });
    this.query.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      this.step(-1);
    });
    this.query.addEventListener("search", () => { if (!this.query.value) this.submit(); });
    byID("filter").addEventListener("change", () => {
      app.place.filter = byID("filter").value;
      this.filter();
      app.go({}, false);
    });
  }

  visit() {
    const { place } = this.app;
    this.query.value = place.query;
    byID("filter").value = place.filter;
    return this.update();
  }

  // Searches anew, in the tree that is there now.
  async update() {
    await this.find(false);
    this.filter();
  }

  async submit(isTyped = false) {
    const { app } = this;
    clearTimeout(this.typing);
    const query = this.query.value.trim();
    if (query === app.place.query && this.found?.length) return isTyped ? null : this.step(1);
    // However often is looked while a query grows, it is from where it began.
    if (!app.place.query || !query.startsWith(app.place.query)) this.start = app.chosen;
    app.place.query = query;
    await this.find(true);
    this.filter();
    app.go({}, false);
  }

  async find(isFirst) {
    const { app, count } = this;
    const { query, at } = app.place;
    const { tree } = app;
    let found = null;
    let words = "";
    let notes = [];
    if (query) {
      try {
        const reply = await app.source.matches(query, at);
        if (tree !== app.tree || query !== app.place.query) return;
        found = reply.positions;
        notes = reply.notes;
        if (!found.length) words = notes.at(-1) ?? "none";
      } catch (error) {
        words = error.message;
      }
    }
    this.found = found;
    if (query) byID("path").before(this.line);
    else this.line.remove();
    this.line.words = [...app.command("find"), ...(isSelector(query) ? [] : ["--text"]), query];
    count.textContent = words;
    count.title = notes.join("\n");
    byID("before").disabled = !found?.length;
    this.rows.match(found);
    if (!found?.length) return;
    if (isFirst) this.step(1, true);
    else this.say();
  }

  // Goes to the next match behind the chosen model, or before it.
  step(by, isHereAllowed) {
    const { app, found } = this;
    if (!found?.length) return;
    const low = placeOf(found, isHereAllowed ? this.start : by > 0 ? app.chosen + 1 : app.chosen);
    const at = by > 0 ? low % found.length : (low - 1 + found.length) % found.length;
    app.choose(found[at]);
    if (!isHereAllowed) this.start = app.chosen;
    this.say();
  }

  say() {
    const { found } = this;
    let at = -1;
    if (this.rows.matched?.[this.app.chosen]) at = placeOf(found, this.app.chosen);
    const total = grouped(found.length);
    this.count.textContent = at < 0 ? total : `${grouped(at + 1)} of ${total}`;
  }

  filter() {
    const { tree } = this.app;
    const tests = {
      handles: (i) => tree.countOf("handles", i), raises: (i) => tree.countOf("raises", i),
      session: (i) => tree.isSession(i), matches: (i) => this.rows.matched?.[i] === 1,
    };
    const test = tests[this.app.place.filter];
    if (test || this.rows.kept) this.rows.keep(test);
  }
}
