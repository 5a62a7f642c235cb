extension RandomAccessCollection {
  /// Returns the index of the first element of a collection's second part; its end if that part is
  /// empty. Costs a binary search.
  ///
  /// - Parameter belongs: whether an element is in the second part; false for the whole first part.
  @inlinable
  package func partitionIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if belongs(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
