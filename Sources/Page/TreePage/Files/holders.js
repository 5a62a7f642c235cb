// Who holds what left the tree. Memory is read only if a person asks.

import { commandLine } from "./command.js";
import { sourcePlace } from "./links.js";
import { make, notesOf } from "./words.js";

export class Holders {
  constructor(view) {
    this.view = view;
    this.body = make("div");
    this.part = make("section.view", make("h2", "Who holds it"),
      make("form.filters", { submit: () => this.search() }, make("button", { type: "submit" }, "Search memory")),
      make("p.note", "The app is paused only while its memory is copied."), this.body);
    this.searches = 0;
    this.update();
  }

  // Only a running app has memory, and only in the present.
  update() {
    const { about, place } = this.view.app;
    this.part.hidden = !about.live || place.at !== null;
  }

  search() {
    const { app } = this.view;
    const searchedAt = new Date().toLocaleTimeString("en-GB");
    this.searches += 1;
    this.view.show(this.body, this.searches, () => app.ask(["leaks", "--why"]), (reply) => [
      make("p.note", `As of ${searchedAt}:`), notesOf(reply), answerText(app, reply.answer),
      commandLine([...app.command("leaks"), "--why"])], { words: "Searching the app's memory…" });
  }
}

// An answer in a command's own words; long lines are broken within their indent. A file and line is a link.
function answerText(app, text) {
  return make("pre.answer", text.trimEnd().split("\n").map((line) => {
    const words = line.trimStart();
    const parts = words.replace(/ {3,}/g, "  ").split(/([^\s()]+\.\w+:\d+)/);
    const element = make("span", parts.map((part, at) => at % 2 ? sourcePlace(part) : part));
    element.style.marginLeft = `${line.length - words.length}ch`;
    return element;
  }));
}
