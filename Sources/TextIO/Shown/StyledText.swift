/// Text for a person, colored where the stream can show it.
package struct StyledText {
  /// Whether colors are written.
  package let isColored: Bool
  /// The text with the sequences that color it.
  package internal(set) var text = ""

  /// Creates empty text.
  package init(isColored: Bool) { self.isColored = isColored }

  /// Takes text over from a writer of its own, which makes it safe and colors it.
  package init(written text: String, isColored: Bool) {
    self.text = text
    self.isColored = isColored
  }

  /// Adds text in a color.
  package mutating func append(_ more: SafeText, _ color: Color = .plain) {
    if isColored, color != .plain, !more.isEmpty {
      text += "\(color.sequence)\(more.string)\(Color.plain.sequence)"
    } else {
      text += more.string
    }
  }

  /// Adds text in a color, and ends the line.
  package mutating func line(_ more: SafeText = "", _ color: Color = .plain) {
    append(more, color)
    text += "\n"
  }
}

/// `1 hop`, `3 hops`.
package func counted(_ count: Int, _ noun: SafeText) -> SafeText {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
