// What is wrong, as `problems` lists it, and what specs say.

import { commandLine } from "./command.js";
import { Holders } from "./holders.js";
import { messageLink, modelByID, recordLink, sourcePlace } from "./links.js";
import { Specs } from "./specs.js";
import { FilteredView } from "./tables.js";
import { andMore, counted, grouped, make, shellWord } from "./words.js";

const severities = ["error", "warning", "note"];
// A kind with more findings is one line until it is opened.
const mostOpen = 10;

export class FindingsView extends FilteredView {
  constructor(app) {
    super(app, "Filter findings");
    this.holders = new Holders(this);
    this.specs = new Specs(this);
    this.elements = [make("h2", "Findings"), this.filter, this.body, this.line, this.holders.part, this.specs.elements];
  }

  update() {
    const { app } = this;
    this.line.words = [...app.command("problems"), ...app.specWords];
    this.show(this.body, "problems", () => app.askOnce(app.problemWords), (reply) => {
      this.reply = reply;
      this.filter.hidden = reply.answer.problems.length < 2;
      return this.contents();
    });
    this.holders.update();
    this.specs.update();
  }

  // The findings by their kinds, the worst first.
  list(text) {
    const { problems } = this.reply.answer;
    if (!problems.length) return make("p.empty", "Nothing found.");
    const kinds = new Map();
    for (const problem of problems) {
      const { what, reason, source, models } = problem;
      const names = [what, reason, source, ...models.map(({ type, path }) => path ?? type)];
      if (text && !names.some((each) => each?.toLowerCase().includes(text))) continue;
      const key = `${problem.severity} ${what}`;
      kinds.set(key, [...kinds.get(key) ?? [], problem]);
    }
    const groups = Array.from(kinds, ([key, list]) => {
      const [{ severity, what }] = list;
      const group = make("details.rule", { open: Boolean(text) || list.length <= mostOpen },
        make("summary", make("span", { class: `severity ${severity}` }, severity), " ", make("b", what),
          list.length > 1 && ` ${grouped(list.length)}`),
        make("ul.findings", list.map((problem) => this.item(problem))));
      // What is looked for is open.
      group.key = `${key} ${Boolean(text)}`;
      return group;
    });
    return [make("p", severityCounts(problems).map(([severity, count]) => counted(count, severity)).join(", ")),
      groups.length ? groups : make("p.empty", "No such finding.")];
  }

  item({ count, reason, message, models, records, source, remedy, next }) {
    const { app } = this;
    return make("li", make("p", count > 1 && make("b", `${grouped(count)} × `), reason),
      make("p.facts-line", models.map(({ id, type, path }) => modelByID(app, id, path ?? `${type} #${id}`)),
        !records.length && models.length > 0 && make("span.note", andMore(count - models.length)),
        message && messageLink(app, message, models.length ? Math.max(0, app.tree.position(models[0].id)) : undefined),
        records.map((number) => recordLink(app, number)), sourcePlace(source)),
      remedy && make("p.note", remedy), this.next(next.command));
  }

  // The command to ask next, as a shell takes it.
  next(command) {
    const { app } = this;
    const end = command.includes(" ") ? command.indexOf(" ") : command.length;
    const line = commandLine([]);
    line.text = ["modeltree", command.slice(0, end), shellWord(app.about.target)].join(" ") + command.slice(end);
    return line;
  }
}

// How many problems there are of each severity, the worst first.
export function severityCounts(problems) {
  return severities.map((each) => [each, problems.filter(({ severity }) => severity === each).length])
    .filter(([, count]) => count);
}
