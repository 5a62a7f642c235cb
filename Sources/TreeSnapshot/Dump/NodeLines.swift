import TextIO

/// The lines of a text on which its nodes are.
struct NodeLines {
  /// The line of each node's id.
  private var ids: [Int32] = []
  /// The line of each node's parent; empty as long as these are the same.
  private var parents: [Int32] = []

  /// Notes where more nodes are.
  ///
  /// - Parameter line: the number of lines before those that are counted there.
  mutating func append(_ read: borrowing ReadNodes, behind line: Int) {
    if read.hasLongNodes, parents.isEmpty { parents = ids }
    ids += read.nodes.lazy.map { Int32(clamping: $0.idLine + line) }
    if read.hasLongNodes || !parents.isEmpty {
      parents += read.nodes.lazy.map { Int32(clamping: $0.parentLine + line) }
    }
  }

  /// The line of the id of a node; nil where there is no such node.
  func id(of entry: Int) -> Int? { ids.indices.contains(entry) ? Int(ids[entry]) : nil }

  /// The line of the parent of a node; nil where there is no such node.
  func parent(of entry: Int) -> Int? {
    parents.isEmpty ? id(of: entry) : parents.indices.contains(entry) ? Int(parents[entry]) : nil
  }

  /// Makes room for so many times what there is.
  mutating func reserveCapacity(factor: Double) {
    ids.reserveLargeCapacity(Int(Double(ids.count) * factor))
    parents.reserveLargeCapacity(Int(Double(parents.count) * factor))
  }
}
