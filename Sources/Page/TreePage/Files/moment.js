// The bar above all views that says which moment they show.

import { clock } from "./sentences.js";
import { byID, onClick } from "./words.js";

export class MomentBar {
  constructor(app) {
    this.app = app;
    onClick("earlier", () => app.lookAt(app.moment - 1));
    onClick("later", () => app.lookAt(app.moment + 1));
    onClick("present", () => app.lookAt(null, true));
  }

  show() {
    const { about, journal, moment, momentProblem, place: { at, since }, present } = this.app;
    // The bar is there in the present as well: nothing moves when the past is entered.
    byID("moment").hidden = !about.journal;
    document.body.classList.toggle("past", at !== null);
    if (!about.journal) return;
    const other = since === null ? "" : `; compared with after record ${since}`;
    const problem = at !== null && momentProblem;
    byID("moment-words").textContent = problem || this.words + other;
    byID("moment-words").classList.toggle("failed", Boolean(problem));
    byID("earlier").disabled = moment <= journal.earliest;
    byID("later").disabled = at === null || at >= journal.last;
    byID("present").hidden = at === present;
    byID("present").textContent = about.live ? "Now" : "To the end";
  }

  get words() {
    const { journal } = this.app;
    const { at } = this.app.place;
    if (at === null) return "The present";
    const time = clock(journal.time(at));
    if (time) return `The past: after record ${at}, ${time}`;
    return at <= journal.earliest ? `The past: before record ${journal.earliest + 1}, the first that is kept`
      : `The past: after record ${at}`;
  }
}
