/// The blocks of a tree during layout.
///
/// A block begins at a *head*: the root, or a box with siblings. From the head, a chain of only
/// children leads down to the block's *tail*, which has no children or several; these are heads
/// again.
struct BlockTable {
  private let sizes: [TreeLayout.Size]
  /// The children of each box.
  private let children: [[Int]]
  /// By head: its shapes, from the narrowest to the widest.
  private var shapes: [[BlockShape]]
  private var packing = ChildArrangement.Packing()

  init(parents: [Int], sizes: [TreeLayout.Size]) {
    self.sizes = sizes
    var children = [[Int]](repeating: [], count: sizes.count)
    for box in sizes.indices.dropFirst() {
      precondition(parents[box] >= 0 && parents[box] < box, "a parent comes before its children")
      children[parents[box]].append(box)
    }
    self.children = children
    shapes = Array(repeating: [], count: sizes.count)
  }

  /// The boxes from a head down to its tail.
  private func chain(from head: Int) -> [Int] {
    var chain = [head]
    var box = head
    while children[box].count == 1 {
      box = children[box][0]
      chain.append(box)
    }
    return chain
  }

  /// Finds the shapes of all blocks, and returns that of the whole tree.
  mutating func findShapes() -> BlockShape {
    var isHead = [Bool](repeating: false, count: sizes.count)
    isHead[0] = true
    for box in sizes.indices where children[box].count > 1 {
      for child in children[box] { isHead[child] = true }
    }
    for head in sizes.indices.reversed() where isHead[head] {
      let chain = chain(from: head)
      var found = tailShapes(chain[chain.count - 1])
      if chain.count > 1 { found = chainShapes(chain, found) }
      shapes[head] = BlockShape.best(of: found)
    }
    return shapes[0].min { $0.screen < $1.screen } ?? BlockShape(tail: sizes[0])
  }
}

// MARK: Children

extension BlockTable {
  /// The shapes of a box with its children below it.
  private mutating func tailShapes(_ tail: Int) -> [BlockShape] {
    let box = sizes[tail]
    let children = children[tail]
    if children.isEmpty { return [BlockShape(tail: box)] }
    var found: [BlockShape] = []
    for childWidth in childWidths(children) {
      chooseShapes(of: children, width: childWidth)
      for arrangement in packing.arrangements(childWidth: childWidth) {
        packing.pack(arrangement)
        found.append(
          BlockShape(
            tail: TreeLayout.Size(
              width: max(box.width, packing.width), height: box.height + packing.height),
            children: arrangement))
      }
    }
    return found
  }

  /// The widths of children to try.
  private func childWidths(_ children: [Int]) -> [Double] {
    var narrowest = 0.0
    var widest = 0.0
    var area = 0.0
    for child in children {
      narrowest = max(narrowest, shapes[child][0].width)
      widest = max(widest, shapes[child][shapes[child].count - 1].width)
      area += shapes[child].lazy.map { $0.width * $0.height }.min() ?? 0
    }
    if widest <= narrowest { return [.infinity] }
    let side = (area * TreeLayout.aspect).squareRoot()
    var widths = [0, narrowest]
    widths += [0.2, 0.35, 0.5, 0.7, 1, 1.4].map { (side * $0).rounded() }
      .filter { $0 > narrowest && $0 < widest }
    return widths + [.infinity]
  }

  /// Chooses the lowest shape of each child within a width, or its narrowest.
  private mutating func chooseShapes(of children: [Int], width: Double) {
    packing.children.removeAll(keepingCapacity: true)
    for child in children {
      let place = shapes[child].lastIndex { $0.width <= width } ?? 0
      let shape = shapes[child][place]
      packing.children.append(
        .init(
          width: shape.width, height: shape.height, isLeaf: self.children[child].isEmpty,
          shape: place))
    }
  }
}

// MARK: Chains

extension BlockTable {
  /// The shapes of a chain of boxes, given those of its tail with all below it.
  private func chainShapes(_ chain: [Int], _ tails: [BlockShape]) -> [BlockShape] {
    var found: [BlockShape] = []
    for tail in BlockShape.best(of: tails) {
      var total = tail.height
      var widest = tail.width
      for box in chain.dropLast() {
        total += sizes[box].height + LayoutSpacing.aboveOnlyChild
        widest = max(widest, sizes[box].width)
      }
      var heights = [Double.infinity]
      // A short chain is easier to read in one column.
      if chain.count > Self.shortChain {
        let pitch = widest + ChainPath.betweenColumns
        let ideal = (TreeLayout.aspect * total / pitch).squareRoot()
        heights += [0.3, 0.5, 0.7, 1, 1.4, 2].map { total / max(ideal * $0, 1) }
      }
      for height in heights {
        var path = ChainPath(limit: height, isIndented: chain[0] != 0)
        for box in chain.dropLast() { _ = path.add(sizes[box]) }
        _ = path.add(tail.tail)
        var shape = tail
        shape.width = path.width
        shape.height = path.height
        shape.chainHeight = height
        found.append(shape)
      }
    }
    return found
  }

  private static let shortChain = 8
}

// MARK: Placing

extension BlockTable {
  /// Gives all boxes and lines their places.
  mutating func place(_ layout: inout TreeLayout, _ shape: BlockShape) {
    var open = [(head: 0, shape: shape, origin: TreeLayout.Point(x: 0, y: 0))]
    while let (head, shape, origin) = open.popLast() {
      let tail = placeChain(from: head, shape, origin, &layout)
      let children = children[tail]
      if children.isEmpty { continue }
      chooseShapes(of: children, width: shape.children.childWidth)
      packing.pack(shape.children)
      let corner = TreeLayout.Point(x: layout.boxes[tail].x, y: layout.boxes[tail].maxY)
      joinChildren(children, corner, &layout)
      for (child, place) in zip(children, packing.children) {
        let origin = TreeLayout.Point(x: corner.x + place.x, y: corner.y + place.y)
        open.append((child, shapes[child][place.shape], origin))
      }
    }
  }

  /// Places the boxes of a chain, and returns its tail.
  private func placeChain(
    from head: Int, _ shape: BlockShape, _ origin: TreeLayout.Point, _ layout: inout TreeLayout
  ) -> Int {
    let chain = chain(from: head)
    let tail = chain[chain.count - 1]
    var path = ChainPath(limit: shape.chainHeight, isIndented: head != 0)
    for (place, box) in chain.enumerated() {
      let corner = path.add(box == tail ? shape.tail : sizes[box])
      layout.boxes[box].x = origin.x + corner.x
      layout.boxes[box].y = origin.y + corner.y
      if place > 0 {
        let parent = layout.boxes[chain[place - 1]]
        let own = layout.boxes[box]
        layout.lines[box] = ChainPath.line(from: parent, to: own, in: origin)
        if own.x > parent.maxX { layout.continueColumn(at: box, width: own.width) }
      }
    }
    return tail
  }

  private func joinChildren(
    _ children: [Int], _ corner: TreeLayout.Point, _ layout: inout TreeLayout
  ) {
    let trunk = corner.x + LayoutSpacing.port
    var shelf = -1
    for (number, column) in packing.columns.enumerated() {
      let isFirst = column.shelf != shelf
      shelf = column.shelf
      let bus = corner.y + packing.shelves[shelf]
      let x = corner.x + column.x
      for place in column.first..<column.end {
        let child = children[place]
        let top = corner.y + packing.children[place].y
        var line = [TreeLayout.Point(x: trunk, y: corner.y)]
        if column.isStack {
          let side = isFirst ? trunk : x - LayoutSpacing.indent
          let tick = top + min(LayoutSpacing.tick, sizes[child].height / 2)
          if !isFirst {
            line.append(.init(x: trunk, y: bus))
            line.append(.init(x: side, y: bus))
          }
          line.append(.init(x: side, y: tick))
          line.append(.init(x: x, y: tick))
        } else {
          let port = x + LayoutSpacing.port
          if port != trunk {
            line.append(.init(x: trunk, y: bus))
            line.append(.init(x: port, y: bus))
          }
          line.append(.init(x: port, y: top))
        }
        layout.lines[child] = line
      }
      if number > 0, packing.columns[number - 1].isStack {
        layout.continueColumn(at: children[column.first], width: column.width)
      }
    }
  }
}

/// The path of a chain of only children: down a column, to the right of its head if that has
/// siblings, and on in a new column next to it when that is full.
struct ChainPath {
  static let betweenColumns = 26.0
  /// The distance from a block's top to its second column; the line to it comes from above.
  private static let lane = 16.0

  private let limit: Double
  private let isIndented: Bool
  private var x = 0.0
  private var y = 0.0
  private var isEmpty = true
  private(set) var width = 0.0
  private(set) var height = 0.0

  /// - Parameters:
  ///   - limit: the maximum height of a column.
  ///   - isIndented: whether the head stands apart from the rest.
  init(limit: Double, isIndented: Bool) {
    self.limit = limit
    self.isIndented = isIndented
  }

  /// Places the next box, or the block at the chain's end, and returns its corner.
  mutating func add(_ size: TreeLayout.Size) -> TreeLayout.Point {
    if !isEmpty {
      let isBesideHead = isIndented && x == 0
      let next = y + (isBesideHead ? LayoutSpacing.aboveBus : LayoutSpacing.aboveOnlyChild)
      if next + size.height > limit {
        height = max(height, y + LayoutSpacing.aboveBus)
        x = width + Self.betweenColumns
        y = Self.lane
      } else {
        y = next
        if isBesideHead { x = LayoutSpacing.hanging }
      }
    }
    isEmpty = false
    let corner = TreeLayout.Point(x: x, y: y)
    y += size.height
    width = max(width, x + size.width)
    height = max(height, y)
    return corner
  }

  /// The line from a box of the chain to the next one, whose block starts at a point.
  static func line(
    from box: TreeLayout.Rectangle, to next: TreeLayout.Rectangle, in block: TreeLayout.Point
  ) -> [TreeLayout.Point] {
    let start = box.x + LayoutSpacing.port
    let end = next.x + LayoutSpacing.port
    if start == end { return [.init(x: start, y: box.maxY), .init(x: end, y: next.y)] }
    if next.x == box.x + LayoutSpacing.hanging {
      let tick = next.y + min(LayoutSpacing.tick, next.height / 2)
      return [.init(x: start, y: box.maxY), .init(x: start, y: tick), .init(x: next.x, y: tick)]
    }
    let below = box.maxY + LayoutSpacing.aboveBus / 2
    let between = next.x - betweenColumns / 2
    let above = block.y + lane / 4
    return [
      .init(x: start, y: box.maxY), .init(x: start, y: below), .init(x: between, y: below),
      .init(x: between, y: above), .init(x: end, y: above), .init(x: end, y: next.y),
    ]
  }
}
