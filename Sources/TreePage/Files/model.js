// Everything known of one model.

import { commandLine } from "./command.js";
import { explainButton, modelButton, sourcePlace } from "./links.js";
import { renew } from "./renew.js";
import { View } from "./view.js";
import { add, counted, make, messageChip } from "./words.js";

const mostChildren = 50;

export class ModelView extends View {
  constructor(app) {
    super(app);
    this.body = make("div", { class: "view" });
    this.elements = [this.body];
  }

  update() {
    const { app } = this;
    renew(this.body, ...factsOf(app, app.chosen));
  }
}

function factsOf(app, position) {
  const { tree } = app;
  const list = make("dl", { class: "facts" });
  const fact = (title, ...values) => {
    const found = values.flat().filter((value) => value !== null && value !== undefined);
    if (!found.length) return;
    add(list, make("dt", {}, title), found.map((value) => make("dd", {}, value)));
  };
  const messages = (name) => Array.from(tree.records(name, position), (message) => {
    const line = [messageChip(message)];
    if (message.code) line.push(explainButton(app, message, position));
    if (message.source) line.push(sourcePlace(app, message.source));
    return make("span", { class: "line" }, line);
  });
  const children = [];
  for (const child of tree.children(position)) {
    if (children.length === mostChildren) break;
    children.push(modelButton(app, child));
  }
  const more = tree.childCounts[position] - children.length;
  if (more > 0) children.push(`and ${counted(more, "child").replace("childs", "children")} more, in the tree`);
  const label = tree.label(position);
  fact("id", `#${tree.id(position)}`);
  fact("label", label === null ? null : `"${label}"${tree.age}`);
  fact("parent", tree.parents[position] >= 0 ? modelButton(app, tree.parents[position]) : null);
  fact("session", tree.isSession(position) ? "it is one" : null);
  fact("below it", tree.isLeaf(position) ? null
    : counted(tree.ends[position] - position - 1, "model"));
  fact("services", tree.servicesOf(position));
  fact("representation", tree.representation(position));
  fact("handles", messages("handles"));
  fact("raises", messages("raises"));
  fact("state", tree.stateOf(position).map(([key, value]) => make("span", {}, make("b", {}, key), " = ", make("span", {}, value), tree.age)));
  const source = tree.source(position);
  fact("created at", source ? sourcePlace(app, source) : null);
  fact("children", children);
  return [
    make("h2", {}, tree.type(position)), list,
    commandLine([...app.command("show"), `#${tree.id(position)}`]),
  ];
}
