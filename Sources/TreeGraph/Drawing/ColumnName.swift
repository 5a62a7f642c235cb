/// The parent's name above a column that continues another, in small letters.
struct ColumnName: Sendable {
  static let fontSize = 9.0

  /// The first box of the column.
  let box: Int
  /// The beginning of the text's baseline.
  let place: TreeLayout.Point
  let text: String

  /// Nil if the column has no room for a name.
  init?(_ column: TreeLayout.Continuation, of parent: String, at box: TreeLayout.Rectangle) {
    self.box = column.box
    place = TreeLayout.Point(x: box.x + column.offset, y: box.y - 3)
    var length = DOTText.drawnLength
    var text: String
    repeat {
      text = "… " + DOTText.visible(parent, length: length)
      length = min(length, text.unicodeScalars.count) - 1
      if length < Self.shortest { return nil }
    } while TextWidth.of(text, size: Self.fontSize) > column.width - column.offset + Self.beyond
    self.text = text
  }

  private static let shortest = 3
  /// The part of the gap to the next column that a name may fill.
  private static let beyond = LayoutSpacing.betweenColumns - 4
}
