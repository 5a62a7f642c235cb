extension RandomAccessCollection {
  /// The index of the first element that belongs to the second part of a collection; its end if none does.
  /// Costs a binary search.
  ///
  /// - Parameter belongs: whether an element belongs to the second part: false for all of the first.
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if belongs(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
