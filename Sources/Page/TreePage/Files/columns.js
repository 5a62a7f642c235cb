// The tree as the server writes it: columns of numbers over one buffer, read where they lie.

import { idOf, isSameMessage, kinds } from "./words.js";

// Deeper models are named by their type and id.
const deepestPath = 24;

export class Columns {
  constructor(buffer) {
    const size = new DataView(buffer).getUint32(0, true);
    this.buffer = buffer;
    this.start = 4 + size;
    this.head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  }

  get(name, Numbers) {
    const place = this.head.columns[name];
    return place ? new Numbers(this.buffer, this.start + place[0], place[1]) : null;
  }
}

// The first place in a list that ascends by a number where that is not below another.
export function placeOf(list, wanted, numberOf = (each) => each) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(list[middle]) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Strings by their numbers, each decoded when it is needed; 0 stands for none.
export class Strings {
  constructor(file) {
    this.ends = file.get("stringEnds", Uint32Array);
    this.bytes = file.get("strings", Uint8Array);
    this.known = new Map();
    this.decoder = new TextDecoder();
  }

  get count() { return this.ends ? this.ends.length - 1 : 0; }

  get(number) {
    if (!number) return null;
    let text = this.known.get(number);
    if (text === undefined) {
      if (this.known.size > 50_000) this.known.clear();
      text = this.decoder.decode(this.bytes.subarray(this.ends[number - 1], this.ends[number]));
      this.known.set(number, text);
    }
    return text;
  }

  message(column, index) {
    const at = 5 * index;
    return {
      kind: kinds[column[at]], domain: this.get(column[at + 1]), code: this.get(column[at + 2]),
      label: this.get(column[at + 3]), source: this.get(column[at + 4]),
    };
  }
}

export class Tree {
  constructor(buffer) {
    const file = new Columns(buffer);
    this.name = file.head.name ?? null;
    this.count = file.head.models;
    this.revision = file.head.revision;
    // As of which record all labels and states are, if older than the tree.
    this.asOf = null;
    // Which of the target's trees it is: ids name the same models in one tree only.
    this.tree = file.head.tree ?? 0;
    this.ids = file.get("ids", BigInt64Array);
    this.parents = file.get("parents", Int32Array) ?? new Int32Array();
    this.types = file.get("types", Uint32Array) ?? new Uint32Array();
    this.sessions = file.get("sessions", Uint8Array) ?? new Uint8Array();
    for (const name of ["labels", "representations", "sources", "handles", "raises", "messages",
      "services", "states"]) this[name] = file.get(name, Uint32Array);
    for (const name of ["handlesEnds", "raisesEnds", "serviceEnds", "stateEnds"]) {
      this[name] = file.get(name, Int32Array);
    }
    const ages = file.get("ages", Int32Array) ?? [];
    this.ages = new Map(Array.from(file.get("agedNodes", Int32Array) ?? [], (node, i) => [node, ages[i]]));
    this.strings = new Strings(file);
    this.measure();
  }

  get isAged() { return this.asOf !== null || this.ages.size > 0; }

  // As of which record a model's label and state are; null for the tree's own moment.
  asOfAt(position) { return this.ages.get(position) ?? this.asOf; }

  // What a model's label or state is followed by where it is older than the tree.
  age(position) {
    const record = this.asOfAt(position);
    return record === null ? "" : ` (as of #${record})`;
  }

  // Where each subtree ends, how deep each model lies, and which of its siblings it is.
  measure() {
    const { count, parents } = this;
    this.ends = new Int32Array(count);
    this.depths = new Int32Array(count);
    this.places = new Int32Array(count);
    this.childCounts = new Int32Array(count);
    this.deepest = 0;
    for (let i = 0; i < count; i++) {
      this.ends[i] = i + 1;
      const parent = parents[i];
      if (parent < 0) { this.places[i] = 1; continue; }
      this.depths[i] = this.depths[parent] + 1;
      if (this.depths[i] > this.deepest) this.deepest = this.depths[i];
      this.places[i] = ++this.childCounts[parent];
    }
    for (let i = count - 1; i > 0; i--) {
      const parent = parents[i];
      if (this.ends[i] > this.ends[parent]) this.ends[parent] = this.ends[i];
    }
  }

  string(symbol) { return this.strings.get(symbol); }

  id(position) { return this.ids ? idOf(this.ids[position]) : position + 1; }

  position(id) {
    if (!this.ids) return id >= 1 && id <= this.count ? id - 1 : -1;
    if (!this.byID) this.byID = new Map(Array.from(this.ids, (each, i) => [idOf(each), i]));
    return this.byID.get(id) ?? -1;
  }

  type(position) { return this.string(this.types[position]); }
  label(position) { return this.string(this.labels?.[position]); }
  // Its label as it is shown; empty where it has none.
  quoted(position) {
    const label = this.label(position);
    return label === null ? "" : `"${label}"`;
  }
  source(position) { return this.string(this.sources?.[position]); }
  representation(position) { return this.string(this.representations?.[position]); }
  isSession(position) { return this.sessions[position] === 1; }
  isLeaf(position) { return this.ends[position] === position + 1; }

  // Where a model's part of a list begins and ends.
  range(name, position) {
    const ends = this[`${name}Ends`];
    return ends ? [position ? ends[position - 1] : 0, ends[position]] : [0, 0];
  }

  countOf(name, position) {
    const [start, end] = this.range(name, position);
    return end - start;
  }

  recordOf(name, position, index) { return this.strings.message(this[name], this.range(name, position)[0] + index); }

  *records(name, position, limit = Infinity) {
    const count = Math.min(limit, this.countOf(name, position));
    for (let index = 0; index < count; index++) yield this.recordOf(name, position, index);
  }

  servicesOf(position) {
    return Array.from(this.services?.subarray(...this.range("service", position)) ?? [], (each) => this.string(each));
  }

  stateOf(position) {
    const [start, end] = this.range("state", position);
    return Array.from({ length: end - start }, (_, index) =>
      [0, 1].map((side) => this.string(this.states[2 * (start + index) + side])));
  }

  // A model as a dump has it.
  node(position) {
    const messages = (name) => Array.from(this.records(name, position), filled);
    return filled({
      id: this.id(position), parent: position ? this.id(this.parents[position]) : null, type: this.type(position),
      label: this.label(position), session: this.isSession(position) || null, services: this.servicesOf(position),
      representation: this.representation(position), handles: messages("handles"), raises: messages("raises"),
      source: this.source(position), state: Object.fromEntries(this.stateOf(position)),
    });
  }

  // The models above one, from the root down, and the model itself.
  path(position) {
    const path = [];
    for (let at = position; at >= 0; at = this.parents[at]) path.push(at);
    return path.reverse();
  }

  *children(position) {
    for (let at = position + 1; at < this.ends[position]; at = this.ends[at]) yield at;
  }

  // Each message once that the tree declares, handles or raises.
  knownMessages() {
    if (this.known) return this.known;
    const found = new Map();
    for (const column of [this.messages, this.handles, this.raises]) {
      for (let at = 0; column && at < column.length; at += 5) {
        if (!column[at + 2]) continue;
        const key = (column[at + 1] * 2 ** 25 + column[at + 2]) * 4 + column[at];
        const known = found.get(key);
        if (!known) found.set(key, [column, at / 5]);
        else if (column[at + 3] && !known[0][5 * known[1] + 3]) found.set(key, [column, at / 5]);
      }
    }
    this.known = Array.from(found.values(), ([column, index]) => this.strings.message(column, index));
    return this.known;
  }

  labelOf(message) { return this.knownMessages().find((each) => isSameMessage(each, message))?.label ?? null; }

  // What a row says, to see whether it has changed.
  signature(position) {
    const parts = [this.type(position), this.label(position), this.representation(position), this.isSession(position)];
    for (const name of ["handles", "raises"]) {
      for (const each of this.records(name, position)) parts.push(each.kind, each.domain, each.code);
      parts.push(name);
    }
    parts.push(...this.servicesOf(position), "state", ...this.stateOf(position).flat());
    return JSON.stringify(parts);
  }
}

// The tree of a journal that never has one.
export function emptyTree() {
  const head = new TextEncoder().encode('{"models": 0, "revision": 1, "columns": {}}');
  const bytes = new Uint8Array(4 + head.length);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  return new Tree(bytes.buffer);
}

// An object without what is not there.
export function filled(facts) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined
    && (typeof value !== "object" || Object.keys(value).length)));
}

// A selector that leads to a model alone.
export function pathOf(tree, position) {
  const path = tree.path(position);
  if (path.length > deepestPath) return `${tree.type(position)} #${tree.id(position)}`;
  return path.map((at) => {
    const parent = tree.parents[at];
    let place = 0;
    let count = 0;
    if (parent >= 0) {
      for (const child of tree.children(parent)) {
        if (tree.types[child] !== tree.types[at]) continue;
        count++;
        if (child <= at) place++;
      }
    }
    return `/${tree.type(at)}${count > 1 ? `[${place}]` : ""}`;
  }).join("");
}
