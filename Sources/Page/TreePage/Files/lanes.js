// Two runs, or two trees: what is alike, where they part, and what that led to on each side.

import { changeList, noteOf } from "./changes.js";
import { commandLine } from "./command.js";
import { atSource } from "./links.js";
import { recordButton } from "./record.js";
import { renew } from "./renew.js";
import { View } from "./view.js";
import { counted, firstOf, grouped, isShortcut, make, messageChip, notesOf } from "./words.js";

// Records of the alike part that are listed, the last ones.
const mostAlike = 20;
// Records of one outcome that are listed.
const mostOfOutcome = 5;
const outcomeNames = {
  uncaught: "uncaught", unhandled: "unhandled", leaked: "left and still alive", running: "work still running",
};

export class LanesView extends View {
  constructor(app) {
    super(app);
    const { older } = app.about;
    this.names = namesOf(app.about);
    this.heading = make("h2", this.names.join(" | "));
    this.result = make("div.result");
    this.olderName = make("h3", this.names[0]);
    this.olderTree = make("model-tree", { "aria-label": `Models of ${this.names[0]}`, "data-rows": "older" });
    this.olderProblem = make("p.failed", { hidden: true });
    this.line = commandLine(["modeltree", older.compare[0], older.target, app.about.target]);
    this.elements = [this.heading, this.result, this.olderName, this.olderProblem, this.olderTree, this.line];
  }

  update() {
    const { older } = this.app.about;
    this.show(this.result, "older", () => this.app.askOnce(older.compare, { at: null }), (reply) => {
      const { answer } = reply;
      const isOfTrees = older.compare[0] === "diff";
      this.mark(isOfTrees ? treeMarks(answer) : runMarks(answer));
      return [notesOf(reply), isOfTrees ? this.trees(answer) : this.lanes(answer)];
    }, { words: "comparing…" });
  }

  mark({ old, young, at = null, node = null, oldAt = null, oldNode }) {
    const { app } = this;
    this.oldMarks = old;
    app.markDifferences(young);
    if (this.marked) return;
    this.marked = true;
    this.showOlder(oldAt, oldNode);
    if (app.seeksDifference) app.openDifference(at, node);
    app.seeksDifference = false;
  }

  async showOlder(at, node = null) {
    const { app, olderTree } = this;
    const asked = this.olderAt = { at };
    try {
      const tree = await app.source.olderTree(at);
      if (this.isEnded || this.olderAt !== asked) return;
      const position = node === null ? -1 : tree.position(node);
      olderTree.show(tree, Math.max(0, position));
      olderTree.follow(marksOn(tree, this.oldMarks), String(at));
      if (position >= 0) olderTree.choose(position, true);
      this.olderProblem.hidden = true;
      olderTree.hidden = false;
      renew(this.olderName, this.names[0], at === null ? "" : ` after record ${at}`);
    } catch (error) {
      if (this.isEnded || this.olderAt !== asked) return;
      olderTree.hidden = true;
      this.olderProblem.hidden = false;
      this.olderProblem.textContent = error.message;
    }
  }

  // Looks at a record of one of the runs, and the tree after it.
  look(side, record) {
    if (side === "old") return this.showOlder(record.seq, record.node);
    this.app.openDifference(record.seq, record.node, true);
  }

  trees(answer) {
    return [make("p.outcome", { role: "status" },
      answer.equal ? "No difference between both trees." : "What is different between both trees:", noteOf(answer)),
    !answer.equal && changeList(this.app, answer)];
  }

  lanes(answer) {
    const { app } = this;
    const alike = `${counted(answer.alike, "record")} alike, times and ids aside`;
    const { first } = answer;
    const notes = notesOf(answer);
    if (!first) return [this.outcomes(answer), make("p.outcome", { role: "status" }, `No difference: ${alike}.`), notes];
    const young = first.new ?? first.context?.new;
    const context = first.context?.new ?? first.context?.old;
    const inputs = ["old", "new"].map((side) => first.inputs[side].at(-1)?.words?.join(" "));
    const input = inputs[0] === inputs[1] ? inputs[0] : inputs.map((words) => words ?? "nothing").join("  |  ");
    return [
      this.outcomes(answer),
      make("p.outcome", { role: "status" }, `Alike for ${counted(answer.alike, "record")}; then the runs part`,
        context && ` ${context.sentence}`, "."),
      notes,
      make("div.lanes", { keydown: (event) => moveInLanes(event) },
        make("details.alike", make("summary", alike), this.alikeRecords(young?.seq)),
        input && make("p.before", "before it: ", make("code", `do ${input}`)),
        this.lane("old", this.names[0], first, answer.consequences.old), this.lane("new", this.names[1], first, answer.consequences.new)),
      this.others(answer),
      answer.reordered > 0 && make("p.note",
        `The order of independent work differs in ${counted(answer.reordered, "place")}.`),
    ];
  }

  // How each run ended: what went wrong in it, and its last record.
  outcomes({ outcome }) {
    if (!outcome) return null;
    const side = (side, name) => {
      const { last, ...wrong } = outcome[side];
      const found = Object.entries(outcomeNames).flatMap(([sort, words]) => {
        const records = wrong[sort] ?? [];
        return records.length ? [make("li.problem", make("b", `${words}: `),
          firstOf(records, mostOfOutcome, (each) => make("div", each.message && messageChip(each.message), " ",
            this.sentence(side, each)), "div"))] : [];
      });
      return make("div.ending", make("h3", `How ${name} ended`), make("ul", found.length ? found : make("li", "nothing went wrong"),
        last && make("li", make("b", "last record: "), this.sentence(side, last))));
    };
    return make("div.lanes", side("old", this.names[0]), side("new", this.names[1]));
  }

  // The last records before the runs part, of the newer run.
  alikeRecords(end) {
    const { app } = this;
    const records = [];
    for (let number = Math.max(app.journal.first, (end ?? 0) - mostAlike); number < end; number++) {
      records.push(app.journal.record(number));
    }
    return make("ol.causes", records.map((record) => record && make("li", recordButton(app, record, true))));
  }

  lane(side, name, first, consequences) {
    const entry = (record, sort) => make("li", { class: sort }, sort === "first" && make("b", "first difference"),
      this.sentence(side, record), atSource(record.source));
    const record = first[side];
    return make("section", { class: `lane ${side}`, "aria-label": name }, make("h3", name),
      make("ol", record ? entry(record, "first") : make("li.first.none", make("b", "first difference"), "nothing"),
        consequences.length > 0 && make("li.note", `led to ${counted(consequences.length, "record")}:`),
        consequences.map((each) => entry(each, "led"))));
  }

  // What a side says, which leads to the record where there is one.
  sentence(side, record) {
    if (!record) return "nothing";
    return record.seq === undefined ? record.sentence
      : make("button.quiet", { click: () => this.look(side, record) }, `${record.seq}  ${record.sentence}`);
  }

  others(answer) {
    // The inputs stand with the first difference.
    const others = answer.others.filter((each) => answer.first.what === "input" || each.what !== "input");
    if (!others.length) return [];
    const cell = (title, content) => make("td", { "data-title": title }, content);
    const [old, young] = this.names;
    return [make("h3", `Also different (${grouped(others.length)})`), make("div.wide", make("table",
      make("thead", make("tr", ["what", old, young, "times"].map((title) => make("th", { scope: "col" }, title)))),
      make("tbody", others.map((each) => make("tr", make("th", { scope: "row" }, each.what),
        cell(old, this.sentence("old", each.old)), cell(young, this.sentence("new", each.new)),
        cell("times", each.count > 1 && each.count))))))];
  }

  end() {
    super.end();
    this.app.markDifferences(null);
  }
}

// What both targets are called: of those with one name, their files.
function namesOf({ name, target, older }) {
  const files = [older.target, target];
  const short = files.map((file) => file.split("/").at(-1));
  return older.name !== name ? [older.name, name] : short[0] !== short[1] ? short : files;
}

// Up and down lead from record to record of a lane, left and right to the other lane.
function moveInLanes(event) {
  const lanes = Array.from(event.currentTarget.querySelectorAll(".lane"), (lane) => Array.from(lane.querySelectorAll("li > button.quiet")));
  const lane = lanes.findIndex((buttons) => buttons.includes(document.activeElement));
  if (lane < 0 || isShortcut(event)) return;
  const at = lanes[lane].indexOf(document.activeElement);
  const other = lanes[1 - lane];
  const to = {
    ArrowDown: lanes[lane][at + 1], ArrowUp: lanes[lane][at - 1],
    [lane ? "ArrowLeft" : "ArrowRight"]: other[Math.min(at, other.length - 1)],
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  to.focus();
}

// What is marked on both trees of two runs: by ids, a role and words. Of each record its model is.
function runMarks({ first, consequences }) {
  if (!first) return { old: [], young: [] };
  const marks = (side) => [
    ...consequences[side].filter((each) => each.node).map((each) => [each.node, "passed", "led to"]),
    ...first[side]?.node ? [[first[side].node, "end", "parts here"]] : [],
  ];
  const [before, after] = ["old", "new"].map((side) => first[side] ?? first.context?.[side]);
  return {
    old: marks("old"), young: marks("new"),
    at: after?.seq, node: after?.node, oldAt: before?.seq, oldNode: before?.node,
  };
}

// The same of two trees.
function treeMarks({ added, removed, moved, changed }) {
  const marks = (side, others, role, text) => [
    ...others.map(({ id }) => [id, role, text]), ...moved.map((each) => [each[side], "passed", "> moved"]),
    ...changed.map((each) => [each[side], "end", "~ changed"]),
  ];
  const young = marks("new", added, "handler", "+ added");
  const old = marks("old", removed, "raiser", "− removed");
  return { old, young, node: young[0]?.[0], oldNode: old[0]?.[0] };
}

export function marksOn(tree, marks) {
  const found = new Map();
  for (const [id, role, text] of marks) {
    const position = tree.position(id);
    if (position >= 0) found.set(position, { role, text });
  }
  return found;
}
