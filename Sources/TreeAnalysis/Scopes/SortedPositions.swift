/// Ascending positions.
extension RandomAccessCollection<Int> where Index == Int {
  /// Those of these ascending positions that a range holds. Costs two binary searches.
  @inlinable
  package func elements(in range: Range<Int>) -> SubSequence {
    self[firstIndex(notBelow: range.lowerBound)..<firstIndex(notBelow: range.upperBound)]
  }

  /// The first of these ascending positions that a range holds. Costs a binary search.
  func first(in range: Range<Int>) -> Int? {
    let index = firstIndex(notBelow: range.lowerBound)
    return index < endIndex && self[index] < range.upperBound ? self[index] : nil
  }

  @inlinable
  func firstIndex(notBelow position: Int) -> Int {
    partitionIndex { $0 >= position }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which a condition holds, where it holds for all behind it,
  /// too. Costs a binary search.
  @inlinable
  package func partitionIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
