import TreeSnapshot

/// Text for a person, coloured where the stream can show it.
struct StyledText {
  let isColoured: Bool
  private(set) var text = ""

  init(isColoured: Bool) { self.isColoured = isColoured }

  mutating func append(_ more: String, _ colour: Colour = .plain) {
    if isColoured, colour != .plain, !more.isEmpty {
      text += "\(colour.sequence)\(more)\(Colour.plain.sequence)"
    } else {
      text += more
    }
  }

  mutating func line(_ more: String = "", _ colour: Colour = .plain) {
    append(more, colour)
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
