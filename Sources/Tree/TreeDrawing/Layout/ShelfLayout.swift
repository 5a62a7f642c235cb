/// A picture for a screen, about 1.7 times as wide as high for any shape of tree.
///
/// Children stand in columns, which are filled downward, and the columns on shelves. Bottom up, each
/// block (a box with everything below it) finds a few shapes, from narrow and high to wide and low,
/// by a handful of arrangements of its children's blocks. Top down, each block takes the shape that
/// its parent's arrangement chose.
///
/// An only child stands straight below its parent, several stand to the right of its left side, so
/// that none looks like a sibling. A parent's lines lie inside its block, so that lines of different
/// parents never meet, and no line crosses a box.
struct ShelfLayout {
  /// The maximum height of a column, and the maximum width of a shelf.
  private typealias Limits = (height: Double, width: Double)

  /// A possible size of a block, and the arrangement of its children that gives it.
  private struct Shape {
    var size: TreeLayout.Size
    /// The width of a child, which takes its lowest shape within it, or else its narrowest.
    var childWidth = Double.infinity
    var limits: Limits = (.infinity, .infinity)
  }

  /// Children below each other.
  private struct Column {
    /// The places of its children among their siblings.
    var range: Range<Int>
    var width: Double
    var height: Double
    var x = 0.0
    /// The height of the line above its shelf.
    var bus = 0.0
    /// Whether its children hang on a line to their left.
    var isStack: Bool { range.count > 1 }
    /// Whether it hangs on the line from the parent.
    var isFirst: Bool { x == LayoutSpacing.hanging }
  }

  private let sizes: [TreeLayout.Size]
  private let children: [[Int]]
  /// By box: the shapes of its block, from the narrowest to the widest, each lower than the one before.
  private var shapes: [[Shape]] = []

  init(parents: [Int], sizes: [TreeLayout.Size]) {
    self.sizes = sizes
    var children = [[Int]](repeating: [], count: sizes.count)
    for box in sizes.indices.dropFirst() { children[parents[box]].append(box) }
    self.children = children
    shapes = sizes.map { [Shape(size: $0)] }
    for box in sizes.indices.reversed() where !children[box].isEmpty { findShapes(of: box) }
  }

  // MARK: Bottom up

  private mutating func findShapes(of box: Int) {
    let (own, children) = (sizes[box], children[box])
    var found: [Shape] = []
    for width in childWidths(of: children) {
      let blocks = children.map { shape(of: $0, within: width).size }
      for limits in arrangements(of: children, blocks) {
        let columns = columns(of: children, blocks, limits)
        let size = columns.reduce(own) { size, column in
          .init(
            width: max(size.width, column.x + column.width),
            height: max(size.height, own.height + top(of: column, columns) + column.height))
        }
        found.append(Shape(size: size, childWidth: width, limits: limits))
      }
    }
    found.sort { ($0.size.width, $0.size.height) < ($1.size.width, $1.size.height) }
    shapes[box] = found.reduce(into: []) { best, shape in
      // A little lower isn't worth more width.
      let isLower = shape.size.height < 0.95 * (best.last?.size.height ?? .infinity)
      if isLower { best.append(shape) }
    }
  }

  private func shape(of child: Int, within width: Double) -> Shape {
    shapes[child].last { $0.size.width <= width } ?? shapes[child][0]
  }

  /// The widths of children to try.
  private func childWidths(of children: [Int]) -> [Double] {
    if children.count == 1 { return shapes[children[0]].map(\.size.width) }
    if children.allSatisfy({ shapes[$0].count == 1 }) { return [.infinity] }
    let area = children.reduce(0) { $0 + (shapes[$1].map(\.size.area).min() ?? 0) }
    let side = (area * TreeLayout.aspect).squareRoot()
    return [0, 0.2, 0.35, 0.5, 0.7, 1, 1.4].map { side * $0 } + [.infinity]
  }

  /// The arrangements to try.
  private func arrangements(of children: [Int], _ blocks: [TreeLayout.Size]) -> [Limits] {
    if children.count == 1 { return [(.infinity, .infinity)] }
    var (total, across, highest, widest) = (0.0, 0.0, 0.0, 0.0)
    for block in blocks {
      total += block.height + LayoutSpacing.betweenBlocks
      across += block.width + LayoutSpacing.betweenColumns
      highest = max(highest, block.height)
      widest = max(widest, block.width)
    }
    // Columns of equal height that roughly fill a screen, and one for each child.
    let pitch = widest + LayoutSpacing.betweenColumns + LayoutSpacing.indent
    let columns = (TreeLayout.aspect * total / pitch).squareRoot()
    let limits: [Limits] = [0, 0.3, 0.5, 0.7, 1, 1.4, 2, 3, .infinity].map { factor in
      let count = min(max((columns * factor).rounded(), 1), Double(children.count))
      return (max(total / count + highest * (count - 1) / count, highest), .infinity)
    }
    // Leaves are in columns, to be read downward like all lists.
    if children.allSatisfy({ self.children[$0].isEmpty }) { return limits }
    let shelves = (across / highest / TreeLayout.aspect).squareRoot()
    return limits
      + [0.5, 0.7, 1, 1.4, 2, 3].map { factor in
        let count = max((shelves * factor).rounded(), 1)
        return (highest, across / count + widest * (count - 1) / count)
      }
  }

  // MARK: Columns

  private func gap(_ upper: Int, _ lower: Int) -> Double {
    children[upper].isEmpty && children[lower].isEmpty
      ? LayoutSpacing.betweenLeaves : LayoutSpacing.betweenBlocks
  }

  /// Where a column begins. A single one needs no line above it.
  private func top(of column: Column, _ columns: [Column]) -> Double {
    column.bus + (columns.count > 1 ? LayoutSpacing.belowBus : 0)
  }

  /// The columns of children on their shelves, relative to the lower left corner of the parent's box.
  private func columns(
    of children: [Int], _ blocks: [TreeLayout.Size], _ limits: Limits
  ) -> [Column] {
    var columns: [Column] = []
    for (number, block) in blocks.enumerated() {
      if var last = columns.last {
        last.height += gap(children[number - 1], children[number]) + block.height
        if last.height <= limits.height {
          last.range = last.range.lowerBound..<number + 1
          last.width = max(last.width, block.width)
          columns[columns.count - 1] = last
          continue
        }
      }
      columns.append(Column(range: number..<number + 1, width: block.width, height: block.height))
    }
    let isOnly = children.count == 1
    var x = isOnly ? 0 : LayoutSpacing.hanging
    var bus = isOnly ? LayoutSpacing.aboveOnlyChild : LayoutSpacing.aboveBus
    var bottom = 0.0
    for (index, column) in columns.enumerated() {
      if index > 0 {
        x += LayoutSpacing.betweenColumns + (column.isStack ? LayoutSpacing.indent : 0)
        if x + column.width > limits.width {
          (x, bus) = (LayoutSpacing.hanging, bottom + LayoutSpacing.betweenShelves)
        }
      }
      columns[index].x = x
      columns[index].bus = bus
      bottom = max(bottom, top(of: columns[index], columns) + column.height)
      x += column.width
    }
    return columns
  }

  // MARK: Top down

  /// Gives all boxes and lines their places, and returns the size of the whole.
  func place(_ layout: inout TreeLayout) -> TreeLayout.Size {
    var chosen = shapes.map { $0[0] }
    chosen[0] = shapes[0].min { $0.size.screen < $1.size.screen } ?? chosen[0]
    for box in sizes.indices {
      let children = children[box]
      for child in children { chosen[child] = shape(of: child, within: chosen[box].childWidth) }
      let blocks = children.map { chosen[$0].size }
      let columns = columns(of: children, blocks, chosen[box].limits)
      let corner = TreeLayout.Point(x: layout.boxes[box].x, y: layout.boxes[box].maxY)
      for column in columns {
        var y = corner.y + top(of: column, columns)
        for number in column.range {
          let child = children[number]
          layout.boxes[child].x = corner.x + column.x
          layout.boxes[child].y = y
          layout.lines[child] = line(to: layout.boxes[child], in: column, corner)
          y += blocks[number].height
          if number + 1 < column.range.upperBound { y += gap(child, children[number + 1]) }
        }
      }
    }
    return chosen[0].size
  }

  /// The line to a child from the lower left corner of its parent's box.
  private func line(
    to box: TreeLayout.Rectangle, in column: Column, _ corner: TreeLayout.Point
  ) -> [TreeLayout.Point] {
    let (trunk, bus) = (corner.x + LayoutSpacing.port, corner.y + column.bus)
    var port = TreeLayout.Point(x: box.x + LayoutSpacing.port, y: box.y)
    if column.isStack {
      port.x = column.isFirst ? trunk : box.x - LayoutSpacing.indent
      port.y = box.y + min(LayoutSpacing.tick, box.height / 2)
    }
    var line = [TreeLayout.Point(x: trunk, y: corner.y)]
    if port.x != trunk { line += [.init(x: trunk, y: bus), .init(x: port.x, y: bus)] }
    line.append(port)
    if column.isStack { line.append(.init(x: box.x, y: port.y)) }
    return line
  }
}
