import TextIO
package import TreeSnapshot

/// Ascending positions.
extension RandomAccessCollection<Int> where Index == Int {
  /// The positions within a range. Costs two binary searches.
  package func elements(in range: Range<Int>) -> SubSequence {
    let first = partitionIndex { $0 >= range.lowerBound }
    return self[first..<self[first...].partitionIndex { $0 >= range.upperBound }]
  }

  /// Whether a position is one of them. Costs two binary searches.
  package func holds(_ position: Int) -> Bool { !elements(in: position..<position + 1).isEmpty }
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
