// Everything known of one model.

import { pathOf } from "./columns.js";
import { commandLine, copy } from "./command.js";
import { messageLink, modelButton, sourcePlace } from "./links.js";
import { renew } from "./renew.js";
import { longFrom, longList } from "./rows.js";
import { View } from "./view.js";
import { add, counted, grouped, make, messageName } from "./words.js";

export class ModelView extends View {
  constructor(app) {
    super(app);
    this.body = make("div.view");
    this.elements = [this.body];
  }

  update() {
    const { app } = this;
    renew(this.body, ...factsOf(app, app.chosen));
  }
}

function factsOf(app, position) {
  const { tree } = app;
  const list = make("dl.facts");
  const fact = (title, value) => {
    if (value) add(list, make("dt", title), make("dd", value));
  };
  const facts = (title, count, entry) => {
    if (!count) return;
    const entries = count > longFrom ? [longList(title, count, entry)] : Array.from({ length: count }, (_, at) => entry(at));
    add(list, make("dt", count > longFrom ? `${title} (${grouped(count)})` : title),
      entries.map((each) => make("dd", each)));
  };
  const messages = (name) => facts(name, tree.countOf(name, position), (at) => {
    const message = tree.recordOf(name, position, at);
    return make("span.line", messageLink(app, message, position), sourcePlace(message.source),
      app.about.journal && message.code
        && make("button.quiet", { click: () => app.showHistory(messageName(message)) }, "history"));
  });
  const label = tree.quoted(position);
  const services = tree.servicesOf(position);
  const state = tree.stateOf(position);
  const children = Array.from(tree.children(position));
  fact("id", `#${tree.id(position)}`);
  fact("label", label && label + tree.age(position));
  fact("parent", tree.parents[position] >= 0 && modelButton(app, tree.parents[position]));
  fact("session", tree.isSession(position) && "it is one");
  fact("below it", !tree.isLeaf(position) && counted(tree.ends[position] - position - 1, "model"));
  facts("services", services.length, (at) => services[at]);
  fact("representation", tree.representation(position));
  messages("handles");
  messages("raises");
  facts("state", state.length, (at) => make("span", make("b", state[at][0]), " = ", make("span", state[at][1]), tree.age(position)));
  fact("created at", sourcePlace(tree.source(position)));
  facts("children", children.length, (at) => modelButton(app, children[at]));
  return [
    make("h2", tree.type(position)), list,
    make("p.acts", { role: "group", "aria-label": "Copy" }, "Copy as", copies(app, position)),
    commandLine([...app.command("show"), `#${tree.id(position)}`]),
  ];
}

// Ids that are digits are written as the numbers that they are.
function exactIDs(key, value) {
  return ["id", "parent"].includes(key) && typeof value === "string" ? JSON.rawJSON(value) : value;
}

function copies(app, position) {
  const texts = {
    path: () => pathOf(app.tree, position), id: () => `#${app.tree.id(position)}`,
    JSON: () => JSON.stringify(app.tree.node(position), exactIDs), link: () => location.href,
  };
  return Object.entries(texts).map(([name, text]) =>
    make("button", { click: (event) => copy(text(), event.currentTarget) }, name));
}
