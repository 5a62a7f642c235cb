import TreeSnapshot

/// The subtrees of some models, but for those within another: ascending, and none meets another.
struct OutermostSubtrees: Sendable {
  private(set) var ranges: [Range<Int>] = []

  /// Adds the subtree of a model that is behind all those that were added.
  mutating func add(_ model: Int, of snapshot: Snapshot) {
    if model >= ranges.last?.upperBound ?? 0 { ranges.append(snapshot[model].subtree) }
  }

  /// Whether one of them holds a model. Costs a binary search.
  func contain(_ model: Int) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= model { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(model)
  }
}
