/// The way of a chain of boxes, each the only child of the one above: down a column, and on in a new
/// column beside it where that one is full.
struct ChainPath {
  static let betweenColumns = 26.0
  /// How far below its top a block's second column begins; the line to it comes from above.
  private static let lane = 16.0

  private let limit: Double
  private var x = 0.0
  private var y = 0.0
  private var isEmpty = true
  private(set) var width = 0.0
  private(set) var height = 0.0

  /// - Parameter limit: how high a column gets.
  init(limit: Double) { self.limit = limit }

  /// Places the next box, or the block at the chain's end, and gives its corner.
  mutating func add(_ size: TreeLayout.Size) -> TreeLayout.Point {
    if !isEmpty {
      let next = y + LayoutSpacing.aboveOnlyChild
      if next + size.height > limit {
        height = max(height, y + LayoutSpacing.aboveBus)
        x = width + Self.betweenColumns
        y = Self.lane
      } else {
        y = next
      }
    }
    isEmpty = false
    let corner = TreeLayout.Point(x: x, y: y)
    y += size.height
    width = max(width, x + size.width)
    height = max(height, y)
    return corner
  }

  /// The line from a box of the chain to the next one, whose block begins at a point.
  static func line(
    from box: TreeLayout.Rectangle, to next: TreeLayout.Rectangle, in block: TreeLayout.Point
  ) -> [TreeLayout.Point] {
    let start = box.x + LayoutSpacing.port
    let end = next.x + LayoutSpacing.port
    if start == end { return [.init(x: start, y: box.maxY), .init(x: end, y: next.y)] }
    let below = box.maxY + LayoutSpacing.aboveBus / 2
    let between = next.x - betweenColumns / 2
    let above = block.y + lane / 4
    return [
      .init(x: start, y: box.maxY), .init(x: start, y: below), .init(x: between, y: below),
      .init(x: between, y: above), .init(x: end, y: above), .init(x: end, y: next.y),
    ]
  }
}
