import TreeSnapshot

/// Text for a person, colored where the stream can show it.
struct StyledText {
  let isColored: Bool
  private(set) var text = ""

  init(isColored: Bool) { self.isColored = isColored }

  mutating func append(_ more: String, _ color: Color = .plain) {
    if isColored, color != .plain, !more.isEmpty {
      text += "\(color.sequence)\(more)\(Color.plain.sequence)"
    } else {
      text += more
    }
  }

  mutating func line(_ more: String = "", _ color: Color = .plain) {
    append(more, color)
    text += "\n"
  }
}

extension String {
  /// The text with spaces behind it until it fills a column.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// `1 hop`, `3 hops`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
