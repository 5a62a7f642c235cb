/// Lays a tree out as an indented list that flows on from column to column, as text in a newspaper.
///
/// It is the densest layout of trees whose branches differ much in size, of which rectangles within
/// rectangles leave most of a picture empty. Where a column ends, the lines to children that follow
/// in later columns go on beside each other: down, up between the two columns, and down again, each
/// around those of its descendants, so that none cross.
struct OutlineLayout {
  private let parents: [Int]
  private let sizes: [TreeLayout.Size]
  private var childCounts: [Int]
  /// How many boxes above each box have children behind it.
  private var openCounts: [Int]

  init(parents: [Int], sizes: [TreeLayout.Size]) {
    self.parents = parents
    self.sizes = sizes
    childCounts = Array(repeating: 0, count: sizes.count)
    openCounts = childCounts
    var ends = sizes.indices.map { $0 + 1 }
    for box in sizes.indices.dropFirst().reversed() {
      ends[parents[box]] = max(ends[parents[box]], ends[box])
      childCounts[parents[box]] += 1
    }
    for box in sizes.indices.dropFirst() {
      let parent = parents[box]
      openCounts[box] = openCounts[parent] + (ends[box] < ends[parent] ? 1 : 0)
    }
  }

  /// The flow that makes the best picture for a screen; nil where its lines would have more corners
  /// than are in proportion to the boxes.
  func best() -> OutlineFlow? {
    let total = sizes.reduce(0) { $0 + $1.height + LayoutSpacing.betweenLeaves }
    let widest = sizes.reduce(0) { max($0, $1.width) }
    let ideal = (total * widest / TreeLayout.aspect).squareRoot()
    var best: OutlineFlow?
    for factor in [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.8, 2.4, 3.2, 4.5] {
      guard let flow = flow(columnHeight: ideal * factor) else { continue }
      if best.map({ flow.size.screen < $0.size.screen }) ?? true { best = flow }
    }
    return best
  }

  private func flow(columnHeight: Double) -> OutlineFlow? {
    var flow = OutlineFlow(count: sizes.count)
    // The first box of the present column, and its left side.
    var first = 0
    var cornerCount = 0
    var box = 0
    while box < sizes.count {
      if box > first {
        let bottom = flow.boxes[box - 1].maxY
        if bottom + gap(above: box) + sizes[box].height > columnHeight {
          first = breakPlace(in: first..<box, flow, columnHeight)
          flow.beginColumn(at: first, behind: openParents(of: first))
          box = first
        }
      }
      let gap = box > first ? gap(above: box) : 0
      let isOnly = box > 0 && childCounts[parents[box]] == 1
      flow.add(sizes[box], below: parents[box], gap: gap, isOnlyChild: isOnly)
      cornerCount += flow.lines[box].count
      if cornerCount > Self.mostCorners * (sizes.count + 100) { return nil }
      box += 1
    }
    flow.finish(from: first)
    return flow
  }

  /// A tree of many siblings with much below each would need a line across all columns for each.
  private static let mostCorners = 30

  private func gap(above box: Int) -> Double {
    childCounts[parents[box]] == 1 ? LayoutSpacing.aboveOnlyChild : LayoutSpacing.betweenLeaves
  }

  /// The box with which the next column begins, where the present one is full: near its end, where
  /// few lines go on, and not between a box and its first child.
  private func breakPlace(
    in column: Range<Int>, _ flow: OutlineFlow, _ columnHeight: Double
  ) -> Int {
    var best = column.upperBound
    var leastCost = Double.infinity
    for box in column.dropFirst().reversed() {
      let empty = columnHeight - flow.boxes[box - 1].maxY
      if empty > columnHeight * 0.3 { break }
      let cost = cost(ofBreakAt: box) + empty / 10
      if cost < leastCost { (best, leastCost) = (box, cost) }
    }
    let atEnd = cost(ofBreakAt: column.upperBound)
    return atEnd <= leastCost ? column.upperBound : best
  }

  private func cost(ofBreakAt box: Int) -> Double {
    Double(openCounts[parents[box]]) * 4 + (parents[box] == box - 1 ? 12 : 0)
  }

  /// The boxes above a box that have children from it on, from the outermost to the innermost.
  private func openParents(of box: Int) -> [Int] {
    var open = [parents[box]]
    var child = parents[box]
    while openCounts[child] > 0 {
      let parent = parents[child]
      if openCounts[child] > openCounts[parent] { open.append(parent) }
      child = parent
    }
    return open.reversed()
  }
}
