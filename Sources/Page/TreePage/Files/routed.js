// The diagram of a route for a page that can't ask: the tree, with the message's way marked.

import { eventSession } from "./walk.js";
import { counted, labeled } from "./words.js";

const roles = ["raiser", "source", "end", "taker"];

// A layout with a route, as `render --trace` marks it.
export function routedLayout(layout, tree, answer) {
  const { message, hops, receivers } = answer;
  const marks = new Map();
  const mark = (id, role, words) => {
    const known = marks.get(id) ?? { role, words: [] };
    if (roles.indexOf(role) > roles.indexOf(known.role)) known.role = role;
    known.words.push(words);
    marks.set(id, known);
  };
  const edges = new Map();
  mark(answer.from, "raiser", "raised here");
  if (hops) {
    hops.slice(0, -1).forEach((hop, index) => edges.set(hop.node, { hop: index + 1 }));
    if (answer.outcome === "handled") mark(answer.handler, "taker", "handled here");
    else mark(hops.at(-1).node, "end", answer.outcome === "uncaught" ? "uncaught: ends here" : "no model handles it");
  } else {
    const session = eventSession(tree, tree.position(answer.from));
    mark(tree.id(session), "source", "sent down from here");
    if (!receivers.length) mark(tree.id(session), "end", "no model is registered");
    receivers.forEach((id, index) => {
      mark(id, "taker", `receives it, ${ordinal(index + 1)}`);
      for (let at = tree.position(id); at > 0 && at !== session && !edges.has(tree.id(at)); at = tree.parents[at]) {
        edges.set(tree.id(at), { way: true });
      }
    });
  }
  const boxes = layout.boxes.map((box) => {
    const [found, edge] = [marks.get(box.node), edges.get(box.node)];
    if (!found && !edge) return box;
    const routed = { ...box };
    if (found) {
      const { role, words } = found;
      Object.assign(routed, { tone: role === "taker" || role === "end" ? role : message.kind, strong: true });
      const [last, ...before] = [...box.header].reverse();
      const isSession = tree.isSession(tree.position(box.node)) && last.ink === "note";
      routed.header = isSession ? [...before.reverse(), { ...last, text: [last.text, ...words].join(" · ") }]
        : [...box.header, { text: `  ${words.join(" · ")}`, ink: "note" }];
    }
    if (edge && box.line) Object.assign(routed, edge, { lineTone: message.kind });
    return routed;
  });
  const type = (id) => tree.type(tree.position(id));
  const named = (id) => {
    const label = tree.label(tree.position(id));
    return label === null ? type(id) : `${type(id)} "${label}"`;
  };
  const title = `${labeled({ ...message, label: tree.labelOf(message) })}, raised at ${named(answer.from)} — ${fate(tree, answer, type, named)}`;
  return { ...layout, boxes, title, description: `${title}. Explain tells why, model by model.` };
}

function fate(tree, { outcome, hops, handler, receivers, from }, type, named) {
  const session = () => tree.type(eventSession(tree, tree.position(from)));
  switch (outcome) {
    case "handled": return handler === from ? "handled by itself" : `handled by ${named(handler)} in ${counted(hops.length - 1, "hop")}`;
    case "uncaught": return `no model handles it; it ends uncaught in ${type(hops.at(-1).node)}`;
    case "unhandled": return `no model up to ${type(hops.at(-1).node)} handles it`;
    case "delivered": return `sent down from ${session()} to ${receivers.length === 1 ? type(receivers[0]) : counted(receivers.length, "model")}`;
    default: return `sent down from ${session()}, and no model is registered`;
  }
}

// `1st`, `2nd`, `11th`.
function ordinal(number) {
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${isTeen ? "th" : ["th", "st", "nd", "rd"][number % 10] ?? "th"}`;
}
