// Text that is not typed yet. Goes once every caller passes `SafeText`.
extension StyledText {
  /// Adds text that the caller has escaped.
  package mutating func append(_ more: String, _ color: Color = .plain) {
    if isColored, color != .plain, !more.isEmpty {
      text += "\(color.sequence)\(more)\(Color.plain.sequence)"
    } else {
      text += more
    }
  }

  /// Adds text that the caller has escaped, and ends the line.
  package mutating func line(_ more: String, _ color: Color = .plain) {
    append(more, color)
    text += "\n"
  }
}

extension String {
  /// The text with spaces behind it until it fills a column.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// `1 hop`, `3 hops`.
package func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
