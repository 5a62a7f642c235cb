// The route of a message through a tree, as `trace --json` has it: for a page that can't ask.
//
// It is the one exception to deciding routes in one place; a test compares it with the command.

import { filled } from "./columns.js";
import { kinds, messageName } from "./words.js";

// How well a subscription matches, with why a model with no better one gets the message or not.
const matches = {
  none: "no-handlers", "other-domain": "other-domains", "other-code": "other-codes", domain: "domain", code: "code",
};
const matchOrder = Object.keys(matches);
// How near misses rank, as the command ranks them.
const ranks = { further: 0, elsewhere: 3, "other-code": 4, "other-kind": 5 };

// The answer for a message raised at a model; nothing where the name tells no message.
export function walkedRoute(tree, kind, name, position) {
  const message = messageNamed(tree, kind, name);
  if (!message || position < 0) return null;
  const walk = new Walk(tree, message);
  const answer = { message, from: tree.id(position) };
  const takers = new Set();
  if (kind === "event") {
    const session = eventSession(tree, position);
    for (let at = session; at < tree.ends[session]; at++) if (walk.decision(at).isTaken) takers.add(at);
    answer.receivers = Array.from(takers, (at) => tree.id(at));
    answer.outcome = takers.size ? "delivered" : "unheard";
  } else {
    answer.hops = [];
    answer.outcome = kind === "error" ? "uncaught" : "unhandled";
    for (let at = position; at >= 0; at = tree.parents[at]) {
      const { reason, isTaken } = walk.decision(at);
      answer.hops.push({ node: tree.id(at), verdict: isTaken ? "handled" : "passed", reason });
      if (!isTaken) continue;
      Object.assign(answer, { outcome: "handled", handler: tree.id(at) });
      takers.add(at);
      break;
    }
  }
  const last = answer.hops ? tree.position(answer.hops.at(-1).node) : 0;
  return { ...answer, near: walk.near(position, takers, last) };
}

class Walk {
  constructor(tree, message) {
    this.tree = tree;
    this.kind = kinds.indexOf(message.kind);
    this.domain = message.domain;
    this.code = message.code;
    this.isEvent = message.kind === "event";
    // Strings by their numbers: whether each is the domain or the code.
    this.known = new Map();
  }

  is(number, name) {
    let found = this.known.get(number);
    if (found === undefined) this.known.set(number, found = this.tree.string(number));
    return found === name;
  }

  // How a subscription compares with the message.
  match(at) {
    const { handles } = this.tree;
    if (!this.is(handles[at + 1], this.domain)) return "other-domain";
    if (!handles[at + 2]) return "domain";
    return this.is(handles[at + 2], this.code) ? "code" : "other-code";
  }

  // Whether a model gets the message, and why.
  decision(position) {
    let best = "none";
    const [start, end] = this.tree.range("handles", position);
    for (let index = start; index < end; index++) {
      if (this.tree.handles[5 * index] !== this.kind) continue;
      const match = this.match(5 * index);
      if (matchOrder.indexOf(match) > matchOrder.indexOf(best)) best = match;
    }
    return { reason: matches[best], isTaken: best === "domain" || best === "code" };
  }

  // The subscriptions that nearly got the message: by rank, then the nearest to the raiser first.
  near(raiser, takers, last) {
    const { tree } = this;
    const found = [];
    for (let position = 0; position < tree.count; position++) {
      const [start, end] = tree.range("handles", position);
      for (let index = start; index < end; index++) {
        const why = this.miss(position, 5 * index, raiser, takers, last);
        if (why) found.push([ranks[why], position, index, why]);
      }
    }
    if (!found.length) return [];
    const steps = this.steps(raiser);
    found.sort((one, other) => one[0] - other[0] || steps[one[1]] - steps[other[1]] || one[1] - other[1] || one[2] - other[2]);
    return found.map(([, position, index, why]) => {
      const { kind, domain, code, source } = tree.strings.message(tree.handles, index);
      return filled({ node: tree.id(position), why, kind, domain, code, source });
    });
  }

  // Why a subscription did not get the message; nothing where it did, or has nothing to do with it.
  miss(position, at, raiser, takers, last) {
    const { tree } = this;
    const match = this.match(at);
    if (tree.handles[at] !== this.kind) return match === "code" ? "other-kind" : null;
    if (takers.has(position) || match === "other-domain") return null;
    const isOnTheWay = !this.isEvent && position <= raiser && raiser < tree.ends[position];
    if (match === "other-code") return isOnTheWay && position >= last ? "other-code" : null;
    return isOnTheWay ? "further" : "elsewhere";
  }

  // How many steps lead from a model to each.
  steps(raiser) {
    const { tree } = this;
    const steps = new Int32Array(tree.count);
    for (let at = raiser, count = 0; at >= 0; at = tree.parents[at]) steps[at] = count++;
    for (let at = 1; at < tree.count; at++) {
      if (raiser < at || raiser >= tree.ends[at]) steps[at] = steps[tree.parents[at]] + 1;
    }
    return steps;
  }
}

// The session from which an event travels: the nearest one above its raiser, or else the root.
export function eventSession(tree, raiser) {
  for (let at = tree.parents[raiser]; at >= 0; at = tree.parents[at]) if (tree.isSession(at)) return at;
  return 0;
}

// The message of a kind that a name tells: domain and code or label, or one of these alone where only one
// message has it.
function messageNamed(tree, kind, name) {
  const known = tree.knownMessages().filter((each) => each.kind === kind);
  const only = (test) => {
    const found = known.filter(test);
    return found.length === 1 ? found[0] : null;
  };
  const found = known.find((each) => messageName(each) === name) ?? only((each) => `${each.domain}.${each.label}` === name)
    ?? only((each) => each.code === name) ?? only((each) => each.label === name);
  if (found) return { kind, domain: found.domain, code: found.code };
  const dot = name.lastIndexOf(".");
  return dot > 0 ? { kind, domain: name.slice(0, dot), code: name.slice(dot + 1) } : null;
}
