import CEditLine

/// The place of the cursor, counted from the first cell of the prompt.
///
/// libedit does not say on which row it left the cursor, so its drawing is followed here: what
/// is above the prompt must never be erased, and nothing of the prompt may be left over.
struct ScreenPosition: Equatable {
  var row = 0
  var column = 0

  /// Goes over the scalars as libedit draws them on a screen that is `columns` wide.
  mutating func advance(over scalars: some Sequence<Unicode.Scalar>, columns: Int) {
    for scalar in scalars {
      switch scalar {
      case "\n":
        startRow()
      case "\t":
        repeat { put(width: 1, columns: columns) } while column % 8 != 0
      default:
        let character = wchar_t(truncatingIfNeeded: scalar.value)
        let width = Int(ceditline_drawn_width(character))
        if width > 2 {
          // Written out as an escape, whose characters wrap one by one.
          for _ in 0..<width { put(width: 1, columns: columns) }
        } else {
          put(width: max(width, 0), columns: columns)
        }
      }
    }
  }

  private mutating func put(width: Int, columns: Int) {
    // A wide character that does not fit goes to the next row as a whole.
    if column + width > columns { startRow() }
    column += width
    // libedit moves on as soon as a row is full, and makes the terminal do the same.
    if column >= columns { startRow() }
  }

  private mutating func startRow() {
    row += 1
    column = 0
  }
}
