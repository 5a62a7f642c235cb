/// Where the boxes and the lines of a tree lie: a layout for screens, about as wide as 1.7 times its
/// height, at any shape of the tree.
///
/// Bottom up, each block (a box with all that is below it) finds a handful of shapes, from narrow and
/// high to wide and low, by arranging the shapes of its children in columns and on shelves
/// (`ChildArrangement`). Top down, each block takes the shape that its parent's arrangement chose.
/// All lines from one parent lie within its block and outside the blocks of its children, so lines of
/// different parents never meet, and no line meets a box but those that it joins.
///
/// The same sizes give the same layout. Costs time and memory in proportion to the number of boxes.
/// Nothing is done by recursion.
struct TreeLayout: Sendable {
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  struct Size: Hashable, Sendable {
    var width: Double
    var height: Double

    /// How high a screen is needed to show it.
    var screen: Double { max(width / TreeLayout.aspect, height) }
  }

  struct Rectangle: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var maxX: Double { x + width }
    var maxY: Double { y + height }
  }

  /// The place of each box; y grows downwards.
  private(set) var boxes: [Rectangle]
  /// For each box the corners of the line from its parent's box to it, at right angles; empty for the
  /// first. Lines from one parent share their beginnings.
  private(set) var lines: [[Point]]
  /// How much room all of it takes, from (0, 0).
  private(set) var size: Size

  /// How much wider than high a picture for a screen is.
  static let aspect = 1.7

  /// Lays a tree out.
  ///
  /// - Parameters:
  ///   - parents: for each box the index of its parent, which is less than its own. The first box has
  ///     none, and its entry is ignored. Siblings keep their order.
  ///   - sizes: the size of each box.
  init(parents: [Int], sizes: [Size]) {
    precondition(parents.count == sizes.count, "each box has a parent and a size")
    boxes = sizes.map { Rectangle(x: 0, y: 0, width: $0.width, height: $0.height) }
    lines = Array(repeating: [], count: sizes.count)
    size = Size(width: 0, height: 0)
    if sizes.isEmpty { return }
    var blocks = BlockTable(parents: parents, sizes: sizes)
    let shape = blocks.findShapes()
    size = Size(width: shape.width, height: shape.height)
    blocks.place(&self, shape)
    if size.screen > Self.laptop, let flow = OutlineLayout(parents: parents, sizes: sizes).best(),
      flow.size.screen * Self.preference < size.screen
    {
      boxes = flow.boxes
      lines = flow.lines
      size = flow.size
    }
  }

  /// How high a picture of a tree may be before it is worth another layout: about a laptop's screen.
  private static let laptop = 900.0
  /// How much smaller that one must be, since blocks show the tree's parts better than columns.
  private static let preference = 1.2

  mutating func put(_ box: Int, x: Double, y: Double) {
    boxes[box].x = x
    boxes[box].y = y
  }

  mutating func join(_ box: Int, along corners: [Point]) {
    lines[box] = corners
  }
}
