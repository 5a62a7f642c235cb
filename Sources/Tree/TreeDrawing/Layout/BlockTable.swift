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
      for box in chain.dropLast() {
        for place in found.indices {
          found[place].put(sizes[box], gap: LayoutSpacing.aboveOnlyChild)
        }
      }
      shapes[head] = BlockShape.best(of: found)
    }
    return shapes[0].min { $0.screen < $1.screen } ?? BlockShape(width: 0, height: 0)
  }
}

// MARK: Children

extension BlockTable {
  /// The shapes of a box with its children below it.
  private mutating func tailShapes(_ tail: Int) -> [BlockShape] {
    let box = sizes[tail]
    let children = children[tail]
    if children.isEmpty { return [BlockShape(width: box.width, height: box.height)] }
    var found: [BlockShape] = []
    for childWidth in childWidths(children) {
      chooseShapes(of: children, width: childWidth)
      for arrangement in packing.arrangements(childWidth: childWidth) {
        packing.pack(arrangement)
        found.append(
          BlockShape(
            width: max(box.width, packing.width), height: box.height + packing.height,
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

// MARK: Placing

extension BlockTable {
  /// Gives all boxes and lines their places.
  mutating func place(_ layout: inout TreeLayout, _ shape: BlockShape) {
    var open = [(head: 0, shape: shape, origin: TreeLayout.Point(x: 0, y: 0))]
    while let (head, shape, origin) = open.popLast() {
      let tail = placeChain(from: head, origin, &layout)
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

  /// Places the boxes of a chain straight below each other, and returns its tail.
  private func placeChain(
    from head: Int, _ origin: TreeLayout.Point, _ layout: inout TreeLayout
  ) -> Int {
    var y = origin.y
    var box = head
    while true {
      layout.boxes[box].x = origin.x
      layout.boxes[box].y = y
      guard children[box].count == 1 else { return box }
      let x = origin.x + LayoutSpacing.port
      let bottom = y + sizes[box].height
      box = children[box][0]
      y = bottom + LayoutSpacing.aboveOnlyChild
      layout.lines[box] = [.init(x: x, y: bottom), .init(x: x, y: y)]
    }
  }

  private func joinChildren(
    _ children: [Int], _ corner: TreeLayout.Point, _ layout: inout TreeLayout
  ) {
    let trunk = corner.x + LayoutSpacing.port
    var shelf = -1
    for column in packing.columns {
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
    }
  }
}
