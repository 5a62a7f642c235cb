// Whether the tree is as the specs say that were named at the start.

import { commandLine } from "./command.js";
import { modelByID, sourcePlace } from "./links.js";
import { renew } from "./renew.js";
import { firstOf, make, notesOf } from "./words.js";

// Differences shown of one check.
const mostDifferences = 50;

export class Specs {
  constructor(view) {
    this.view = view;
    this.named = make("div.view");
    this.elements = [make("h2", "Specs"), this.named];
  }

  update() {
    const { app } = this.view;
    const { specs } = app.about;
    if (specs.length) {
      this.view.show(this.named, specs.join("\n"), () => app.ask(["check", "--json", "--", ...specs]),
        (reply) => [reply.status !== 2 && notesOf(reply), specList(app, reply),
          commandLine([...app.command("check"), ...specs])]);
    } else {
      renew(this.named, make("p.note", "None was named; start the page with --spec FILE."));
    }
  }
}

function specList(app, reply) {
  return make("ul.findings", reply.answer.specs.map((spec) => {
    const at = (line, file) => sourcePlace(line && `${file ?? spec.spec}:${line}`);
    const differs = (each, file) => make("p.note", `${each.kind}: `, modelByID(app, each.id, each.path),
      ` ${each.text ?? ""} `, at(each.line, file), " ", sourcePlace(each.source));
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
