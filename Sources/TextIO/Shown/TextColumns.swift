extension SafeText {
  /// The number of columns that the text takes on a terminal: two for a wide character such as `語`.
  package var columns: Int {
    // Without a line's end, each character of ASCII is one byte. As signed, all others are below the space.
    let least = string.utf8.reduce(Int8.max) { min($0, Int8(bitPattern: $1)) }
    return least >= 0x20 ? string.utf8.count : string.reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  /// The number of columns that the character takes on a terminal, whose scalars are drawn in one place.
  package var columns: Int { unicodeScalars.first.map(\.isWide) == true ? 2 : 1 }
}

extension Unicode.Scalar {
  /// Whether a terminal draws the scalar as wide as two letters: those that Unicode's East Asian Width
  /// names wide or full-width. `wcwidth` asks the process's locale, which a command does not set.
  fileprivate var isWide: Bool {
    if value < 0x1100 { return false }
    return switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18D7F, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
