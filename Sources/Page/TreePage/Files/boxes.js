// What a diagram's frames draw, as numbers side by side.

import { kinds } from "./words.js";

// Leaves so near to each other are one block where lines of leaves can't be seen, in points.
const leafGap = 12;
// So many parents have names that are seen from afar.
const mostParents = 400;

// The places of boxes, by color; those of columns of leaves; and lines, of which those that lie upon each
// other are one.
export function indexed(boxes) {
  const isParent = new Uint8Array(boxes.length);
  for (const box of boxes) if (box.parent !== undefined) isParent[box.parent] = 1;
  const places = new Float32Array(4 * boxes.length);
  const byNode = new Map();
  const marked = [];
  const tones = new Map();
  const lines = { parents: [], leaves: [] };
  let run = null;
  boxes.forEach((box, index) => {
    const place = [box.x, box.y, box.width, box.height];
    places.set(place, 4 * index);
    byNode.set(box.node, index);
    if (box.tone || box.lineTone) marked.push(box);
    const tone = box.tone ?? (box.rows ? rowTone(box) : "plain");
    let found = tones.get(tone);
    if (!found) tones.set(tone, found = { boxes: [], runs: [] });
    found.boxes.push(...place);
    const gap = run && !isParent[index] && run.parent === box.parent && run.tone === tone && run.x === box.x
      ? box.y - run.place[1] - run.place[3] : -1;
    if (gap >= 0 && gap <= leafGap) {
      run.place[2] = Math.max(run.place[2], box.width);
      run.place[3] = box.y + box.height - run.place[1];
    } else {
      found.runs.push(place);
      run = isParent[index] ? null : { parent: box.parent, tone, x: box.x, place };
    }
    if (box.line) takeLine(box, isParent[index] ? lines.parents : lines.leaves);
  });
  // The boxes with the largest subtrees, whose names are seen from afar.
  const sizes = new Uint32Array(boxes.length).fill(1);
  for (let index = boxes.length - 1; index > 0; index--) sizes[boxes[index].parent ?? 0] += sizes[index];
  const parents = boxes.filter((_, index) => isParent[index]).map((box) => [sizes[byNode.get(box.node)], box])
    .sort((one, other) => other[0] - one[0]).slice(0, mostParents).map(([, box]) => box);
  return {
    places, byNode, marked, parents, lines: [rectanglesOf(lines.parents), rectanglesOf(lines.leaves)],
    tones: Array.from(tones, ([tone, { boxes, runs }]) =>
      ({ tone, boxes: Float32Array.from(boxes), runs: Float32Array.from(runs.flat()) })),
  };
}

// Takes the pieces of a line, which run along the axes, by their parent and coordinate.
function takeLine(box, pieces) {
  const ofParent = pieces[box.parent] ??= new Map();
  const { line } = box;
  for (let at = 2; at < line.length; at += 2) {
    const [x, y, toX, toY] = [line[at - 2], line[at - 1], line[at], line[at + 1]];
    const isDown = x === toX;
    const key = isDown ? x : -1 - y;
    const [from, to] = isDown ? [y, toY] : [x, toX];
    let spans = ofParent.get(key);
    if (!spans) ofParent.set(key, spans = []);
    spans.push([Math.min(from, to), Math.max(from, to)]);
  }
}

// The pieces as rectangles without a thickness. Only those that overlap or touch are one.
function rectanglesOf(pieces) {
  const places = [];
  const add = (key, start, end) => {
    if (key < 0) places.push(start, -1 - key, end - start, 0);
    else places.push(key, start, 0, end - start);
  };
  pieces.forEach((ofParent) => {
    for (const [key, spans] of ofParent) {
      spans.sort((one, other) => one[0] - other[0]);
      let [start, end] = spans[0];
      for (const [from, to] of spans) {
        if (from > end) {
          add(key, start, end);
          [start, end] = [from, to];
        } else if (to > end) end = to;
      }
      add(key, start, end);
    }
  });
  return Float32Array.from(places);
}

// The color of a small box: of the first message that its model handles.
function rowTone(box) { return box.rows.map(([{ ink }]) => ink).find((ink) => kinds.includes(ink)) ?? "plain"; }
