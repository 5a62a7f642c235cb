/// The lines of a text on which its nodes are.
struct NodeLines {
  /// The line of each node's id.
  private var ids: [Int32] = []
  /// The line of each node's parent; empty as long as these are the same.
  private var parents: [Int32] = []

  /// Notes where the next node has its id and its parent.
  mutating func append(id: Int, parent: Int) {
    let (id, parent) = (Int32(clamping: id), Int32(clamping: parent))
    if id != parent, parents.isEmpty { parents = ids }
    ids.append(id)
    if id != parent || !parents.isEmpty { parents.append(parent) }
  }

  /// Notes where more nodes are.
  ///
  /// - Parameter line: the number of lines before those that are counted there.
  mutating func append(_ others: NodeLines, behind line: Int = 0) {
    for (entry, id) in others.ids.enumerated() {
      append(
        id: Int(id) + line, parent: Int(others.parents.isEmpty ? id : others.parents[entry]) + line)
    }
  }

  /// The line of the id of a node; nil where there is no such node.
  func id(of entry: Int) -> Int? { ids.indices.contains(entry) ? Int(ids[entry]) : nil }

  /// The line of the parent of a node; nil where there is no such node.
  func parent(of entry: Int) -> Int? {
    parents.isEmpty ? id(of: entry) : parents.indices.contains(entry) ? Int(parents[entry]) : nil
  }

  /// Begins anew.
  mutating func removeAll() {
    ids.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
  }

  /// Makes room for so many times what there is.
  mutating func reserveCapacity(factor: Double) {
    ids.reserveCapacity(Int(Double(ids.count) * factor))
    parents.reserveCapacity(Int(Double(parents.count) * factor))
  }
}
