// The axis of a timeline: where each record of a journal lies between 0 and 1, and what it is.

import { placeOf } from "./columns.js";
import { isProblem, isSpan, sortOf } from "./journal.js";

// Where nothing happens for longer than this part of the whole, the axis is shortened.
const longestGap = 1 / 40;
// Handlers lie within each other so deep at most.
const deepestSpan = 5;

export const sorts = ["changes", "messages", "problems"];

export class TimeAxis {
  // Costs a look at each record.
  constructor(journal) {
    this.journal = journal;
    this.first = journal.first;
    this.last = journal.last;
    const count = this.count = journal.count;
    this.times = new Float64Array(count);
    this.places = new Float64Array(count);
    this.numbers = new Float64Array(count);
    this.sorts = new Uint8Array(count);
    // How many handlers a handler lies within, and one more; 0 is none.
    this.levels = new Uint8Array(count);
    const depths = new Uint8Array(count);
    const [spans, durations] = [[], []];
    let at = 0;
    journal.each(0, (part, index, number) => {
      const what = part.event(index);
      this.times[at] = part.times[index];
      this.numbers[at] = number;
      this.sorts[at] = isProblem(what) ? 2 : sortOf(what) === "messages" ? 1 : 0;
      const back = part.raises?.[index] || part.causes?.[index] || 0;
      // Between answers records may be left out.
      const before = back && this.numbers[at - back] === number - back ? depths[at - back] : 0;
      depths[at] = Math.min(250, before + (isSpan(what) ? 1 : 0));
      if (isSpan(what)) this.levels[at] = Math.min(deepestSpan, depths[at]);
      if (this.levels[at] && part.durations?.[index]) {
        spans.push(at);
        durations.push(part.durations[index]);
      }
      at++;
    });
    // The records of handlers, and for how many nanoseconds they ran.
    this.spans = Uint32Array.from(spans);
    this.durations = Float64Array.from(durations);
    this.measure();
  }

  measure() {
    const { count, times, places } = this;
    const whole = count ? times[count - 1] - times[0] : 0;
    const most = this.most = whole * longestGap;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      if (i) sum += Math.min(Math.max(0, times[i] - times[i - 1]), most);
      places[i] = sum;
    }
    this.sum = sum;
    // Records of one moment lie beside each other.
    for (let i = 0; i < count; i++) places[i] = sum > 0 ? places[i] / sum : (i + 1) / count;
  }

  // The index of the latest record that is not later than a place; below 0 where none is.
  indexAt(place) { return placeOf(this.places, place + 1e-12) - 1; }

  indexOf(number) { return placeOf(this.numbers, number + 1) - 1; }

  placeOf(number) {
    const index = this.indexOf(number);
    return index < 0 ? 0 : this.places[index];
  }

  numberAt(place) {
    const index = this.indexAt(place + 1e-9);
    return index < 0 ? this.first - 1 : this.numbers[index];
  }

  // A handler's part of the axis is at most so long.
  longest(nanoseconds) { return this.sum > 0 ? nanoseconds / 1e6 / this.sum : 0; }

  endOf(index, nanoseconds) {
    if (this.sum <= 0) return this.places[index];
    const time = this.times[index] + nanoseconds / 1e6;
    const last = Math.max(index, placeOf(this.times, time + 1e-9) - 1);
    return this.places[last] + Math.min(time - this.times[last], this.most) / this.sum;
  }
}
