// The journal of a target, which grows while the target runs.

import { Journal } from "./journal.js";

// How many records are asked for while they come, for each millisecond since, at least and at most; of more,
// the page says so.
const newRecords = { perMillisecond: 25, least: 5_000, most: 25_000 };
// This many answers with few records are requested again as one: they take more room than their records.
const manyAnswers = 100;

export class Past {
  constructor(source) { Object.assign(this, { source, journal: undefined }); }

  async load() {
    const journal = new Journal();
    journal.take(await this.source.records(0, 500_000));
    this.journal = journal;
    this.startOver();
  }

  startOver() { Object.assign(this, { joined: this.journal.last, answers: 0 }); }

  // Takes records that are new, and says how many of them are left out where they come too fast.
  async more(last) {
    if (last < this.journal.last) return this.load();
    const { perMillisecond, least, most } = newRecords;
    const now = performance.now();
    const limit = Math.round(Math.min(most, Math.max(least, (now - (this.askedAt ?? now)) * perMillisecond)));
    this.askedAt = now;
    const { joined, journal } = this;
    const isJoining = ++this.answers >= manyAnswers && last - joined <= limit;
    journal.take(await this.source.records(isJoining ? Math.min(joined, journal.settled) : journal.settled, limit));
    if (this.answers >= manyAnswers) this.startOver();
  }
}
