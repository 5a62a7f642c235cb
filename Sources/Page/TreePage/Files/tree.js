// The tree as a list of rows, of which only those exist that are seen.

import { placeOf } from "./columns.js";
import { detailsOf } from "./details.js";
import { News } from "./news.js";
import { renewChildren } from "./renew.js";
import { RowList, rowHeight } from "./rows.js";
import { add, make } from "./words.js";

// Rows that a first look opens, as levels allow.
const firstRows = 300;
// How long a change is shown, in milliseconds.
const changeTime = 3_000;
// Of the models above the first row, so many are named.
const mostAbove = 6;

class ModelTree extends RowList {
  constructor() {
    super();
    this.tree = null;
    this.rows = new Int32Array();
    this.chosen = 0;
    this.kept = null;
    this.matched = null;
    this.route = new Map();
    this.typed = "";
  }

  get listRole() { return "tree"; }

  // The names above the rows take one row.
  get covered() { return rowHeight; }

  connectedCallback() {
    super.connectedCallback();
    if (this.above) return;
    // Whoever hears the page is told the level of each row.
    this.above = make("div.above", { "aria-hidden": "true" });
    this.above.addEventListener("click", (event) => {
      const { item } = event.target.closest("span") ?? {};
      if (item !== undefined) this.choose(item);
    });
    this.prepend(this.above);
  }

  drawNow() {
    super.drawNow();
    if (this.tree) renewChildren(this.above, this.namesAbove());
  }

  // The models around the first row that is seen whole, where these are scrolled away.
  namesAbove() {
    const { tree } = this;
    const first = this.scrollTop ? this.rows[Math.ceil(this.scrollTop * this.step / rowHeight) + 1] : undefined;
    const names = [];
    for (let at = tree.parents[first] ?? -1; at >= 0; at = tree.parents[at]) {
      if (names.length === mostAbove) {
        names.unshift(make("i", "…"));
        break;
      }
      names.unshift(Object.assign(make("span", tree.type(at)), { item: at }));
    }
    return names;
  }

  // Shows a tree and its chosen model; if wanted, what differs from the tree before is marked for a moment.
  show(tree, chosen, isMarked = false) {
    const before = this.tree;
    const opened = before && this.opened;
    this.tree = tree;
    this.chosen = chosen;
    if (before?.tree === tree.tree) this.carryOver(before, opened, isMarked);
    else {
      this.older = this.news = null;
      this.opened = new Uint8Array(tree.count);
      this.setLevels(this.firstLevels());
      this.openAbove(chosen);
    }
    this.kept = null;
    this.matched = null;
    this.list();
  }

  // What was open stays open, and what is new may be marked.
  carryOver(before, opened, isMarked) {
    const { tree } = this;
    this.opened = new Uint8Array(tree.count);
    for (let i = 0; i < tree.count; i++) {
      const old = before.position(tree.id(i));
      this.opened[i] = old >= 0 && !before.isLeaf(old) ? opened[old] : 1;
    }
    this.route = carried(this.route, before, tree);
    if (this.older) return;
    clearTimeout(this.calm);
    this.news = isMarked ? new News(tree, before) : null;
    if (isMarked) this.calm = setTimeout(() => {
      this.news = null;
      this.draw();
    }, changeTime);
  }

  // Marks what differs from another tree, an earlier or a later one, for as long as both are compared;
  // null ends it.
  compare(other, isLater) {
    const next = other?.tree === this.tree.tree ? other : null;
    if (!next && !this.older) return;
    clearTimeout(this.calm);
    this.older = next;
    this.news = next && new News(this.tree, next, isLater);
    this.draw();
  }

  // As many levels as make a list that is read at once.
  firstLevels() {
    const { tree } = this;
    const counts = new Int32Array(tree.deepest + 1);
    for (let i = 0; i < tree.count; i++) counts[tree.depths[i]]++;
    let sum = 0;
    for (let level = 0; level <= tree.deepest; level++) {
      sum += counts[level];
      if (sum > firstRows && level > 1) return level - 1;
    }
    return tree.deepest;
  }

  openLevels(levels) {
    this.setLevels(levels);
    // The chosen model would vanish otherwise; the nearest above it that is left is chosen.
    const { tree } = this;
    let at = this.chosen;
    while (tree.depths[at] > this.levels) at = tree.parents[at];
    this.list();
    if (at !== this.chosen) this.choose(at);
  }

  setLevels(levels) {
    const { tree, opened } = this;
    this.levels = Math.max(0, Math.min(levels, tree.deepest));
    for (let i = 0; i < tree.count; i++) opened[i] = tree.depths[i] < this.levels ? 1 : 0;
  }

  // Shows these models and those above them only; null shows all.
  keep(test) {
    const { tree } = this;
    this.kept = null;
    if (test) {
      this.kept = new Uint8Array(tree.count);
      for (let i = tree.count - 1; i >= 0; i--) {
        const isKept = test(i);
        if (isKept || this.kept[i]) {
          this.kept[i] = isKept ? 2 : 1;
          if (i > 0 && !this.kept[tree.parents[i]]) this.kept[tree.parents[i]] = 1;
        }
      }
    }
    this.list();
  }

  match(positions) {
    this.matched = null;
    if (positions) {
      this.matched = new Uint8Array(this.tree.count);
      for (const position of positions) this.matched[position] = 1;
    }
    this.draw();
  }

  // Marks the way of a message, and opens it where it is another one; null ends it.
  follow(route, key = null) {
    if (!route && !this.route.size) return;
    this.route = route ?? new Map();
    if (key !== this.followed) for (const position of this.route.keys()) this.openAbove(position);
    this.followed = key;
    this.list();
  }

  openAbove(position) {
    for (let at = this.tree.parents[position]; at >= 0; at = this.tree.parents[at]) {
      this.opened[at] = 1;
    }
  }

  // Finds the rows: models all of whose ancestors are open.
  list() {
    const { tree, opened, kept } = this;
    if (!tree) return;
    const rows = new Int32Array(tree.count);
    let count = 0;
    for (let i = 0; i < tree.count;) {
      if (kept && !kept[i]) { i = tree.ends[i]; continue; }
      rows[count++] = i;
      i = opened[i] ? i + 1 : tree.ends[i];
    }
    this.rows = rows.subarray(0, count);
    this.resize(count);
  }

  row(index) {
    const position = this.rows[index];
    const { tree } = this;
    const parent = tree.parents[position];
    const isLeaf = tree.isLeaf(position);
    const isOpen = this.opened[position] === 1;
    const step = this.route.get(position);
    const change = this.news?.of(position);
    const classes = [
      "row", position === this.chosen && "chosen", this.matched?.[position] && "matched",
      this.kept?.[position] === 1 && "between", step && `on-route ${step.role}`, change,
    ];
    const row = make("div", {
      class: classes.filter(Boolean).join(" "), role: "treeitem", id: `${this.dataset.rows ?? "row"}-${position}`,
      "aria-level": tree.depths[position] + 1, "aria-setsize": parent < 0 ? 1 : tree.childCounts[parent],
      "aria-posinset": tree.places[position], "aria-selected": String(position === this.chosen),
      "aria-expanded": isLeaf ? null : String(isOpen),
    });
    row.item = position;
    row.key = tree.id(position);
    row.style.setProperty("--level", Math.min(tree.depths[position], 40));
    add(row,
      make("span.twisty", { "aria-hidden": "true" }, isLeaf ? "" : isOpen ? "▾" : "▸"),
      make("span", { class: tree.isSession(position) ? "name session" : "name" }, tree.type(position)),
      make("span.details", detailsOf(tree, position, isOpen)),
      step && make("span", { class: `step ${step.role}` }, step.text),
      this.news?.element(position, change));
    return row;
  }

  // MARK: Choosing

  choose(position, isSilent = false) {
    this.chosen = position;
    this.reveal(position);
    if (!isSilent) this.dispatchEvent(new CustomEvent("choose", { detail: position }));
  }

  reveal(position) {
    for (let at = this.tree.parents[position]; at >= 0; at = this.tree.parents[at]) {
      if (!this.opened[at]) { this.openAbove(position); this.list(); break; }
    }
    if (this.kept && !this.kept[position]) return this.draw();
    this.revealRow(placeOf(this.rows, position));
  }

  toggle(position, isOpen) {
    if (this.tree.isLeaf(position)) return;
    this.opened[position] = isOpen ?? !this.opened[position] ? 1 : 0;
    this.list();
    if (!this.opened[position] && this.chosen > position && this.chosen < this.tree.ends[position]) this.choose(position);
  }

  clicked(position, event) {
    // The middle of a row chooses it, whatever lies there.
    const { left, width } = event.target.closest(".row").getBoundingClientRect();
    const isMiddle = position !== this.chosen && Math.abs(left + width / 2 - event.clientX) < 4;
    const chip = isMiddle ? null : event.target.closest(".chip");
    if (event.target.closest(".twisty")) this.toggle(position);
    else if (chip) this.explain(position, chip);
    else this.choose(position);
  }

  // The route of a chip's message from the chosen model; a whole domain has none.
  explain(position, chip) {
    const at = Array.from(chip.closest(".row").querySelectorAll(".chip")).indexOf(chip);
    const message = Array.from(this.tree.records("handles", position, at + 1))[at];
    if (message?.code) this.dispatchEvent(new CustomEvent("explain", { detail: message }));
    else this.choose(position);
  }

  press(event) {
    const { tree, rows, chosen } = this;
    const row = placeOf(rows, chosen);
    const to = this.rowByKey(event.key, row);
    if (to !== undefined) {
      event.preventDefault();
      return this.choose(rows[to]);
    }
    switch (event.key) {
      case "ArrowRight":
        if (event.shiftKey) this.openAll(chosen);
        else if (tree.isLeaf(chosen)) break;
        else if (!this.opened[chosen]) this.toggle(chosen, true);
        else this.choose(rows[row + 1]);
        break;
      case "ArrowLeft":
        if (this.opened[chosen] && !tree.isLeaf(chosen)) this.toggle(chosen, false);
        else if (tree.parents[chosen] >= 0) this.choose(tree.parents[chosen]);
        break;
      case "*":
        for (const each of tree.children(Math.max(0, tree.parents[chosen]))) this.opened[each] = 1;
        this.list();
        break;
      case "Enter": case " ": this.choose(chosen); break;
      default:
        if (event.key.length !== 1 || event.key === "/") return;
        this.typeAhead(event.key, row);
    }
    event.preventDefault();
  }

  openAll(position) {
    this.opened.fill(1, position, this.tree.ends[position]);
    this.list();
  }

  // Goes to the next row whose name begins with what was typed.
  typeAhead(key, row) {
    clearTimeout(this.typing);
    this.typed += key.toLowerCase();
    this.typing = setTimeout(() => { this.typed = ""; }, 800);
    const start = this.typed.length === 1 ? row + 1 : row;
    for (let i = 0; i < Math.min(this.rows.length, 100_000); i++) {
      const position = this.rows[(start + i) % this.rows.length];
      if (this.tree.type(position).toLowerCase().startsWith(this.typed)) return this.choose(position);
    }
  }
}

// What is marked in a tree, at the same models of the next one.
function carried(marks, before, tree) {
  const found = new Map();
  for (const [position, mark] of marks) {
    const next = tree.position(before.id(position));
    if (next >= 0) found.set(next, mark);
  }
  return found;
}

customElements.define("model-tree", ModelTree);
