extension SafeText {
  /// The width of the text on a terminal: two columns for a wide character such as `語`.
  package var columns: Int {
    // In a line of ASCII, each character is one byte. Signed, all other bytes are below the space.
    let least = string.utf8.reduce(Int8.max) { min($0, Int8(bitPattern: $1)) }
    return least >= 0x20 ? string.utf8.count : string.reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  /// The width of a character on a terminal, which draws its scalars in one place.
  package var columns: Int { unicodeScalars.first.map(\.isWide) == true ? 2 : 1 }
}

extension Unicode.Scalar {
  /// Whether a terminal draws the scalar two columns wide: those whose East Asian Width is wide or
  /// full-width. `wcwidth` depends on the process's locale, which a command doesn't set.
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
