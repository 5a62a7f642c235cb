/// Nodes as they were read, with the numbers of names in place of symbols.
struct ReadNodes {
  var columns = NodeColumns()
  var names = NameBatch()
  /// The lines of the text on which the nodes are, for a fault between nodes.
  var lines = NodeLines()
  private(set) var parentIDs: [Int] = []
  private(set) var hasParent: [Bool] = []

  /// Adds a node that holds what was appended to the shared columns since the one before.
  mutating func closeNode(id: Int, parent: Int?, _ fields: FixedFields) {
    columns.closeNode(id: id, fields)
    parentIDs.append(parent ?? 0)
    hasParent.append(parent != nil)
  }

  /// Begins anew.
  mutating func removeAll() {
    columns.removeAll()
    names.removeAll()
    lines.removeAll()
    parentIDs.removeAll(keepingCapacity: true)
    hasParent.removeAll(keepingCapacity: true)
  }
}

extension SnapshotBuilder {
  /// Adds nodes behind the others, and the names that are new.
  ///
  /// - Parameter nodes: the nodes, whose names have symbols afterwards.
  mutating func append(_ nodes: inout ReadNodes) {
    let symbols = symbols.intern(nodes.names)
    nodes.columns.replaceNames { symbols[Int($0.rawValue)] }
    self.nodes.append(nodes.columns)
    parentIDs += nodes.parentIDs
    hasParent += nodes.hasParent
  }
}
