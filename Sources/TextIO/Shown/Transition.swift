// Text that is not typed yet. Goes once every caller passes `SafeText`.
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
