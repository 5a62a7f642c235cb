// The difference of two moments of one tree, as in `diff --json`, for a page that can't ask.

import { filled, pathOf, placeOf } from "./columns.js";

// The models of both are the same where their ids are.
export function difference(old, young) {
  const oldOf = counterparts(young, old);
  const youngOf = counterparts(old, young);
  const { moved, below } = moves(old, young, oldOf, youngOf);
  const answer = {
    removed: parts(old, youngOf), added: parts(young, oldOf), changed: [],
    moved: moved.map((position) => ({
      ...names(old, young, oldOf[position], position), below: below[position],
      get from() { return pathOf(old, oldOf[position]); }, get to() { return pathOf(young, position); },
    })),
  };
  for (let position = 0; position < young.count; position++) {
    if (oldOf[position] < 0 || old.signature(oldOf[position]) === young.signature(position)) continue;
    const changes = changesOf(old, oldOf[position], young, position);
    answer.changed.push({
      ...names(old, young, oldOf[position], position), changes, get path() { return pathOf(young, position); },
    });
  }
  answer.equal = !["removed", "added", "moved", "changed"].some((sort) => answer[sort].length);
  if (answer.equal && [old, young].some((tree) => tree.isAged)) {
    answer.note = "some labels and states are known only as of an earlier record";
  }
  return answer;
}

function names(old, young, before, after) {
  return { old: old.id(before), new: young.id(after), type: young.type(after) };
}

// For each model its position in the tree of another moment; below 0 where it is not there.
function counterparts(tree, other) {
  const found = new Int32Array(tree.count).fill(-1);
  if (tree.tree !== other.tree) return found;
  for (let position = 0; position < tree.count; position++) found[position] = other.position(tree.id(position));
  return found;
}

// The topmost models that have no counterpart.
function parts(tree, counterpart) {
  const found = [];
  const partOf = new Map();
  for (let position = 0; position < tree.count; position++) {
    if (counterpart[position] >= 0) continue;
    let part = partOf.get(tree.parents[position]);
    if (part) part.below++;
    else {
      part = { id: tree.id(position), type: tree.type(position), below: 0, get path() { return pathOf(tree, position); } };
      found.push(part);
    }
    partOf.set(position, part);
  }
  return found;
}

// The models with another parent or another place among siblings, and how many moved with each.
function moves(old, young, oldOf, youngOf) {
  const isMoved = new Uint8Array(young.count);
  const children = new Map();
  for (let position = 0; position < young.count; position++) {
    if (oldOf[position] < 0) continue;
    const [oldParent, parent] = [old.parents[oldOf[position]], young.parents[position]];
    const stays = oldParent < 0 || parent < 0 ? oldParent === parent : youngOf[oldParent] === parent;
    if (!stays) isMoved[position] = 1;
    else if (parent >= 0) {
      if (!children.has(parent)) children.set(parent, []);
      children.get(parent).push(position);
    }
  }
  for (const siblings of children.values()) {
    const places = siblings.map((position) => oldOf[position]);
    if (places.every((place, index) => !index || places[index - 1] < place)) continue;
    const kept = longestRise(places);
    siblings.forEach((position, index) => { if (!kept.has(index)) isMoved[position] = 1; });
  }
  const moved = [];
  const below = {};
  const top = new Int32Array(young.count).fill(-1);
  for (let position = 0; position < young.count; position++) {
    if (oldOf[position] < 0) continue;
    if (isMoved[position]) {
      top[position] = position;
      below[position] = 0;
      moved.push(position);
    } else if (young.parents[position] >= 0 && top[young.parents[position]] >= 0) {
      top[position] = top[young.parents[position]];
      below[top[position]]++;
    }
  }
  return { moved, below };
}

// The places of the longest rising sequence among different numbers.
function longestRise(numbers) {
  const ends = [];
  const before = [];
  numbers.forEach((number, place) => {
    const end = placeOf(ends, number, (other) => numbers[other]);
    before[place] = end ? ends[end - 1] : -1;
    ends[end] = place;
  });
  const kept = new Set();
  for (let place = ends.at(-1); place >= 0; place = before[place]) kept.add(place);
  return kept;
}

function changesOf(old, before, young, after) {
  const changes = [];
  const compare = (what, first, second, key) => {
    if (first !== second) changes.push(filled({ what, key, old: first, new: second }));
  };
  compare("type", old.type(before), young.type(after));
  compare("label", old.label(before), young.label(after));
  compare("session", old.isSession(before), young.isSession(after));
  compare("representation", old.representation(before), young.representation(after));
  const key = ({ kind, domain, code }) => JSON.stringify([kind, domain, code]);
  for (const what of ["handles", "raises"]) {
    const told = ({ source, ...message }) => filled({ ...message, source: what === "raises" ? null : source });
    compareAll(changes, what, Array.from(old.records(what, before)), Array.from(young.records(what, after)), key, told);
  }
  compareAll(changes, "service", old.servicesOf(before), young.servicesOf(after), (name) => name, (name) => name);
  const [values, present] = [new Map(old.stateOf(before)), new Map(young.stateOf(after))];
  for (const name of new Set([...present.keys(), ...values.keys()])) {
    compare("state", values.get(name), present.get(name), name);
  }
  const ages = filled({ oldAsOf: old.asOfAt(before), newAsOf: young.asOfAt(after) });
  for (const change of changes) if (change.what === "label" || change.what === "state") Object.assign(change, ages);
  return changes;
}

// What one list has more often than the other, what is gone first.
function compareAll(changes, what, old, young, key, told) {
  const surplus = (list, others, side) => {
    const counts = new Map();
    for (const other of others) counts.set(key(other), (counts.get(key(other)) ?? 0) + 1);
    for (const each of list) {
      const rest = counts.get(key(each)) ?? 0;
      counts.set(key(each), rest - 1);
      if (rest <= 0) changes.push({ what, [side]: told(each) });
    }
  };
  surplus(old, young, "old");
  surplus(young, old, "new");
}
