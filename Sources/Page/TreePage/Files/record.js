// One record, and what led to what.

import { commandLine } from "./command.js";
import { isProblem, sortOf } from "./journal.js";
import { atSource, messageLink, modelByID } from "./links.js";
import { nearWords } from "./near.js";
import { clock, pieceText, sentence, told } from "./sentences.js";
import { counted, firstOf, make, messageWords } from "./words.js";

// Records shown of one sort; beyond, their number is.
const mostShown = 200;

// `missed` is what nearly got the record's message, and no longer did.
export function recordDetail(app, number, led, missed) {
  const { journal } = app;
  const record = journal.record(number);
  return [
    // The buttons stand above what may come later.
    make("div.acts", make("h3", `Record ${number}`, record.isTest ? " (a test)" : ""),
      !app.about.noTree && record.message?.code && sortOf(record.what) === "messages" && make("button", {
        click: () => app.explain(messageWords(record.message), Math.max(0, app.tree.position(record.node))),
      }, "Explain it at this moment")),
    make("p.sentence", pieces(app, record), atSource(record.source)),
    missed.map((each) => make("p.missed", nearWords(app, each))),
    causes(app, "What led to this", leadingTo(journal, number, missed), "nothing that the journal holds",
      ["--led-to", String(number)]),
    causes(app, "What this led to", led, "nothing", ["--cause", String(number)]),
  ];
}

// The records that led to one, and those that ended the subscriptions which it lacked.
function leadingTo(journal, number, missed) {
  const found = missed.filter(({ why, record }) => why !== "later" && record < number)
    .flatMap(({ record }) => journal.leading(record));
  return Array.from(new Set([...journal.leading(number).slice(0, -1), ...found])).sort((one, other) => one - other);
}

// A record's sentence, whose models and messages lead further.
function pieces(app, record) {
  return sentence(record).map((piece) => {
    if (typeof piece === "string") return piece;
    if ("message" in piece) return piece.message ? messageLink(app, piece.message) : "…";
    return modelByID(app, piece.model, pieceText(piece));
  });
}

// A record that leads to its moment.
export function recordButton(app, record, isStep = false) {
  return make("button.quiet", { click: () => app.lookAt(record.number, isStep) },
    `${record.number}  ${clock(record.time)}  ${told(record)}`);
}

function causes(app, title, numbers, none, options) {
  const item = (number) => {
    const record = app.journal.record(number);
    const element = make("li", { class: isProblem(record.what) ? "problem" : "" }, recordButton(app, record));
    element.style.setProperty("--level", app.journal.depth(number));
    return element;
  };
  return make("details", { open: true },
    make("summary", `${title}: `, numbers.length ? counted(numbers.length, "record") : none),
    numbers.length > 0 && [make("ol.causes", firstOf(numbers, mostShown, item, "li")),
      commandLine([...app.command("journal", null), ...options])]);
}
