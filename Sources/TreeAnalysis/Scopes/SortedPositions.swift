/// Ascending positions.
extension [Int] {
  /// Those of these ascending positions that a range holds. Costs two binary searches.
  package func elements(in range: Range<Int>) -> ArraySlice<Int> {
    self[firstIndex(notBelow: range.lowerBound)..<firstIndex(notBelow: range.upperBound)]
  }

  private func firstIndex(notBelow position: Int) -> Int {
    partitionIndex { $0 >= position }
  }
}

extension Array {
  /// The index of the first element for which a condition holds, where it holds for all behind it,
  /// too. Costs a binary search.
  func partitionIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
