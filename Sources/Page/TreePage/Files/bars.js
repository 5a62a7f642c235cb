// What a timeline draws.

import { sorts } from "./axis.js";
import { fillSheer } from "./canvas.js";
import { duration } from "./sentences.js";
import { messageName, shown } from "./words.js";

// Heights in pixels: of the bars and of a handler.
export const barsHeight = 54;
export const spanHeight = 14;
// A bar's width, with the gap behind it.
export const barWidth = 3;

// A bar for each few pixels, as high as there are records, in thirds of a logarithm.
export function drawBars(context, colors, { counts, most, bars }) {
  const room = barsHeight - 8;
  for (let place = 0; place < bars; place++) {
    const sum = counts.changes[place] + counts.messages[place] + counts.problems[place];
    if (!sum) continue;
    const high = Math.max(5, room * Math.log2(1 + sum) / Math.log2(1 + most));
    let bottom = barsHeight;
    for (const sort of sorts) {
      if (!counts[sort][place]) continue;
      const part = Math.max(2, high * counts[sort][place] / sum);
      context.fillStyle = sortColor(colors, sort);
      context.fillRect(place * barWidth, bottom - part, barWidth - 1, part);
      bottom -= part;
    }
  }
}

export function drawSpans(context, colors, spans, journal, width) {
  context.font = `10px ${colors.font}`;
  for (const { number, x, y, width: length, nanoseconds } of spans) {
    const record = journal.record(number);
    const tone = record.message?.kind ?? "taker";
    const left = Math.max(0, x);
    const seen = Math.min(width, x + length) - left;
    context.fillStyle = colors[`h-${tone}`];
    context.fillRect(left, y, seen, spanHeight - 1);
    context.strokeStyle = colors[tone];
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, y + 0.5, Math.max(1, seen - 1), spanHeight - 2);
    if (seen < 40) continue;
    const name = record.what === "delivered" ? messageName(record.message)
      : record.otherType ?? record.name ?? record.type ?? "";
    context.save();
    context.beginPath();
    context.rect(left, y, seen - 2, spanHeight);
    context.clip();
    context.fillStyle = colors.text;
    context.fillText(shown(`${name} ${duration(nanoseconds)}`), left + 3, y + spanHeight - 4);
    context.restore();
  }
}

// The moments that are looked at, and problems.
export function drawMarks(context, colors, height, { counts, bars }, line) {
  const width = line.canvas.clientWidth;
  const mark = (number, color, isDashed) => {
    const x = line.xOf(line.axis.placeOf(number)) * (width - barWidth) / width + barWidth / 2;
    const inside = Math.min(width - 1, Math.max(1, x));
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.setLineDash(isDashed ? [4, 3] : []);
    context.beginPath();
    context.moveTo(inside, 0);
    context.lineTo(inside, height);
    if (x >= 0 && x <= width) context.stroke();
    context.setLineDash([]);
  };
  const area = (left, right, color) =>
    fillSheer(context, color, 0.15, [Math.min(left, right), 0, Math.abs(right - left), height]);
  const moment = line.at ?? line.journal.last;
  if (line.since !== null) {
    mark(line.since, colors.end, true);
    area(...[line.since, moment].map((number) => line.xOf(line.axis.placeOf(number))), colors.end);
  }
  if (line.pull) area(line.pull.start, line.pull.end, colors.accent);
  mark(moment, colors.text, false);
  // Problems are above the mark of the moment.
  context.fillStyle = colors.error;
  for (let place = 0; place < bars; place++) {
    if (counts.problems[place]) context.fillRect(place * barWidth - 1, 0, barWidth + 1, 6);
  }
}

function sortColor({ plain, accent, error }, sort) {
  return { changes: plain, messages: accent, problems: error }[sort];
}
