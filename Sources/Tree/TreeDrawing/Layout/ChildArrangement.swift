/// How children are arranged: in columns, which are filled downward, and the columns on shelves.
struct ChildArrangement {
  /// The maximum width of a child, which takes its lowest shape within it, or otherwise its
  /// narrowest.
  var childWidth = Double.infinity
  /// The maximum height of a column.
  var columnHeight = Double.infinity
  /// The maximum width of a shelf.
  var shelfWidth = Double.infinity

  /// The children's blocks on their shelves, in reusable memory. The origin is the lower left
  /// corner of the parent's box.
  struct Packing {
    struct Child {
      var width = 0.0
      var height = 0.0
      var isLeaf = false
      /// The index of the child's shape.
      var shape = 0
      var x = 0.0
      var y = 0.0
    }

    struct Column {
      var first: Int
      var end: Int
      var width: Double
      var height: Double
      var shelf = 0
      var x = 0.0
      /// Whether its children hang on a line to their left.
      var isStack: Bool { end - first > 1 }
    }

    var children: [Child] = []
    var columns: [Column] = []
    /// The heights of the lines above the shelves.
    var shelves: [Double] = []
    var width = 0.0
    var height = 0.0
  }
}

extension ChildArrangement.Packing {
  /// Packs children whose shapes have been chosen.
  mutating func pack(_ arrangement: ChildArrangement) {
    fillColumns(upTo: arrangement.columnHeight)
    fillShelves(upTo: arrangement.shelfWidth)
    placeColumns()
  }

  func gap(above child: Int) -> Double {
    children[child].isLeaf && children[child - 1].isLeaf
      ? LayoutSpacing.betweenLeaves : LayoutSpacing.betweenBlocks
  }

  private mutating func fillColumns(upTo limit: Double) {
    columns.removeAll(keepingCapacity: true)
    for index in children.indices {
      let child = children[index]
      if let last = columns.indices.last {
        let height = columns[last].height + gap(above: index) + child.height
        if height <= limit {
          columns[last].end = index + 1
          columns[last].height = height
          columns[last].width = max(columns[last].width, child.width)
          continue
        }
      }
      columns.append(Column(first: index, end: index + 1, width: child.width, height: child.height))
    }
  }

  private mutating func fillShelves(upTo limit: Double) {
    var shelf = 0
    var width = 0.0
    for index in columns.indices {
      let own = columns[index].width + (columns[index].isStack ? LayoutSpacing.indent : 0)
      if width > 0, width + LayoutSpacing.betweenColumns + own > limit {
        shelf += 1
        width = 0
      }
      width += (width > 0 ? LayoutSpacing.betweenColumns : 0) + own
      columns[index].shelf = shelf
    }
  }

  private mutating func placeColumns() {
    shelves.removeAll(keepingCapacity: true)
    let hasShelves = (columns.last?.shelf ?? 0) > 0
    var bus = LayoutSpacing.aboveBus
    var bottom = 0.0
    var x = 0.0
    width = 0
    for index in columns.indices {
      let column = columns[index]
      if column.shelf == shelves.count {
        // The first column of a shelf hangs on the line from the parent.
        if column.shelf > 0 { bus = bottom + LayoutSpacing.betweenShelves }
        shelves.append(bus)
        // No child stands below its parent's left side, where the parent's siblings stand.
        x = hasShelves || column.isStack ? LayoutSpacing.hanging : LayoutSpacing.indent
      } else {
        x += LayoutSpacing.betweenColumns + (column.isStack ? LayoutSpacing.indent : 0)
      }
      columns[index].x = x
      // One column needs no line above it.
      var y = bus + (columns.count > 1 ? LayoutSpacing.belowBus : 0)
      for child in column.first..<column.end {
        if child > column.first { y += gap(above: child) }
        children[child].x = x
        children[child].y = y
        y += children[child].height
      }
      bottom = max(bottom, y)
      x += column.width
      width = max(width, x)
    }
    height = bottom
  }
}

extension ChildArrangement.Packing {
  /// The arrangements to try for children whose shapes have been chosen.
  func arrangements(childWidth: Double) -> [ChildArrangement] {
    var total = 0.0
    var across = 0.0
    var highest = 0.0
    var widest = 0.0
    for (index, child) in children.enumerated() {
      total += child.height + (index > 0 ? gap(above: index) : 0)
      across += child.width + (index > 0 ? LayoutSpacing.betweenColumns : 0)
      highest = max(highest, child.height)
      widest = max(widest, child.width)
    }
    let count = Double(children.count)
    var result: [ChildArrangement] = []
    // Columns of equal height that roughly fill a screen.
    let pitch = widest + LayoutSpacing.betweenColumns + LayoutSpacing.indent
    let ideal = (TreeLayout.aspect * total / pitch).squareRoot()
    var lastCount = 0.0
    for factor in [0.0, 0.3, 0.5, 0.7, 1, 1.4, 2, 3, 5] {
      let columns = min(max((ideal * factor).rounded(), 1), count)
      if columns == lastCount { continue }
      lastCount = columns
      let height =
        total / columns + (highest + LayoutSpacing.betweenBlocks) * (columns - 1) / columns
      result.append(.init(childWidth: childWidth, columnHeight: height))
    }
    if lastCount < count { result.append(.init(childWidth: childWidth, columnHeight: highest)) }
    // Leaves are in columns, to be read downward like all lists.
    if children.allSatisfy(\.isLeaf) { return result }
    // Shelves as high as the highest child.
    let shelves = (across / highest / TreeLayout.aspect).squareRoot()
    lastCount = 1
    for factor in [0.5, 0.7, 1, 1.4, 2, 3] {
      let shelf = min((shelves * factor).rounded(), count)
      if shelf <= lastCount { continue }
      lastCount = shelf
      let width = across / shelf + widest * (shelf - 1) / shelf
      result.append(.init(childWidth: childWidth, columnHeight: highest, shelfWidth: width))
    }
    return result
  }
}

/// A possible shape of a block, with its arrangement.
struct BlockShape {
  var width: Double
  var height: Double
  /// The arrangement of the children of the chain's last box.
  var children = ChildArrangement()

  /// Puts a box above its only child.
  mutating func put(_ box: TreeLayout.Size, gap: Double) {
    width = max(width, box.width)
    height += box.height + gap
  }

  /// The size of the screen that this shape would fill.
  var screen: Double { max(width / TreeLayout.aspect, height) }

  /// The shapes to keep: the smallest of each aspect ratio, from the narrowest to the widest, each
  /// lower than the previous.
  static func best(of shapes: [BlockShape]) -> [BlockShape] {
    if shapes.count < 2 { return shapes }
    var byAspect = [BlockShape?](repeating: nil, count: aspects.count + 1)
    for shape in shapes {
      let aspect = shape.width / shape.height
      let place = aspects.firstIndex { aspect < $0 } ?? aspects.count
      if let old = byAspect[place], old.width * old.height <= shape.width * shape.height {
        continue
      }
      byAspect[place] = shape
    }
    var best: [BlockShape] = []
    for shape in byAspect.compactMap(\.self).sorted(by: {
      ($0.width, $0.height) < ($1.width, $1.height)
    })
    where shape.height < best.last?.height ?? .infinity {
      best.append(shape)
    }
    return best
  }

  private static let aspects = [0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.3, 1.7, 2.2, 3, 4, 6, 9]
}
