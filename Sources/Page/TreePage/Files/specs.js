// Whether the tree is as specs say: those that were named at the start, and those that are dropped in.

import { commandLine } from "./command.js";
import { modelByID, sourcePlace } from "./links.js";
import { renew } from "./renew.js";
import { firstOf, make, notesOf } from "./words.js";

// Differences shown of one check.
const mostDifferences = 50;
// A spec is at most so large, as the server takes it.
const largestSpec = 1 << 20;

export class Specs {
  constructor(view) {
    this.view = view;
    this.named = make("div.view");
    this.dropped = make("div.view");
    this.forget = make("button", {
      click: () => { view.app.droppedSpecs = []; this.update(); },
    }, "Forget those that were dropped");
    this.elements = [make("h2", "Specs"), this.named, this.dropped,
      !view.app.about.exported && dropPlace(view.app, this.forget, () => this.update())];
  }

  update() {
    const { view } = this;
    const { app } = view;
    const { specs } = app.about;
    if (specs.length) {
      this.show(this.named, specs.join("\n"), specs, () => app.ask(["check", "--json", "--", ...specs]));
    } else if (app.about.exported) {
      renew(this.named, make("p.note", "A page without a server checks no specs."));
    }
    // Those that are there keep their answers.
    renew(this.dropped, app.droppedSpecs.map(({ name }) =>
      Object.assign(make("div.view"), { key: name, renewFrom() {} })));
    app.droppedSpecs.forEach(({ name, text }, at) => {
      this.show(this.dropped.children[at], text, [name], () => app.check(name, text));
    });
    this.forget.hidden = !app.droppedSpecs.length;
  }

  show(part, key, names, ask) {
    const { app } = this.view;
    this.view.show(part, key, ask, (reply) => [
      reply.status !== 2 && notesOf(reply), specList(app, reply),
      commandLine([...app.command("check"), ...names])]);
  }
}

// Where files are dropped, or chosen by keyboard.
function dropPlace(app, forget, update) {
  const said = make("p.failed", { role: "status" });
  const take = async (files) => {
    const refused = [];
    for (const file of files) {
      if (file.size > largestSpec) refused.push(file.name);
      else {
        // A spec of the same name takes the place of the one before.
        const others = app.droppedSpecs.filter((each) => each.name !== file.name);
        app.droppedSpecs = [...others, { name: file.name, text: await file.text() }];
      }
    }
    if (refused.length) said.textContent = `Too large for a spec: ${refused.join(", ")}`;
    else update();
  };
  const input = make("input", {
    type: "file", multiple: true, accept: ".treespec,text/plain", id: "spec-files",
    change: () => take(Array.from(input.files)),
  });
  const place = make("div.drop", {
    dragover: (event) => { event.preventDefault(); place.classList.add("over"); },
    dragleave: () => place.classList.remove("over"),
    drop: (event) => {
      event.preventDefault();
      take(Array.from(event.dataTransfer.files));
    },
  },
  make("label", { for: "spec-files" }, "Drop specs here, or choose them: "), input, forget, said);
  return place;
}

function specList(app, reply) {
  return make("ul.findings", reply.answer.specs.map((spec) => {
    const at = (line, file) => sourcePlace(app, line && `${file ?? spec.spec}:${line}`);
    const differs = (each, file) => make("p.note", `${each.kind}: `, modelByID(app, each.id, each.path),
      ` ${each.text ?? ""} `, at(each.line, file), " ", sourcePlace(app, each.source));
    const checked = (check) => [
      make("p", at(check.line, check.file), ` ${check.name}`, check.problem && `: ${check.problem}`),
      firstOf(check.differences ?? [], mostDifferences, (each) => differs(each, check.file), "p"),
      [...check.details ?? [], check.reason].map((words) => words && make("p.note", words)),
    ];
    return make("li", make("span", { class: `severity ${spec.outcome}` }, spec.outcome), " ",
      make("b", spec.spec), spec.title && ` ${spec.title}`,
      spec.checks?.filter((each) => each.outcome !== "passed").map(checked),
      spec.errors?.map((error) => make("p.failed", at(error.line, error.file), ` ${error.message}`)));
  }));
}
