@testable import TreeDrawing

/// The faults of a layout: wrong lines, and overlapping boxes.
///
/// Everything is compared with everything, in the order of x, so that large trees can be checked.
enum LayoutFaults {
  private struct Item {
    var minX: Double
    var maxX: Double
    var minY: Double
    var maxY: Double
    /// The box, or the box to which a line leads.
    var box: Int
    /// The box from which a line comes; -1 for a box.
    var parent: Int

    func touches(_ other: Item) -> Bool {
      minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
  }

  static func of(_ layout: TreeLayout, parents: [Int]) -> [String] {
    var faults = ends(of: layout, parents: parents)
    faults += layout.isTidy ? rows(of: layout, parents) : stacks(of: layout, parents: parents)
    var items: [Item] = []
    for (box, place) in layout.boxes.enumerated() {
      items.append(
        Item(
          minX: place.x, maxX: place.maxX, minY: place.y, maxY: place.maxY, box: box, parent: -1))
      if place.x < 0 || place.y < 0 || place.maxX > layout.size.width
        || place.maxY > layout.size.height
      {
        faults.append("box \(box) is outside the picture")
      }
    }
    for (box, line) in layout.lines.enumerated() {
      for (from, to) in zip(line, line.dropFirst()) {
        if from.x != to.x, from.y != to.y { faults.append("the line to \(box) is slanted") }
        items.append(
          Item(
            minX: min(from.x, to.x), maxX: max(from.x, to.x), minY: min(from.y, to.y),
            maxY: max(from.y, to.y), box: box, parent: parents[box]))
      }
    }
    items.sort { $0.minX < $1.minX }
    for (index, item) in items.enumerated() {
      for other in items[(index + 1)...] {
        if other.minX > item.maxX { break }
        if item.touches(other), let fault = fault(item, other, layout) { faults.append(fault) }
      }
    }
    return faults
  }

  private static func fault(_ one: Item, _ other: Item, _ layout: TreeLayout) -> String? {
    switch (one.parent < 0, other.parent < 0) {
    case (true, true): return "boxes \(one.box) and \(other.box) touch"
    case (false, false):
      if one.parent == other.parent { return nil }
      return "lines from \(one.parent) and \(other.parent) touch"
    case (true, false): return crossing(other, one)
    case (false, true): return crossing(one, other)
    }
  }

  /// A line touches the two boxes that it joins at its ends, and no other.
  private static func crossing(_ line: Item, _ box: Item) -> String? {
    if line.parent == box.box, line.minY == box.maxY { return nil }
    if line.box == box.box, line.maxY == box.minY || line.maxX == box.minX { return nil }
    return "the line from \(line.parent) to \(line.box) crosses box \(box.box)"
  }

  /// Levels are rows in which all stand in order, and parents are centered above their children.
  private static func rows(of layout: TreeLayout, _ parents: [Int]) -> [String] {
    var faults: [String] = []
    var children = [[Int]](repeating: [], count: parents.count)
    var lasts: [Double: Double] = [:]
    for box in parents.indices.dropFirst() {
      children[parents[box]].append(box)
      let place = layout.boxes[box]
      if place.x <= lasts[place.y] ?? -1 { faults.append("box \(box) is not in order") }
      lasts[place.y] = place.maxX
    }
    func center(_ box: Int) -> Double { layout.boxes[box].x + layout.boxes[box].width / 2 }
    for (box, children) in children.enumerated() where !children.isEmpty {
      let middle = (center(children[0]) + center(children[children.count - 1])) / 2
      let isCentered =
        children.count == 1 ? center(box) == middle : abs(center(box) - middle) <= 1
      if !isCentered { faults.append("box \(box) is not above the middle of its children") }
      if Set(children.map { layout.boxes[$0].y }).count > 1 {
        faults.append("the children of box \(box) are not in one row")
      }
    }
    return faults
  }

  /// An only child stands straight below its parent, and several to its right.
  private static func stacks(of layout: TreeLayout, parents: [Int]) -> [String] {
    var childCounts = [Int](repeating: 0, count: parents.count)
    for box in parents.indices.dropFirst() { childCounts[parents[box]] += 1 }
    return parents.indices.dropFirst().compactMap { box in
      let (x, above) = (layout.boxes[box].x, layout.boxes[parents[box]].x)
      let isRight = childCounts[parents[box]] == 1 ? x == above : x > above
      return isRight ? nil : "box \(box) stands in the wrong column"
    }
  }

  /// Each line begins below its parent's box and ends at the box to which it leads.
  private static func ends(of layout: TreeLayout, parents: [Int]) -> [String] {
    layout.lines.indices.dropFirst().compactMap { box in
      guard let start = layout.lines[box].first, let end = layout.lines[box].last,
        layout.lines[box].count > 1
      else { return "no line leads to \(box)" }
      let above = layout.boxes[parents[box]]
      let below = layout.boxes[box]
      guard start.y == above.maxY, start.x > above.x, start.x < above.maxX else {
        return "the line to \(box) does not begin at its parent"
      }
      let isAtTop = end.y == below.y && end.x > below.x && end.x < below.maxX
      let isAtSide = end.x == below.x && end.y > below.y && end.y < below.maxY
      return isAtTop || isAtSide ? nil : "the line to \(box) does not end at it"
    }
  }
}
