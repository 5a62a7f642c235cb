// When records were written, as a picture that is zoomed, with a slider below it.

import { TimeAxis, sorts } from "./axis.js";
import { barsHeight, barWidth, drawBars, drawMarks, drawSpans, spanHeight } from "./bars.js";
import { CanvasElement, fillSheer, signButton } from "./canvas.js";
import { clock, told } from "./sentences.js";
import { counted, make } from "./words.js";

// Handlers that take less are not drawn one by one.
const leastSpan = 1.5;
const mostSpans = 4_000;
const manyRecords = 20_000;
// Places of the axis whose time is written.
const tickCount = 5;
// No shorter part of the axis is shown.
const leastPart = 1e-7;

class TimeLine extends CanvasElement {
  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.waiting);
  }

  build() {
    this.from = 0;
    this.to = 1;
    const stage = this.stage({
      pointerdown: (event) => this.press(event), pointermove: (event) => this.move(event),
      pointerup: (event) => this.release(event),
    });
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.slider = make("input", {
      type: "range", min: 0, max: 1, step: "any", "aria-label": "Moment",
      input: () => this.pick(this.axis.numberAt(Number(this.slider.value))), keydown: (event) => this.key(event),
    });
    this.ticks = Array.from({ length: tickCount }, () => make("span"));
    this.all = signButton("All", "The whole time", () => this.whole());
    this.append(
      stage, this.slider,
      make("p.note.times", this.ticks),
      make("div.legend", make("span.note", make("span.swatch.messages"), "messages ",
        make("span.swatch.changes"), "changes of the tree ", make("span.swatch.problems"), "not handled"),
      signButton("+", "Zoom in on the moment", () => this.zoom(0.5, this.momentPlace)),
      signButton("−", "Zoom out of the moment", () => this.zoom(2, this.momentPlace)), this.all));
  }

  // Shows a journal, and marks the moment that is looked at, and one that it is compared with. `isShown`
  // tells of a record whether it is wanted; all are where it is null.
  show(journal, { at, since, isShown }) {
    const isNew = this.journal !== journal;
    const { axis } = this;
    Object.assign(this, { journal, at, since });
    if (isNew || axis.last !== journal.last || axis.first !== journal.first) this.measureSoon(isNew);
    if (this.isShown !== isShown) this.known = null;
    this.isShown = isShown;
    const moment = at ?? journal.last;
    const time = clock(journal.time(moment));
    this.slider.setAttribute("aria-valuetext", moment < journal.first
      ? `before record ${journal.first}` : `after record ${moment}, ${time}`);
    // A moment outside of what is shown comes into sight.
    if (this.shownMoment !== moment && (this.from > 0 || this.to < 1)) this.reveal();
    this.shownMoment = moment;
    this.draw();
  }

  // A long history that grows is measured once a second.
  measureSoon(isNew) {
    const wait = !isNew && this.axis?.count > manyRecords ? 1_000 - (performance.now() - this.measuredAt) : 0;
    if (wait <= 0) return this.measure();
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      this.measure();
      this.draw();
    }, wait);
  }

  measure() {
    const { journal } = this;
    this.axis = new TimeAxis(journal);
    this.measuredAt = performance.now();
    this.known = null;
    const problems = this.axis.sorts.reduce((sum, sort) => sum + (sort === 2 ? 1 : 0), 0);
    const [start, end] = [clock(journal.time(journal.first)), clock(journal.time(journal.last))];
    this.canvas.setAttribute("aria-label",
      `${counted(journal.count, "record")} from ${start} to ${end}; ${counted(problems, "message")} not handled`);
  }

  get momentPlace() { return this.axis.placeOf(this.at ?? this.journal.last); }

  // MARK: What is shown of the axis

  look(from, to) {
    const width = Math.min(1, Math.max(leastPart, to - from));
    this.from = Math.min(1 - width, Math.max(0, from));
    this.to = this.from + width;
    this.draw();
  }

  whole() { this.look(0, 1); }

  zoom(factor, place) {
    this.look(place - (place - this.from) * factor, place + (this.to - place) * factor);
  }

  reveal() {
    const place = this.momentPlace;
    const half = (this.to - this.from) / 2;
    if (place < this.from || place > this.to) this.look(place - half, place + half);
  }

  placeAt(x) { return this.from + (this.to - this.from) * Math.min(1, Math.max(0, x / this.canvas.clientWidth)); }
  xOf(place) { return (place - this.from) / (this.to - this.from) * this.canvas.clientWidth; }

  wheel(event) {
    event.preventDefault();
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    const part = (this.to - this.from) / this.canvas.clientWidth;
    if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      this.look(this.from + sideways * part, this.to + sideways * part);
    } else this.zoom(Math.exp(event.deltaY / 300), this.placeAt(event.offsetX));
  }

  // A press looks at a moment; a pull chooses the part that is shown.
  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pull = { start: event.offsetX, end: event.offsetX };
  }

  move(event) {
    if (!this.pull) return this.hover(event);
    this.pull.end = event.offsetX;
    this.draw();
  }

  release(event) {
    const { pull } = this;
    this.pull = null;
    if (!pull) return;
    if (Math.abs(pull.end - pull.start) < 4) {
      this.pick(this.numberUnder(event));
    } else {
      const [from, to] = [pull.start, pull.end].map((x) => this.placeAt(x)).sort((one, other) => one - other);
      this.look(from, to);
    }
    this.draw();
  }

  hover(event) {
    const record = this.journal.record(this.numberUnder(event));
    this.tell(record && `#${record.number} ${clock(record.time)} ${told(record)}`, event);
  }

  // The handler under the pointer, or the latest record of the bar there.
  numberUnder({ offsetX, offsetY }) {
    const span = this.spans?.findLast(({ x, y, width }) => offsetX >= x && offsetX <= x + width
      && offsetY >= y && offsetY < y + spanHeight);
    return span?.number ?? this.axis.numberAt(this.placeAt(offsetX + barWidth));
  }

  // The arrows lead from record to record, whatever the time between them.
  key(event) {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -20, PageUp: 20 };
    const zooms = { "+": 0.5, "=": 0.5, "-": 2 };
    const { first, last } = this.journal;
    const moment = this.at ?? last;
    if (event.ctrlKey || event.metaKey) return;
    if (zooms[event.key]) this.zoom(zooms[event.key], this.momentPlace);
    else if (event.key === "0") this.whole();
    else {
      const to = event.key === "Home" ? first - 1 : event.key === "End" ? last : moment + steps[event.key];
      if (Number.isNaN(to) || to === undefined) return;
      this.pick(Math.max(first - 1, Math.min(last, to)));
    }
    event.preventDefault();
  }

  pick(number) { this.dispatchEvent(new CustomEvent("pick", { detail: number })); }

  // MARK: Drawing

  print() { this.drawNow(); }

  // How many records of each sort lie in each bar. They are counted again where another
  // part is shown: the mark moves more often than that.
  countsIn(bars) {
    const { axis, from, to, known } = this;
    if (known?.axis === axis && known.bars === bars && known.from === from && known.to === to) return known;
    const counts = Object.fromEntries(sorts.map((sort) => [sort, new Float64Array(bars)]));
    let most = 1;
    const start = Math.max(0, axis.indexAt(from - 1e-12));
    for (let at = start; at < axis.count && axis.places[at] <= to; at++) {
      if (axis.places[at] < from || this.isShown && !this.isShown(axis.numbers[at])) continue;
      const bar = Math.min(bars - 1, Math.floor((axis.places[at] - from) / (to - from) * bars));
      counts[sorts[axis.sorts[at]]][bar]++;
      most = Math.max(most, counts.changes[bar] + counts.messages[bar] + counts.problems[bar]);
    }
    this.known = { axis, bars, from, to, counts, most };
    return this.known;
  }

  // Bars, and below them handlers, each below the one within which it ran.
  drawNow() {
    const { canvas } = this;
    const width = canvas.clientWidth;
    if (!width || !this.axis) return;
    const spans = this.findSpans(width);
    const spansTop = barsHeight + 2;
    const levels = spans.reduce((most, span) => Math.max(most, span.level), 0);
    const height = levels ? spansTop + levels * spanHeight + 2 : spansTop - 2;
    canvas.style.height = `${height}px`;
    const context = this.emptied(width, height);
    const { colors } = this;
    const bars = Math.max(1, Math.floor(width / barWidth));
    const counted = this.countsIn(bars);
    drawBars(context, colors, counted);
    for (const span of spans) span.y = spansTop + (span.level - 1) * spanHeight;
    this.spans = spans;
    drawSpans(context, colors, spans, this.journal, width);
    drawMarks(context, colors, height, counted, this);
    const { axis } = this;
    this.ticks.forEach((tick, at) => {
      const part = at / (tickCount - 1);
      fillSheer(context, colors.note, 0.3, [part * (width - 1), 0, 1, height]);
      const place = this.from + (this.to - this.from) * part;
      tick.textContent = clock(axis.count ? axis.times[Math.max(0, axis.indexAt(place))] : null);
    });
    // The slider is as long as what is shown.
    Object.assign(this.slider, { min: this.from, max: this.to, value: this.momentPlace });
    this.all.disabled = this.from === 0 && this.to === 1;
  }

  // The handlers in the part that is shown which are long enough to be seen.
  findSpans(width) {
    const { axis, from, to } = this;
    const found = [];
    const scale = width / (to - from);
    for (let index = 0; index < axis.spans.length && found.length < mostSpans; index++) {
      const at = axis.spans[index];
      const [place, nanoseconds] = [axis.places[at], axis.durations[index]];
      if (place > to) break;
      const longest = axis.longest(nanoseconds);
      if (place + longest < from || longest * scale < leastSpan) continue;
      const end = axis.endOf(at, nanoseconds);
      const length = (end - place) * scale;
      const number = axis.numbers[at];
      if (end < from || length < leastSpan || this.isShown && !this.isShown(number)) continue;
      found.push({ number, level: axis.levels[at], x: (place - from) * scale, width: length, nanoseconds });
    }
    return found;
  }
}

customElements.define("time-line", TimeLine);
