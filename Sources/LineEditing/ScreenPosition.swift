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

/// The size of a terminal, and whether text fits into it.
package enum ScreenSize {
  /// The size of the terminal that a descriptor leads to; 80 columns and 24 rows where it is not
  /// known.
  package static func of(_ descriptor: Int32) -> (columns: Int, rows: Int) {
    var columns: Int32 = 80
    var rows: Int32 = 24
    _ = ceditline_window_size(descriptor, &columns, &rows)
    return (Int(columns), Int(rows))
  }

  /// Whether text, which ends in a newline, leaves a row of the terminal for the prompt. Costs no
  /// more than the text that one screen holds.
  package static func fits(_ text: [UInt8], on descriptor: Int32) -> Bool {
    let (columns, rows) = of(descriptor)
    // More bytes than a screen of the longest characters.
    guard text.count <= columns * rows * 16 else { return false }
    var position = ScreenPosition()
    var isInSequence = false
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar == "\u{1b}" {
        isInSequence = true
      } else if isInSequence {
        // A color ends with its letter.
        isInSequence = !scalar.properties.isAlphabetic
      } else {
        position.advance(over: CollectionOfOne(scalar), columns: columns)
        if position.row >= rows { return false }
      }
    }
    return true
  }
}
