/// An indented list in columns, while it is filled.
struct OutlineFlow {
  private(set) var boxes: [TreeLayout.Rectangle] = []
  private(set) var lines: [[TreeLayout.Point]] = []
  private(set) var size = TreeLayout.Size(width: 0, height: 0)
  /// Where the line to each box's children comes down in the present column.
  private var trunks: [Double] = []
  /// The corners by which a line came from the columns before.
  private var corners: [Int: [TreeLayout.Point]] = [:]
  /// The corner of the present column.
  private var left = 0.0
  private var top = 0.0
  private var first = 0

  /// From one line of those that go on to the next.
  private static let lane = 5.0
  /// From one of them to the next in the column where they end.
  private static let step = 10.0
  /// Around these lines.
  private static let margin = 9.0

  init(count: Int) {
    boxes.reserveCapacity(count)
    lines.reserveCapacity(count)
    trunks.reserveCapacity(count)
  }

  /// Adds the next box in document order to the present column.
  mutating func add(
    _ size: TreeLayout.Size, below parent: Int, gap: Double, isOnlyChild: Bool
  ) {
    let box = boxes.count
    let y = box == first ? top : boxes[box - 1].maxY + gap
    var x = left
    var line: [TreeLayout.Point] = []
    if box > 0 {
      let start = TreeLayout.Point(
        x: boxes[parent].x + LayoutSpacing.port, y: boxes[parent].maxY)
      let path = corners[parent, default: []]
      if isOnlyChild, path.isEmpty {
        x = boxes[parent].x
        line = [start, .init(x: start.x, y: y)]
      } else {
        x = trunks[parent] + LayoutSpacing.indent
        let tick = y + min(LayoutSpacing.tick, size.height / 2)
        line = [start] + path + [.init(x: trunks[parent], y: tick), .init(x: x, y: tick)]
      }
    }
    boxes.append(.init(x: x, y: y, width: size.width, height: size.height))
    lines.append(line)
    trunks.append(x + LayoutSpacing.port)
  }

  /// Begins a column with a box, and takes away those from it on.
  ///
  /// - Parameter open: the boxes to whose children lines go on, from the outermost to the innermost.
  mutating func beginColumn(at box: Int, behind open: [Int]) {
    boxes.removeLast(boxes.count - box)
    lines.removeLast(lines.count - box)
    trunks.removeLast(trunks.count - box)
    let bottom = boxes[box - 1].maxY
    let right = boxes[first...].reduce(left) { max($0, $1.maxX) }
    let room = Double(open.count) * Self.lane + Self.margin
    let gutter = right + Self.margin
    left = gutter + room
    top = room
    for (place, parent) in open.enumerated() {
      let lane = Double(open.count - 1 - place) * Self.lane
      let next = left + Double(place) * Self.step
      let below = bottom + Self.margin + lane
      corners[parent, default: []] += [
        .init(x: trunks[parent], y: below), .init(x: gutter + lane, y: below),
        .init(x: gutter + lane, y: lane), .init(x: next, y: lane),
      ]
      trunks[parent] = next
    }
    size.height = max(size.height, bottom + room)
    first = box
  }

  /// Measures the last column.
  mutating func finish(from first: Int) {
    size.width = boxes.reduce(0) { max($0, $1.maxX) }
    size.height = boxes[first...].reduce(size.height) { max($0, $1.maxY) }
  }
}
