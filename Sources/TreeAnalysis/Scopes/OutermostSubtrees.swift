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
    let index = ranges.partitionIndex { $0.upperBound > model }
    return index < ranges.count && ranges[index].contains(model)
  }
}
