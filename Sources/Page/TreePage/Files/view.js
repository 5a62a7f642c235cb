// What the views of the page have in common: they are made, updated while what is looked at changes, and
// ended.

import { renew } from "./renew.js";
import { add, make, waitingWords } from "./words.js";

export class View {
  constructor(app) { this.app = app; }

  // Shows what has changed: the tree, the chosen model, the moment, the journal.
  update() {}

  end() { this.isEnded = true; }

  // A command whose answer is shown in a part of the view, within a frame if there is one; of answers only the
  // newest counts. Of the same question at another tree the old answer stays until the new one is there.
  async show(part, key, ask, contents, { words = "asking…", frame = (parts) => parts } = {}) {
    const { app } = this;
    const question = [app.opened, app.revision, app.place.at, key].join();
    if (part.question === question) return;
    const isOther = part.subject !== key;
    Object.assign(part, { question, subject: key });
    if (isOther) renew(part, frame(make("p.loading", waitingWords(app, words))));
    const isNewest = () => !this.isEnded && part.question === question;
    try {
      const reply = await ask();
      if (isNewest()) renew(part, frame(contents(reply)));
    } catch (error) {
      if (isNewest()) renew(part, frame(make("p.failed", error.message)));
    }
  }

  // Shows in a part what needs no command.
  showOther(part, ...contents) {
    part.question = part.subject = null;
    renew(part, contents);
  }
}

// The panel beside the tree, with the view that is chosen.
export class Panel {
  constructor(app, element, views) { Object.assign(this, { app, element, views }); }

  // Shows the view that is looked at, or tells it what changed.
  show() {
    const { view } = this.app.place;
    if (this.name !== view) {
      this.view?.end();
      this.name = view;
      this.view = new this.views[view](this.app);
      this.element.scrollTop = 0;
      this.element.replaceChildren();
      add(this.element, this.view.elements);
    }
    this.view.update();
  }

  // The same at most once a second: what a person reads must not flicker.
  showSoon() {
    if (this.waiting) return;
    const wait = Math.max(0, 1_000 - (performance.now() - (this.shownAt ?? -1_000)));
    this.waiting = setTimeout(() => {
      this.waiting = null;
      this.shownAt = performance.now();
      this.show();
    }, wait);
  }
}
