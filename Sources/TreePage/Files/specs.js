// Whether the tree is as specs say: those that were named at the start, and those that are dropped in.

import { commandLine } from "./command.js";
import { notesOf } from "./route.js";
import { add, andMore, make } from "./words.js";

// Differences shown of one check.
const mostDifferences = 50;
// A spec is at most so large, as the server takes it.
const largestSpec = 1 << 20;

export function specParts(app) {
  const { specs } = app.about;
  const parts = [make("h2", {}, "Specs")];
  if (specs.length) {
    const body = make("div", {}, make("p", { class: "loading" }, "asking…"));
    show(body, app, () => app.ask(["check", "--json", "--", ...specs]));
    parts.push(body, commandLine([...app.command("check"), ...specs]));
  }
  for (const { name, text } of app.droppedSpecs) {
    const body = make("div", {}, make("p", { class: "loading" }, "asking…"));
    show(body, app, () => app.check(name, text));
    parts.push(body, commandLine([...app.command("check"), name]));
  }
  if (!app.about.exported) parts.push(dropPlace(app));
  else if (!specs.length) parts.push(make("p", { class: "note" }, "A page without a server checks no specs."));
  return parts;
}

async function show(body, app, ask) {
  try {
    const reply = await ask();
    body.replaceChildren(...notesOf(reply).slice(0, reply.status === 2 ? 0 : undefined), specList(app, reply));
  } catch (error) {
    body.replaceChildren(make("p", { class: "failed" }, error.message));
  }
}

// Where files are dropped, or chosen by keyboard.
function dropPlace(app) {
  const said = make("p", { class: "failed", role: "status" });
  const take = async (files) => {
    const refused = [];
    for (const file of files) {
      if (file.size > largestSpec) refused.push(file.name);
      else app.addSpec(file.name, await file.text());
    }
    if (refused.length) said.textContent = `Too large for a spec: ${refused.join(", ")}`;
    else app.showAgain();
  };
  const input = make("input", {
    type: "file", multiple: true, accept: ".treespec,text/plain", id: "spec-files",
    change: () => take(Array.from(input.files)),
  });
  const place = make("div", {
    class: "drop",
    dragover: (event) => { event.preventDefault(); place.classList.add("over"); },
    dragleave: () => place.classList.remove("over"),
    drop: (event) => {
      event.preventDefault();
      take(Array.from(event.dataTransfer.files));
    },
  },
  make("label", { for: "spec-files" }, "Drop specs here, or choose them: "), input,
  app.droppedSpecs.length ? make("button", {
    type: "button", click: () => { app.droppedSpecs = []; app.showAgain(); },
  }, "Forget those that were dropped") : null, said);
  return place;
}

function specList(app, reply) {
  return make("ul", { class: "findings" }, reply.answer.specs.map((spec) => {
    const item = make("li", {}, make("span", { class: `severity ${spec.outcome}` }, spec.outcome), " ",
      make("b", {}, spec.spec), spec.title ? ` ${spec.title}` : "");
    const at = (line, file) => app.sourcePlace(`${file ?? spec.spec}:${line}`);
    for (const check of (spec.checks ?? []).filter((each) => each.outcome !== "passed")) {
      add(item, make("p", {}, at(check.line, check.file), ` ${check.name}${check.problem ? `: ${check.problem}` : ""}`));
      const found = check.differences ?? [];
      add(item, found.slice(0, mostDifferences).map((each) => make("p", { class: "note" }, `${each.kind}: `,
        each.id === undefined ? each.path ?? "" : app.modelByID(each.id, each.path), ` ${each.text ?? ""} `,
        each.line ? at(each.line, check.file) : null, each.source ? [" ", app.sourcePlace(each.source)] : null)));
      if (found.length > mostDifferences) add(item, make("p", { class: "note" }, andMore(found.length - mostDifferences)));
      add(item, (check.details ?? []).map((detail) => make("p", { class: "note" }, detail)),
        check.reason ? make("p", { class: "note" }, check.reason) : null);
    }
    for (const error of spec.errors ?? []) {
      add(item, make("p", { class: "failed" }, at(error.line, error.file), ` ${error.message}`));
    }
    return item;
  }));
}
