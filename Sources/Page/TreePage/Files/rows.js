// A list of rows, of which only those exist that are seen.

import { DrawnElement } from "./drawn.js";
import { renewChildren } from "./renew.js";
import { isShortcut, make } from "./words.js";

export const rowHeight = 28;
// A browser's element is so high at most; beyond, the list is scrolled in larger steps.
const mostPixels = 12_000_000;
// A list on paper is so high at most.
const paperHeight = 960;

// What shows rows of one height: it knows how many there are, and makes each when it is seen.
export class RowList extends DrawnElement {
  connectedCallback() {
    this.observe(this);
    if (this.layer) return;
    this.setAttribute("role", this.listRole);
    this.tabIndex = 0;
    this.layer = make("div.layer", { role: "presentation" });
    this.spacer = make("div.spacer", { role: "presentation" }, this.layer);
    this.append(this.spacer);
    this.addEventListener("scroll", () => this.draw());
    this.addEventListener("keydown", (event) => { if (this.total && !isShortcut(event)) this.press?.(event); });
    this.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row) this.clicked?.(row.item, event);
    });
  }

  resize(count) {
    this.total = count * rowHeight;
    this.height = Math.min(this.total, mostPixels);
    this.spacer.style.height = `${this.height}px`;
    this.draw();
  }

  // The height of what covers the first rows of a list that is scrolled, in pixels.
  get covered() { return 0; }

  // The ratio of a row's place to how far the list is scrolled.
  get step() {
    const room = this.height - this.clientHeight;
    return room > 0 ? (this.total - this.clientHeight) / room : 1;
  }

  // On paper, the rows of a page are seen.
  print(isPrinted) {
    this.least = isPrinted ? paperHeight : 0;
    this.drawNow();
  }

  drawNow() {
    if (this.total === undefined) return;
    const height = Math.max(this.clientHeight, this.least ?? 0);
    const top = this.scrollTop * this.step;
    const first = Math.max(0, Math.floor(top / rowHeight) - 2);
    const last = Math.min(this.total / rowHeight, first + Math.ceil(height / rowHeight) + 5);
    this.layer.style.transform = `translateY(${this.scrollTop - (top - first * rowHeight)}px)`;
    const rows = [];
    for (let index = first; index < last; index++) rows.push(this.row(index));
    renewChildren(this.layer, rows);
    const active = this.layer.querySelector(":scope > [aria-selected=true]");
    if (active) this.setAttribute("aria-activedescendant", active.id);
    else this.removeAttribute("aria-activedescendant");
    this.dispatchEvent(new CustomEvent("drawn"));
  }

  // Scrolls so that a row is seen: it moves no further than it must, or into the middle.
  revealRow(index) {
    const place = index * rowHeight;
    const top = this.scrollTop * this.step + this.covered;
    const height = this.clientHeight - this.covered;
    if (place < top || place + rowHeight > top + height) {
      const room = place < top && top - place < 3 * rowHeight ? 0
        : place > top && place - top - height < 3 * rowHeight
          ? height - rowHeight : Math.round(height / 2 / rowHeight) * rowHeight;
      this.scrollTop = (place - room - this.covered) / this.step;
    }
    this.draw();
  }

  // The row to which a key leads from another; nothing where the key leads nowhere.
  rowByKey(key, row) {
    const page = Math.max(1, Math.floor(this.clientHeight / rowHeight) - 1);
    const last = this.total / rowHeight - 1;
    const to = {
      ArrowDown: row + 1, ArrowUp: row - 1, PageDown: row + page, PageUp: row - page, Home: 0, End: last,
    }[key];
    return to === undefined ? undefined : Math.max(0, Math.min(last, to));
  }
}

// Lists with more entries are windows.
export const longFrom = 60;
const mostSeen = 12;

// A list of any length inside a view.
class LongList extends RowList {
  get listRole() { return "list"; }

  connectedCallback() {
    super.connectedCallback();
    this.take(this.count, this.entry);
  }

  take(count, entry) {
    Object.assign(this, { count, entry });
    this.style.height = `${Math.min(count, mostSeen) * rowHeight + 2}px`;
    this.resize(count);
  }

  renewFrom(next) {
    this.ariaLabel = next.ariaLabel;
    this.take(next.count, next.entry);
  }

  row(index) {
    const row = make("div.row", { role: "listitem", "aria-setsize": this.count, "aria-posinset": index + 1 },
      this.entry(index));
    row.key = index;
    return row;
  }
}

customElements.define("long-list", LongList);

// A list of entries that are made when they are seen.
export function longList(title, count, entry) {
  return Object.assign(make("long-list", { "aria-label": title }), { count, entry });
}

// The same; a few entries are a plain list.
export function listed(title, count, entry, list = "ul", item = "li") {
  return count > longFrom ? longList(title, count, entry)
    : make(list, Array.from({ length: count }, (_, at) => make(item, entry(at))));
}
