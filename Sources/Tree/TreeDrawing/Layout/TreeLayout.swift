/// The places of a tree's boxes and lines: a tidy tree (`TidyTree`) if it is small, and otherwise a
/// picture for a screen (`ShelfLayout`).
///
/// The same sizes give the same layout. Costs time and memory in proportion to the number of boxes.
/// Nothing is recursive.
struct TreeLayout: Sendable {
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  struct Size: Hashable, Sendable {
    var width: Double
    var height: Double

    /// The height of the screen that shows it.
    var screen: Double { max(width / TreeLayout.aspect, height) }

    var area: Double { width * height }
  }

  struct Rectangle: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var maxX: Double { x + width }
    var maxY: Double { y + height }
  }

  /// The place of each box; y grows downward.
  var boxes: [Rectangle]
  /// By box: the corners of the line from its parent's box, at right angles; empty for the first.
  /// Lines from one parent share their beginnings.
  var lines: [[Point]]
  /// Whether levels are rows, and parents are centered above their children.
  private(set) var isTidy = false
  /// The size of the whole, from (0, 0).
  private(set) var size: Size

  /// The aspect ratio of a screen's picture.
  static let aspect = 1.7

  /// Lays out a tree.
  ///
  /// - Parameters:
  ///   - parents: by box, in document order, the index of its parent. The first box has none, and
  ///     its entry is ignored. Siblings keep their order.
  ///   - sizes: the size of each box.
  init(parents: [Int], sizes: [Size]) {
    precondition(parents.count == sizes.count, "each box has a parent and a size")
    boxes = sizes.map { Rectangle(x: 0, y: 0, width: $0.width, height: $0.height) }
    lines = Array(repeating: [], count: sizes.count)
    size = Size(width: 0, height: 0)
    if sizes.isEmpty { return }
    if sizes.count <= TidyTree.mostBoxes {
      let tree = TidyTree(parents: parents, sizes: sizes)
      if tree.width <= TidyTree.mostWidth {
        size = Size(width: tree.width, height: tree.place(&self))
        isTidy = true
        return
      }
    }
    size = ShelfLayout(parents: parents, sizes: sizes).place(&self)
  }
}

/// The distances between boxes and lines, in points.
enum LayoutSpacing {
  /// From a box's left side to the line to its children and the line from above.
  static let port = 10.0
  /// From the line next to a column to the column's boxes; a number fits above it.
  static let indent = 16.0
  /// From a box's left side to that of a box that hangs on the line below it.
  static let hanging = port + indent
  /// From a box down to the line above its children; an arrowhead fits in.
  static let aboveBus = 11.0
  /// From that line down to the children; an arrowhead and a number, or a name, fit in.
  static let belowBus = 13.0
  /// From a box down to its only child.
  static let aboveOnlyChild = 15.0
  /// Between two leaves in a column.
  static let betweenLeaves = 6.0
  /// Between two blocks in a column if either has children.
  static let betweenBlocks = 11.0
  /// Between columns.
  static let betweenColumns = 15.0
  /// From the lowest box of a shelf to the line above the next.
  static let betweenShelves = 12.0
  /// Between siblings in a tidy tree, and between others.
  static let betweenSiblings = 20.0
  static let betweenFamilies = 32.0
  /// Between the levels of a tidy tree, and from the line above children down to them; an arrowhead
  /// fits above and below that line, and a number below.
  static let betweenLevels = 40.0
  static let belowTidyBus = 24.0
  /// From a box's top down to where a line from the left enters.
  static let tick = 11.0
}
