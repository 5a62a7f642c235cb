import TextIO

extension StyledText {
  /// Adds the first elements of a list, and a line that counts the others and says how to see them.
  ///
  /// - Parameters:
  ///   - limit: How many elements are added at most.
  ///   - more: What follows the number of the others.
  ///   - add: Adds one element.
  mutating func list<Elements: Sequence>(
    _ elements: Elements, limit: Int, more: SafeText = "more; --limit all shows them",
    _ add: (Elements.Element, inout StyledText) -> Void
  ) {
    var count = 0
    for element in elements {
      if count < limit { add(element, &self) }
      count += 1
    }
    if count > limit { line("  and \(count - limit) \(more)", .dim) }
  }
}
