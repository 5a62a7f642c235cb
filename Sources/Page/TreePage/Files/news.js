// What is new in a tree since another of the same models, an earlier or a later one.

import { grouped, make } from "./words.js";

const newsWords = { added: "+ new", gone: "− gone", moved: "> moved", changed: "~ changed" };

export class News {
  constructor(tree, past, isLater = false) {
    Object.assign(this, { tree, past, isLater });
    // By the id of a model, how many of those below it are in the other tree alone.
    this.lost = new Map();
    for (let i = 1; i < past.count; i++) {
      if (tree.position(past.id(i)) >= 0) continue;
      const parent = past.id(past.parents[i]);
      this.lost.set(parent, (this.lost.get(parent) ?? 0) + 1);
    }
  }

  // What has become of a model; nothing where it is as it was.
  of(position) {
    const { past, tree } = this;
    const old = past.position(tree.id(position));
    if (old < 0) return this.isLater ? "gone" : "added";
    if (position > 0 && past.id(past.parents[old]) !== tree.id(tree.parents[position])) return "moved";
    return past.signature(old) === tree.signature(position) ? null : "changed";
  }

  // The same of a model and those below it, in words.
  element(position, change) {
    const lost = this.lost.get(this.tree.id(position));
    const all = [newsWords[change], lost ? this.isLater ? `+ ${grouped(lost)} new` : `− ${grouped(lost)} left` : null].filter(Boolean);
    return all.length ? make("span", { class: `news ${change ?? ""}` }, all.join(" · ")) : null;
  }
}
