extension Snapshot {
  /// The part of the tree below a node, as a tree of its own. Costs a pass over it.
  ///
  /// - Parameters:
  ///   - root: the position of the node that becomes the root.
  ///   - depth: how many levels below it are kept; nil keeps all.
  public func part(from root: Int, depth: Int? = nil) -> Snapshot {
    if root == 0, depth == nil { return self }
    var nodes = NodeColumns()
    var parents: [Int32] = []
    /// The ancestors of the next node: their new positions, and where their subtrees end.
    var open: [(position: Int32, end: Int)] = []

    var position = root
    let end = self[root].subtree.upperBound
    while position < end {
      while let last = open.last, position >= last.end { open.removeLast() }
      let subtreeEnd = Int(columns.subtreeEnds[position])
      parents.append(open.last?.position ?? -1)
      let isFolded = depth.map { open.count >= $0 } ?? false
      open.append((Int32(nodes.ids.count), subtreeEnd))
      nodes.appendNode(position, of: columns.nodes)
      position = isFolded ? subtreeEnd : position + 1
    }
    return Snapshot(
      columns: Columns(
        name: columns.name, symbols: columns.symbols, vocabulary: columns.vocabulary,
        asOf: columns.asOf, nodes: nodes, parents: parents))
  }
}
