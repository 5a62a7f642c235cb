import TextIO
package import TreeSnapshot

/// Ascending positions.
extension RandomAccessCollection<Int> where Index == Int {
  /// The positions within a range. Costs two binary searches.
  package func elements(in range: Range<Int>) -> SubSequence {
    self[firstIndex(notBelow: range.lowerBound)..<firstIndex(notBelow: range.upperBound)]
  }

  /// The first position within a range. Costs a binary search.
  func first(in range: Range<Int>) -> Int? {
    let index = firstIndex(notBelow: range.lowerBound)
    return index < endIndex && self[index] < range.upperBound ? self[index] : nil
  }

  private func firstIndex(notBelow position: Int) -> Int { partitionIndex { $0 >= position } }
}

/// The subtrees of some models, without nested ones: ascending and disjoint.
struct OutermostSubtrees: Sendable {
  private(set) var ranges: [Range<Int>] = []

  /// Adds the subtree of a model that follows all added ones.
  mutating func add(_ model: Int, of snapshot: Snapshot) {
    if model >= ranges.last?.upperBound ?? 0 { ranges.append(snapshot[model].subtree) }
  }

  /// Whether one of them contains a model. Costs a binary search.
  func contain(_ model: Int) -> Bool {
    let index = ranges.partitionIndex { $0.upperBound > model }
    return index < ranges.count && ranges[index].contains(model)
  }
}

extension Columns {
  /// The children of a node, in order.
  package func children(of position: Int) -> [Int] {
    var children: [Int] = []
    var child = position + 1
    while child < Int(subtreeEnds[position]) {
      children.append(child)
      child = Int(subtreeEnds[child])
    }
    return children
  }
}
