// Where answers come from in a page without a server: it was exported with them, or works them out.

import { emptyTree, Tree } from "./columns.js";
import { difference } from "./differences.js";
import { open } from "./page.js";
import { routedLayout } from "./routed.js";
import { Failure, isSelector } from "./source.js";
import { positionsContaining } from "./text.js";
import { walkedRoute } from "./walk.js";
import { idOf, parsed } from "./words.js";

class ExportedAnswers {
  constructor(data) { this.data = data; }

  async about() {
    const { about, journal } = this.data;
    return { ...about, exported: true, moments: journal && { held: journal.moments.length, all: journal.allMoments } };
  }

  // The tree at the end, or at the latest moment that is held and not later than another.
  async tree(at) {
    this.shown = this.treeAt(at);
    return this.shown;
  }

  async olderTree() { throw new Failure("This page was exported without the older tree. The command below shows it."); }

  treeAt(at) {
    if (this.data.about.noTree) return emptyTree();
    if (this.last?.at === at) return this.last.tree;
    const moment = this.moment(at);
    const tree = new Tree(bytesOf(moment.tree));
    // Labels and states may have changed since the moment that is held.
    if (moment.at < at) tree.asOf = moment.at;
    this.last = { at, tree };
    return tree;
  }

  // What is held of a moment; null is the end.
  moment(at) {
    if (at === null) return this.data;
    const { moments } = this.data.journal;
    const found = moments.findLast((moment) => moment.at <= at) ?? moments[0];
    if (found) return found;
    throw new Failure("This page was exported without the trees of the past. The command below shows them.");
  }

  async records() { return bytesOf(this.data.journal.records); }

  async command(words, { at = null } = {}) {
    const key = JSON.stringify(words).replaceAll('","', '", "');
    const compared = this.data.compared?.[key];
    if (compared) return compared;
    if (words[0] === "diff") {
      return this.difference(at, Number(words.find((word) => word.startsWith("--to="))?.slice("--to=".length)));
    }
    const moment = this.moment(at);
    // Of messages that no model took, what ended subscriptions is known.
    const asked = this.data.journal?.asked[at]?.[key];
    if (asked) return asked;
    if (words[0] === "trace") return this.walked(this.treeAt(at), ...words.slice(words.indexOf("--") + 1), words);
    const trace = words.indexOf("--trace");
    if (trace > 0) {
      const plain = await this.command(words.slice(0, trace), { at });
      const { answer } = this.walked(this.treeAt(at), words[trace + 1], words[trace + 2], words);
      return { ...plain, answer: routedLayout(plain.answer, this.treeAt(at), answer) };
    }
    const isEnd = at === null || at === this.data.about.end;
    // Of the last tree more answers are held than of those before. Problems may have come since a moment that is held.
    const answer = isEnd && this.data.answers[key] || (words[0] !== "problems" || moment.at === at) && moment.answers[key];
    if (answer) return answer;
    throw new Failure(words[0] === "render"
      ? "This page was exported without this diagram, to stay small. The command below draws it."
      : "This page was exported without that answer. The command below gives it.");
  }

  // Routes are walked here, in a tree of any size.
  walked(tree, kind, name, words) {
    const id = idOf(words.find((word) => word.startsWith("--from=#")).slice("--from=#".length));
    const answer = walkedRoute(tree, kind, name, tree.position(id));
    if (answer) return { notes: [], answer };
    throw new Failure(`No ${kind} of this tree is named '${name}'; write its domain as well: Domain.code.`);
  }

  // Of any two moments: the trees of both are there.
  difference(at, to) {
    const [old, young] = [this.treeAt(at), this.treeAt(to)];
    const notes = old.tree === young.tree ? []
      : ["note: the app has opened another tree since; the command below matches models by path and shape"];
    return { notes, answer: difference(old, young) };
  }

  async matches(query) {
    const found = isSelector(query) ? positionsMatching(this.shown, query) : positionsContaining(this.shown, query);
    const problem = found === null
      ? "an exported page finds words, names, ids, [session] and [leaf]; “modeltree find” finds all"
      : `no model ${isSelector(query) ? "matches" : "contains"} '${query}'`;
    return { positions: Int32Array.from(found ?? []), notes: found?.length ? [] : [problem] };
  }

  watch() {}
}

// The models that match a name with * and ?, an id, or one test; other selectors need a server.
function positionsMatching(tree, selector) {
  const all = Array.from({ length: tree.count }, (_, position) => position);
  const id = /^#(\d+)$/.exec(selector);
  if (id) return [tree.position(idOf(id[1]))].filter((position) => position >= 0);
  if (selector === "[session]") return all.filter((position) => tree.isSession(position));
  if (selector === "[leaf]") return all.filter((position) => tree.isLeaf(position));
  if (!/^[^/#[\]{}\\,]+$/.test(selector)) return null;
  const pattern = new RegExp("^" + selector.replace(/[.+^$()|]/g, "\\$&")
    .replaceAll("*", "[^]*").replaceAll("?", "[^]") + "$", "iu");
  const types = new Set(Array.from(new Set(tree.types)).filter((type) => pattern.test(tree.string(type))));
  return all.filter((position) => types.has(tree.types[position]));
}

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

open(new ExportedAnswers(parsed(globalThis.modelTreeExport)));
