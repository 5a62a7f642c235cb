// What a row of the tree says behind a model's name.

import { grouped, make, messageChip } from "./words.js";

// What is shown of each of these; the model's own view shows all.
const shownChips = 6;

export function detailsOf(tree, position, isOpen) {
  const label = tree.quoted(position);
  const messages = Array.from(tree.records("handles", position, shownChips), (message) => messageChip(message));
  const services = tree.servicesOf(position).slice(0, shownChips);
  const representation = tree.representation(position);
  const state = tree.stateOf(position).slice(0, shownChips).map(([key, value]) => `${key} = ${value}`);
  return [
    label ? make("span.label", label + tree.age(position))
      : position === 0 && tree.ages.has(0) && make("span.note", tree.age(0).trim()),
    tree.isSession(position) && make("span.tag", "session"),
    messages, tree.countOf("handles", position) > shownChips && make("span.note", "…"),
    services.map((service) => make("span.tag", `service ${service}`)),
    representation && make("span.note", `▢ ${representation}`),
    state.length > 0 && make("span.note", `{${state.join(", ")}}`),
    !tree.isLeaf(position) && !isOpen && make("span.note", `+${grouped(tree.ends[position] - position - 1)}`),
  ];
}
