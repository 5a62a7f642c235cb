import TreeAnalysis
import TreeSnapshot

/// A diagram with its layout: the places of boxes and lines, and the heading above them.
package struct Drawing: Sendable {
  /// The style of the line above a node, if it differs from the others.
  struct EdgeStyle: Sendable {
    var tone: Palette.Tone
    var isDashed = false
    /// How a route uses it; nil if the route doesn't pass it.
    var route: RouteMarks.Edge?
  }

  let diagram: Diagram
  /// The positions of the nodes that have a box.
  let positions: [Int]
  let boxes: [NodeBox]
  /// By box: the index of its parent's.
  let parents: [Int]
  let layout: TreeLayout
  /// By box index: the style of the line to it.
  let styles: [Int: EdgeStyle]
  /// The lines of the title and of the text below it, with their font sizes.
  let heading: [(row: TextRow, size: Double)]
  static let margin = 16.0

  /// Lays out a diagram. Costs time and memory in proportion to its boxes.
  package init(_ diagram: Diagram) {
    self.diagram = diagram
    positions = diagram.part.positions
    var indices: [Int: Int] = [:]
    indices.reserveCapacity(positions.count)
    var parents: [Int] = []
    var boxes: [NodeBox] = []
    var styles: [Int: EdgeStyle] = [:]
    for (index, position) in positions.enumerated() {
      indices[position] = index
      parents.append(indices[Int(diagram.snapshot.columns.parents[position])] ?? 0)
      boxes.append(diagram.box(at: position))
      if index > 0 { styles[index] = diagram.edgeStyle(above: position) }
    }
    self.parents = parents
    self.boxes = boxes
    self.styles = styles
    let layout = TreeLayout(parents: parents, sizes: boxes.map(\.size))
    self.layout = layout
    heading = Self.heading(diagram, width: max(layout.size.width, 960))
  }

  private static func heading(
    _ diagram: Diagram, width: Double
  ) -> [(row: TextRow, size: Double)] {
    let parts = diagram.titleParts
    var title = TextRow()
    title.add(parts.subject, isBold: true)
    title.add(parts.rest)
    var rows = [(title, 16.0)]
    if let note = diagram.foldNote { rows.append((TextRow(note, .note), NodeBox.fontSize)) }
    let legend = diagram.legend
    if !legend.isEmpty { rows.append((legend, NodeBox.fontSize)) }
    return rows.flatMap { row, size in row.lines(width: width, size: size).map { ($0, size) } }
  }

  /// The size of the heading.
  var headingSize: TreeLayout.Size {
    var size = TreeLayout.Size(width: 0, height: 12)
    for (row, letters) in heading {
      size.width = max(size.width, row.width(size: letters).rounded(.up))
      size.height += (letters * Self.lineHeight).rounded()
    }
    return size
  }

  static let lineHeight = 1.6

  /// The pixels per inch of a PNG: 144, for screens with double resolution, and fewer for a large
  /// drawing. Cairo allows no side above 32,767 pixels, and would complain on standard error.
  var resolution: Double {
    let width = (size.width + Self.pngMargin) / 72
    let height = (size.height + Self.pngMargin) / 72
    return min(
      144, Self.longestSide / max(width, height), (Self.mostPixels / (width * height)).squareRoot())
  }

  /// A generous estimate of the margins that Graphviz adds.
  private static let pngMargin = 150.0
  private static let longestSide = 32_000.0
  /// At four bytes each during drawing, 256 MB.
  private static let mostPixels = 64_000_000.0

  /// The size of the picture, with the heading and a margin.
  var size: TreeLayout.Size {
    let heading = headingSize
    return TreeLayout.Size(
      width: max(layout.size.width, heading.width) + 2 * Self.margin,
      height: layout.size.height + heading.height + 2 * Self.margin)
  }
}

extension Diagram {
  fileprivate func box(at position: Int) -> NodeBox {
    NodeBox(
      snapshot[position], mark: marks.nodes[position], message: route?.message,
      difference: comparison?.marks.nodes[position], fold: part.folds[position])
  }

  fileprivate func edgeStyle(above position: Int) -> Drawing.EdgeStyle? {
    if let edge = marks.edges[position], let kind = route?.message.kind {
      return Drawing.EdgeStyle(tone: Palette.Tone(kind), route: edge)
    }
    guard let kind = comparison?.marks.nodes[position]?.kind, kind != .changed else { return nil }
    return Drawing.EdgeStyle(tone: Palette.Tone(kind), isDashed: kind == .removed)
  }
}

/// Lines to boxes: arrowheads, and the numbers of hops.
enum RouteLine {
  /// The length of an arrowhead.
  static let arrow = 8.0

  /// Shortens the line to the base of the arrowhead, whose tip is at the line's old end.
  static func shorten(_ line: inout [TreeLayout.Point], atStart: Bool) {
    let end = atStart ? 0 : line.count - 1
    let next = atStart ? 1 : line.count - 2
    let (dx, dy) = direction(from: line[end], to: line[next])
    line[end].x += dx * arrow
    line[end].y += dy * arrow
  }

  /// The middle of a number next to a line, near the lower box.
  static func numberPlace(_ line: [TreeLayout.Point]) -> TreeLayout.Point {
    let end = line[line.count - 1]
    let before = line[line.count - 2]
    return end.y == before.y
      ? .init(x: (before.x + end.x) / 2, y: end.y - 8)
      : .init(x: end.x - 8, y: max((before.y + end.y) / 2, end.y - 8))
  }

  /// One step along a vertical or horizontal line.
  static func direction(from: TreeLayout.Point, to: TreeLayout.Point) -> (dx: Double, dy: Double) {
    (
      dx: to.x == from.x ? 0 : to.x > from.x ? 1 : -1,
      dy: to.y == from.y ? 0 : to.y > from.y ? 1 : -1
    )
  }

  /// The part of a line that another one from the same box doesn't cover.
  static func rest(
    of line: [TreeLayout.Point], after other: [TreeLayout.Point]
  ) -> [TreeLayout.Point] {
    let common = zip(line, other).prefix { $0 == $1 }.count
    guard common > 0, common < line.count, common < other.count else { return line }
    let (corner, next, otherNext) = (line[common - 1], line[common], other[common])
    guard direction(from: corner, to: next) == direction(from: corner, to: otherNext) else {
      return Array(line[(common - 1)...])
    }
    return length([corner, next]) <= length([corner, otherNext])
      ? Array(line[common...]) : [otherNext] + line[common...]
  }

  static func length(_ line: [TreeLayout.Point]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + abs($1.0.x - $1.1.x) + abs($1.0.y - $1.1.y) }
  }
}
