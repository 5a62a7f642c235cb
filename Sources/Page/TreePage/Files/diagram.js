// The view of the diagram.

import { commandLine } from "./command.js";
import { routeBoxes } from "./picture.js";
import { renew } from "./renew.js";
import { View } from "./view.js";
import { make, notesOf, readMessage, waitingWords } from "./words.js";

// Boxes beyond are folded by the server.
const mostBoxes = 100_000;

export class DiagramView extends View {
  constructor(app) {
    super(app);
    this.notes = make("div.notes");
    this.said = make("p.loading");
    this.diagram = document.createElement("tree-diagram");
    this.diagram.app = app;
    this.diagram.addEventListener("shorten", () => {
      this.isShort = !this.isShort;
      this.update();
    });
    this.line = commandLine([]);
    this.elements = [this.notes, make("div.diagram", this.said, this.diagram), this.line];
  }

  update() {
    const { app } = this;
    const { at } = app.place;
    const message = readMessage(app.place.message);
    const id = `#${app.tree.id(app.chosen)}`;
    // Of two dumps, the picture of their differences.
    const { older } = app.about;
    const differences = older?.compare[0] === "diff" ? ["--diff", older.target] : [];
    const options = message ? ["--trace", message.kind, message.name, `--from=${id}`] : differences;
    const shownWords = message ? ["--trace", message.kind, message.name, "--from", id] : differences;
    // The command draws a route alone by default.
    const isLarge = message !== null && app.tree.count > routeBoxes;
    const all = isLarge && !this.isShort ? ["--boxes", String(mostBoxes)] : [];
    this.line.words = [...app.command("render", at), ...shownWords, ...all, "-o", "tree.svg"];
    const boxes = isLarge && this.isShort ? routeBoxes : mostBoxes;
    const question = [app.opened, app.revision, at, boxes, ...options].join();
    // Of the diagram that is there, the frame around the chosen model moves.
    if (this.question === question) return this.diagram.follow();
    this.question = question;
    this.load({ at, options, boxes, isLarge });
  }

  async load({ at, options, boxes, isLarge }) {
    const { app, diagram, question } = this;
    const limit = boxes === routeBoxes ? [] : [`--boxes=${boxes}`];
    const words = ["render", "--format=layout", ...limit, ...options];
    const isFirst = !diagram.layout;
    if (isFirst) this.say(waitingWords(app, "drawing…"), "loading");
    try {
      const reply = await app.ask(words, { at });
      if (this.isEnded || this.question !== question) return;
      this.say(null);
      renew(this.notes, notesOf(reply));
      diagram.take(reply.answer, { at, options, boxes, canShorten: isLarge && !app.about.exported });
    } catch (error) {
      if (!this.isEnded && this.question === question) this.say(error.message, "failed");
    }
  }

  say(words, sort = "") {
    this.said.hidden = words === null;
    this.diagram.hidden = words !== null;
    this.said.className = sort;
    renew(this.said, words);
  }
}
