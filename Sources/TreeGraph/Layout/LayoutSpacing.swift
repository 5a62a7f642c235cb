/// The room between boxes and lines, in points.
enum LayoutSpacing {
  /// How far from a box's left side the line to its children leaves it, and one from above enters.
  static let port = 10.0
  /// From the line beside a column to the boxes of the column; a number fits above it.
  static let indent = 16.0
  /// From a box down to the line above its children; an arrow's head fits in.
  static let aboveBus = 11.0
  /// From that line down to the children; an arrow's head and a number fit in.
  static let belowBus = 13.0
  /// From a box down to its only child.
  static let aboveOnlyChild = 15.0
  /// Between two boxes in a column.
  static let betweenLeaves = 6.0
  /// Between two blocks in a column of which one has children.
  static let betweenBlocks = 11.0
  /// Between columns.
  static let betweenColumns = 15.0
  /// From the lowest box of a shelf to the line above the next.
  static let betweenShelves = 12.0
  /// From a box's top down to where a line from the left enters.
  static let tick = 11.0
}
