// The diagram of a comparison for a page that can't ask: that of the later moment with marks, and what is
// gone below it.

import { counted, grouped } from "./words.js";

// How a model that differs is drawn, as `render --to` has it.
const looks = {
  removed: { tone: "error", words: "− removed", isDashed: true },
  added: { tone: "taker", words: "+ added" },
  moved: { tone: "event", words: "> moved" },
  changed: { tone: "end", words: "~ changed" },
};
// Between parts that are gone, in points.
const gap = 24;
// Sentences of the description.
const mostTold = 40;

// A layout out of those of two moments, and what is different between them.
export function comparedLayout(old, young, difference, title) {
  const oldIDs = new Set(old.boxes.map((box) => box.node));
  const youngIDs = new Set(young.boxes.map((box) => box.node));
  // Of another tree no model is the same.
  const isSame = !difference.removed.some((part) => part.id === old.boxes[0]?.node);
  const sorts = new Map();
  for (const sort of ["changed", "moved"]) for (const each of difference[sort]) sorts.set(each.new, sort);
  const told = [];
  const marked = (box, sort) => {
    const { tone, words, isDashed } = looks[sort];
    told.push(`${box.header[0].text} ${sort}.`);
    const isLine = sort === "added" || sort === "removed";
    const [name, ...rest] = box.header;
    return {
      ...box, tone, strong: true, header: [name, { text: `  ${words}`, ink: tone }, ...rest],
      dashed: isDashed ?? box.dashed, ...(isLine && box.line ? { lineTone: tone, lineDashed: isDashed } : {}),
    };
  };
  const boxes = young.boxes.map((box) => {
    const sort = isSame && oldIDs.has(box.node) ? sorts.get(box.node) : "added";
    return sort ? marked(box, sort) : box;
  });
  const gone = old.boxes.map((box) => !isSame || !youngIDs.has(box.node));
  const width = placeGone(boxes, old.boxes, gone, young, (box) => marked(box, "removed"));
  const counts = Object.keys(looks).map((sort) => [sort, difference[sort].reduce(
    (sum, each) => sum + 1 + (sort === "removed" || sort === "added" ? each.below : 0), 0)]).filter(([, count]) => count);
  const summary = counts.map(([sort, count], at) => `${at ? grouped(count) : counted(count, "model")} ${sort}`)
    .join(", ");
  return {
    ...young, boxes, width, height: boxes.reduce((most, box) => Math.max(most, box.y + box.height), young.height),
    title: `${title} — ${summary || "no difference"}`,
    description: [`${title}.`, ...told.slice(0, mostTold), told.length > mostTold ? `${told.length - mostTold} more differ.` : ""].join(" "),
  };
}

// Puts the parts that are gone side by side below a drawing, and returns how wide it is with them.
function placeGone(boxes, old, gone, young, mark) {
  const parts = new Map();
  const tops = old.map((_, index) => index);
  old.forEach((box, index) => {
    if (!gone[index]) return;
    if (box.parent !== undefined && gone[box.parent]) tops[index] = tops[box.parent];
    const part = parts.get(tops[index]) ?? { left: Infinity, top: Infinity, right: 0, bottom: 0 };
    parts.set(tops[index], {
      left: Math.min(part.left, box.x), top: Math.min(part.top, box.y),
      right: Math.max(part.right, box.x + box.width), bottom: Math.max(part.bottom, box.y + box.height),
    });
  });
  const room = Math.max(young.width, 1_200);
  let [x, y, next, widest] = [0, young.height + 2 * gap, 0, young.width];
  for (const part of parts.values()) {
    const [wide, high] = [part.right - part.left, part.bottom - part.top];
    if (x && x + wide > room) [x, y, next] = [0, y + next + gap, 0];
    Object.assign(part, { dx: x - part.left, dy: y - part.top });
    x += wide + gap;
    next = Math.max(next, high);
    widest = Math.max(widest, x - gap);
  }
  const places = new Map();
  old.forEach((box, index) => {
    if (!gone[index]) return;
    const { dx, dy } = parts.get(tops[index]);
    const { parent, line, ...rest } = box;
    places.set(index, boxes.length);
    boxes.push(mark({
      ...rest, x: box.x + dx, y: box.y + dy,
      // The line of the topmost led to a model that is at another place now; it is named instead.
      ...(tops[index] === index ? parent === undefined ? {} : { above: `… ${old[parent].header[0].text}` } : {
        parent: places.get(parent), line: line?.map((coordinate, at) => coordinate + (at % 2 ? dy : dx)),
      }),
    }));
  });
  return widest;
}
