// A layout as it is drawn on a canvas.

import { indexed } from "./boxes.js";
import { fillSheer } from "./canvas.js";
import { shown } from "./words.js";

// The scale below which letters can't be read.
export const lettersFrom = 0.3;
// Scales below which rows and the lines of leaves can't be seen.
const rowsFrom = 0.14;
const linesFrom = 0.06;
// What a route marks is never smaller, in pixels; of many, less.
const markSide = 7;
const manyMarks = 2_000;
// So many boxes are named where letters can't be read.
const mostNames = 40;

export class Drawing {
  constructor(layout) {
    this.layout = layout;
    Object.assign(this, indexed(layout.boxes));
  }

  at(x, y) {
    return this.layout.boxes.find((box) =>
      x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height);
  }

  // Draws a part of the plane, and a frame around the chosen box.
  paint(context, scale, part, colors, chosen) {
    const isFar = scale < linesFrom;
    context.fillStyle = colors.plain;
    const thin = Math.max(1, 0.6 / scale);
    fillSeen(context, this.lines[0], part, thin);
    if (!isFar) fillSeen(context, this.lines[1], part, thin);
    if (scale < rowsFrom) {
      // Boxes too small for words, color by color.
      for (const { tone, boxes, runs } of this.tones) {
        context.fillStyle = colors[tone];
        fillSeen(context, isFar ? runs : boxes, part, 1 / scale);
      }
    } else {
      eachSeen(this.places, part, 0, (index) => this.paintBox(context, scale, this.layout.boxes[index], colors));
    }
    this.paintRoute(context, scale, colors);
    const taken = [];
    if (scale < lettersFrom) this.paintMarks(context, scale, part, colors, taken);
    if (scale < rowsFrom) this.paintNames(context, scale, part, colors, taken, this.parents);
    if (chosen) {
      context.strokeStyle = colors.accent;
      context.lineWidth = Math.max(2, 2 / scale);
      context.strokeRect(chosen.x - 2, chosen.y - 2, chosen.width + 4, chosen.height + 4);
    }
  }

  // What is marked is seen from afar as well, and named where there is room.
  paintMarks(context, scale, part, colors, taken) {
    const marked = this.marked.filter((box) => box.tone);
    const least = (marked.length > manyMarks ? 2 : markSide) / scale;
    for (const box of marked) {
      context.fillStyle = colors[box.tone];
      context.fillRect(box.x, box.y, Math.max(least, box.width), Math.max(least, box.height));
    }
    this.paintNames(context, scale, part, colors, taken, marked, least);
  }

  // Names boxes whose letters can't be read, where no other name is: those that are marked beside them, those
  // of subtrees upon them.
  paintNames(context, scale, [left, top, right, bottom], colors, taken, boxes, least = null) {
    const size = 12 / scale;
    context.font = `${size}px ${colors.font}`;
    const most = taken.length + mostNames;
    for (const box of boxes.slice(0, 10 * mostNames)) {
      if (taken.length >= most) break;
      if (least === null && (box.x > right || box.y > bottom || box.x + box.width < left || box.y + box.height < top)) continue;
      const text = shown((least === null ? box.header.slice(0, 1) : box.header).map((piece) => piece.text).join(""));
      const width = context.measureText(text).width + size;
      const behind = least === null ? box.x : box.x + Math.max(least, box.width) + size / 3;
      const before = box.x - width - size / 3;
      const place = [behind + width > right && before >= left ? before : behind, box.y - size * 0.2, width, size * 1.4];
      if (taken.some((other) => place[0] < other[0] + other[2] && other[0] < place[0] + width
        && place[1] < other[1] + other[3] && other[1] < place[1] + place[3])) continue;
      taken.push(place);
      fillSheer(context, colors.ground, 0.88, place);
      context.fillStyle = colors[least === null ? "text" : box.tone];
      context.fillText(text, place[0] + size / 2, place[1] + size);
    }
  }

  paintBox(context, scale, box, colors) {
    const { headerHeight, rowHeight, padding } = this.layout;
    const tone = box.tone ?? "plain";
    context.fillStyle = box.strong && !box.rows ? colors[`h-${tone}`] : colors.box;
    context.fillRect(box.x, box.y, box.width, box.height);
    if (box.rows) {
      context.fillStyle = colors[`h-${tone}`];
      context.fillRect(box.x, box.y, box.width, headerHeight);
    }
    context.strokeStyle = colors[tone];
    context.lineWidth = 1;
    context.setLineDash(box.dashed ? [4, 3] : []);
    context.strokeRect(box.x, box.y, box.width, box.height);
    context.setLineDash([]);
    const write = (row, y, fontSize) => {
      let x = box.x + padding;
      const room = box.width - 2 * padding;
      const narrow = scale < lettersFrom ? 1 : Math.min(1, room / Math.max(1, this.widthOf(context, row, colors, fontSize)));
      for (const piece of row) {
        if (scale < lettersFrom) {
          // Bars in place of words that can't be read.
          const width = piece.text.length * fontSize * 0.5;
          const place = [x, y - fontSize * 0.5, Math.min(width, box.x + box.width - x - 2), fontSize * 0.4];
          fillSheer(context, colors[piece.ink ?? "text"], 0.55, place);
          x += width;
          continue;
        }
        const width = narrow * this.widthOf(context, [piece], colors, fontSize);
        context.fillStyle = colors[piece.ink ?? "text"];
        context.fillText(piece.text, x, y, width);
        x += width;
      }
    };
    write(box.header, box.y + 17.5, this.layout.nameSize);
    (box.rows ?? []).forEach((row, number) =>
      write(row, box.y + headerHeight + number * rowHeight + 13.5, this.layout.fontSize));
  }

  // How wide pieces are in the actual font; the layout knows only an average one.
  widthOf(context, row, colors, fontSize) {
    let width = 0;
    for (const piece of row) {
      context.font = `${piece.bold ? "bold " : ""}${fontSize}px ${colors.font}`;
      width += context.measureText(piece.text).width;
    }
    return width;
  }

  paintRoute(context, scale, colors) {
    const wide = Math.max(2.4, 2 / scale);
    for (const box of this.marked) {
      if (!box.lineTone) continue;
      const { line } = box;
      context.strokeStyle = context.fillStyle = colors[box.lineTone];
      context.lineWidth = wide;
      context.beginPath();
      context.moveTo(line[0], line[1]);
      for (let at = 2; at < line.length; at += 2) context.lineTo(line[at], line[at + 1]);
      context.stroke();
      // The head is at the parent for what rises, at the box for what goes down.
      const end = box.hop === undefined ? line.length - 2 : 0;
      const next = box.hop === undefined ? line.length - 4 : 2;
      const angle = Math.atan2(line[end + 1] - line[next + 1], line[end] - line[next]);
      const size = 3.4 * wide;
      context.beginPath();
      context.moveTo(line[end], line[end + 1]);
      for (const turn of [0.5, -0.5]) {
        context.lineTo(line[end] - size * Math.cos(angle + turn), line[end + 1] - size * Math.sin(angle + turn));
      }
      context.fill();
      if (box.hop !== undefined && scale >= lettersFrom) {
        const [x, y] = [line[line.length - 2], line[line.length - 1]];
        context.font = `bold 9px ${colors.font}`;
        context.fillText(String(box.hop), x - 10, y - 6);
      }
    }
  }
}

// Those of some rectangles that lie in a part of the plane, none thinner than so much.
function eachSeen(places, [left, top, right, bottom], least, act) {
  for (let at = 0; at < places.length; at += 4) {
    const [x, y] = [places[at], places[at + 1]];
    if (x > right || y > bottom) continue;
    const width = places[at + 2] < least ? least : places[at + 2];
    const height = places[at + 3] < least ? least : places[at + 3];
    if (x + width >= left && y + height >= top) act(at / 4, x, y, width, height);
  }
}

function fillSeen(context, places, part, least) {
  eachSeen(places, part, least, (_, x, y, width, height) => context.fillRect(x, y, width, height));
}
