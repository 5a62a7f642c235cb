import CEditLine

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
    // So many bytes are more than a screen even where each character takes the most of them.
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
