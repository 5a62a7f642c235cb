/// Where the boxes and the lines of a tree lie: a layout for screens, about as wide as 1.7 times its
/// height, at any shape of the tree.
///
/// There are two ways. *Blocks* show the parts of a tree: bottom up, each block (a box with all that is
/// below it) finds a handful of shapes, from narrow and high to wide and low, by arranging the shapes
/// of its children in columns and on shelves (`ChildArrangement`); top down, each block takes the shape
/// that its parent's arrangement chose. An *outline* in columns (`OutlineLayout`) is denser where
/// branches differ much in size; a tree whose blocks need more than a laptop's screen is laid out so if
/// that is smaller.
///
/// Lines of different parents never meet, and no line meets a box but those that it joins. The same
/// sizes give the same layout. Costs time and memory in proportion to the number of boxes. Nothing is
/// done by recursion.
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
  ///   - parents: for each box, in document order, the index of its parent. The first box has none,
  ///     and its entry is ignored. Siblings keep their order.
  ///   - sizes: the size of each box.
  init(parents: [Int], sizes: [Size]) {
    precondition(parents.count == sizes.count, "each box has a parent and a size")
    self.init(blocks: parents, sizes: sizes)
    if size.screen > Self.laptop, let outline = TreeLayout(outline: parents, sizes: sizes),
      outline.size.screen * Self.preference < size.screen
    {
      self = outline
    }
  }

  /// Lays a tree out as blocks within blocks.
  init(blocks parents: [Int], sizes: [Size]) {
    boxes = sizes.map { Rectangle(x: 0, y: 0, width: $0.width, height: $0.height) }
    lines = Array(repeating: [], count: sizes.count)
    size = Size(width: 0, height: 0)
    if sizes.isEmpty { return }
    var blocks = BlockTable(parents: parents, sizes: sizes)
    let shape = blocks.findShapes()
    size = Size(width: shape.width, height: shape.height)
    blocks.place(&self, shape)
  }

  /// Lays a tree out as an indented list in columns; nil where its lines would have too many corners.
  init?(outline parents: [Int], sizes: [Size]) {
    guard let flow = OutlineLayout(parents: parents, sizes: sizes).best() else { return nil }
    boxes = flow.boxes
    lines = flow.lines
    size = flow.size
  }

  /// How high a screen may be needed before another layout is tried: letters of eleven points are
  /// still read on a laptop's.
  private static let laptop = 1_400.0
  /// How much smaller that one must be, since blocks show the tree's parts better than columns.
  private static let preference = 1.15

  mutating func put(_ box: Int, x: Double, y: Double) {
    boxes[box].x = x
    boxes[box].y = y
  }

  mutating func join(_ box: Int, along corners: [Point]) {
    lines[box] = corners
  }
}
