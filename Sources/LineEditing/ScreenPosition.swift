import CEditLine

/// The place of the cursor, relative to the first cell of the prompt.
///
/// libedit doesn't report the cursor's row, so its drawing is simulated here: text above the prompt
/// must never be erased, and no part of the prompt may remain.
struct ScreenPosition: Equatable {
  var row = 0
  var column = 0

  /// Advances over scalars as libedit draws them on a screen of `columns`.
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
          // Drawn as an escape, whose characters wrap individually.
          for _ in 0..<width { put(width: 1, columns: columns) }
        } else {
          put(width: max(width, 0), columns: columns)
        }
      }
    }
  }

  private mutating func put(width: Int, columns: Int) {
    // A wide character that doesn't fit goes to the next row.
    if column + width > columns { startRow() }
    column += width
    // libedit wraps as soon as a row is full, and makes the terminal do the same.
    if column >= columns { startRow() }
  }

  private mutating func startRow() {
    row += 1
    column = 0
  }
}

/// The size of a terminal, and whether text fits into it.
package enum ScreenSize {
  /// The size of a descriptor's terminal; 80 columns and 24 rows if unknown.
  package static func of(_ descriptor: Int32) -> (columns: Int, rows: Int) {
    var columns: Int32 = 80
    var rows: Int32 = 24
    _ = ceditline_window_size(descriptor, &columns, &rows)
    return (Int(columns), Int(rows))
  }

  /// Whether text, which ends in a newline, leaves a row of the terminal for the prompt. Reads at
  /// most the text of one screen.
  package static func fits(_ text: [UInt8], on descriptor: Int32) -> Bool {
    let (columns, rows) = of(descriptor)
    // A screen of the longest characters has fewer bytes.
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
