extension [Int] {
  /// The places of the longest rising run of distinct numbers, in order. Costs n log n.
  package var longestRise: [Int] {
    /// By length: the place of the smallest number that ends a run of that length.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: count)
    for (place, number) in enumerated() {
      let length = ends.partitionIndex { self[$0] >= number }
      before[place] = length > 0 ? ends[length - 1] : nil
      if length == ends.count { ends.append(place) } else { ends[length] = place }
    }
    var run: [Int] = []
    var place = ends.last
    while let index = place {
      run.append(index)
      place = before[index]
    }
    return run.reversed()
  }
}
