// When records were written, as a picture with a slider below it.

import { clock, isProblem, sortOf } from "./journal.js";
import { onScheme, paletteOf } from "./palette.js";
import { placeOf } from "./rows.js";
import { counted, make } from "./words.js";

const timelineHeight = 54;
// Where nothing happens for longer than this part of the whole, the axis is shortened.
const longestGap = 1 / 40;
const manyRecords = 20_000;

export class TimeLine extends HTMLElement {
  connectedCallback() {
    this.observer = new ResizeObserver(() => this.draw());
    this.scheme = onScheme(() => this.draw());
    if (!this.canvas) this.build();
    this.observer.observe(this.canvas);
  }

  disconnectedCallback() {
    this.observer.disconnect();
    this.scheme.end();
    clearTimeout(this.waiting);
  }

  build() {
    this.canvas = make("canvas", { role: "img" });
    this.slider = make("input", {
      type: "range", min: 0, max: 1, step: "any", "aria-label": "Moment",
      input: () => this.pick(this.numberAt(Number(this.slider.value))),
      keydown: (event) => this.press(event),
    });
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.pointed(event);
    });
    this.canvas.addEventListener("pointermove", (event) => { if (event.buttons) this.pointed(event); });
    this.legend = make("p", { class: "note legend" },
      make("span", { class: "swatch messages" }), "messages ", make("span", { class: "swatch changes" }),
      "changes of the tree ", make("span", { class: "swatch problems" }), "handled by nobody");
    this.times = make("p", { class: "note times" });
    this.append(this.canvas, this.slider, this.times, this.legend);
  }

  // Shows a journal, and marks the moment that is looked at, and one that it is compared with.
  show(journal, at, since) {
    if (this.journal !== journal || this.measured !== journal.last || this.from !== journal.first) {
      this.journal = journal;
      this.measureSoon();
    }
    this.at = at;
    this.since = since;
    const moment = at ?? journal.last;
    this.slider.value = this.placeOf(moment);
    const time = clock(journal.time(moment));
    this.slider.setAttribute("aria-valuetext", moment < journal.first
      ? `before record ${journal.first}` : `after record ${moment}, ${time}`);
    this.draw();
  }

  // A long history that grows is measured once a second.
  measureSoon() {
    const wait = this.places?.length > manyRecords ? 1_000 - (performance.now() - this.measuredAt) : 0;
    if (wait <= 0) return this.measure();
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      this.measure();
      this.draw();
    }, wait);
  }

  // The place of each record on an axis from 0 to 1.
  measure() {
    const { journal } = this;
    this.measured = journal.last;
    this.measuredAt = performance.now();
    this.from = journal.first;
    const places = new Float64Array(journal.count);
    const numbers = new Float64Array(journal.count);
    let count = 0;
    journal.each(0, (part, index, number) => {
      places[count] = part.times[index];
      numbers[count++] = number;
    });
    const whole = count ? places[count - 1] - places[0] : 0;
    const most = whole * longestGap;
    let before = places[0];
    let sum = 0;
    let problems = 0;
    for (let i = 0; i < count; i++) {
      const gap = Math.max(0, places[i] - before);
      before = places[i];
      sum += Math.min(gap, most);
      places[i] = sum;
    }
    // Records of one moment lie beside each other.
    for (let i = 0; i < count; i++) places[i] = sum > 0 ? places[i] / sum : (i + 1) / count;
    this.places = places;
    this.numbers = numbers;
    journal.each(0, (part, index) => { if (isProblem(part.event(index))) problems++; });
    const [start, end] = [clock(journal.time(journal.first)), clock(journal.time(journal.last))];
    this.times.replaceChildren(make("span", {}, start), make("span", {}, end));
    this.canvas.setAttribute("aria-label",
      `${counted(journal.count, "record")} from ${start} to ${end}; ${counted(problems, "message")} handled by nobody`);
  }

  placeOf(number) {
    const index = placeOf(this.numbers, number + 1) - 1;
    return index < 0 ? 0 : this.places[index];
  }

  // The latest record that is not later than a place.
  numberAt(place) {
    const index = placeOf(this.places, place + 1e-9) - 1;
    return index < 0 ? this.journal.first - 1 : this.numbers[index];
  }

  pointed(event) {
    this.pick(this.numberAt(Math.min(1, Math.max(0, event.offsetX / this.canvas.clientWidth))));
  }

  // The arrows lead from record to record, whatever the time between them.
  press(event) {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -20, PageUp: 20 };
    const { first, last } = this.journal;
    const moment = this.at ?? last;
    const to = event.key === "Home" ? first - 1 : event.key === "End" ? last : moment + steps[event.key];
    if (Number.isNaN(to) || to === undefined) return;
    event.preventDefault();
    this.pick(Math.max(first - 1, Math.min(last, to)));
  }

  pick(number) { this.dispatchEvent(new CustomEvent("pick", { detail: number })); }

  draw() {
    if (this.isDrawing || !this.journal) return;
    this.isDrawing = true;
    requestAnimationFrame(() => {
      this.isDrawing = false;
      this.drawNow();
    });
  }

  print() { if (this.journal) this.drawNow(); }

  // How many records of each sort lie in each of some bars. They are counted again where others were
  // measured: the mark moves more often than that.
  countsIn(bars) {
    const known = this.known;
    if (known?.places === this.places && known.bars === bars) return known;
    const counts = { changes: new Float64Array(bars), messages: new Float64Array(bars), problems: new Float64Array(bars) };
    let at = 0;
    let most = 1;
    this.journal.each(this.from, (part, index, number) => {
      if (number > this.measured) return;
      const place = Math.min(bars - 1, Math.floor(this.places[at++] * bars));
      const what = part.event(index);
      const sort = isProblem(what) ? "problems" : sortOf(what) === "messages" ? "messages" : "changes";
      counts[sort][place]++;
      most = Math.max(most, counts.changes[place] + counts.messages[place] + counts.problems[place]);
    });
    this.known = { places: this.places, bars, counts, most };
    return this.known;
  }

  // A bar for each few pixels, as high as there are records, in thirds of a logarithm.
  drawNow() {
    const { canvas, journal } = this;
    const ratio = devicePixelRatio;
    const width = canvas.clientWidth;
    if (!width) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(timelineHeight * ratio);
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const colors = paletteOf(this);
    const bar = 3;
    const bars = Math.max(1, Math.floor(width / bar));
    const { counts, most } = this.countsIn(bars);
    const height = timelineHeight;
    const room = height - 8;
    for (let place = 0; place < bars; place++) {
      const sum = counts.changes[place] + counts.messages[place] + counts.problems[place];
      if (!sum) continue;
      const high = Math.max(5, room * Math.log2(1 + sum) / Math.log2(1 + most));
      let bottom = height;
      for (const [sort, color] of [["changes", colors.plain], ["messages", colors.accent], ["problems", colors.error]]) {
        if (!counts[sort][place]) continue;
        const part = Math.max(2, high * counts[sort][place] / sum);
        context.fillStyle = color;
        context.fillRect(place * bar, bottom - part, bar - 1, part);
        bottom -= part;
      }
    }
    const mark = (number, color, isDashed) => {
      const x = Math.min(width - 1, Math.max(1, this.placeOf(number) * (width - bar) + bar / 2));
      context.strokeStyle = color;
      context.lineWidth = 2;
      context.setLineDash(isDashed ? [4, 3] : []);
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, height);
      context.stroke();
    };
    if (this.since !== null) {
      mark(this.since, colors.end, true);
      const [left, right] = [this.since, this.at ?? journal.last].map((number) => this.placeOf(number) * width);
      context.globalAlpha = 0.15;
      context.fillStyle = colors.end;
      context.fillRect(Math.min(left, right), 0, Math.abs(right - left), height);
      context.globalAlpha = 1;
    }
    mark(this.at ?? journal.last, colors.text, false);
    // What nobody handled stands above the mark of the moment.
    context.fillStyle = colors.error;
    for (let place = 0; place < bars; place++) {
      if (counts.problems[place]) context.fillRect(place * bar - 1, 0, bar + 1, 6);
    }
  }
}

customElements.define("time-line", TimeLine);
