extension Snapshot {
  /// The part of the tree below a node, as a tree of its own. Costs a pass over it.
  ///
  /// - Parameters:
  ///   - root: the position of the node that becomes the root.
  ///   - depth: how many levels below it are kept; nil keeps all.
  public func part(from root: Int, depth: Int? = nil) -> Snapshot {
    if root == 0, depth == nil { return self }
    var ids: [Int] = []
    var parents: [Int32] = []
    var fixed: [FixedFields] = []
    var subscriptions: [SubscriptionRecord] = []
    var raises: [SubscriptionRecord] = []
    var services: [Symbol] = []
    var states: [StateRecord] = []
    var ends: [SliceEnds] = []
    /// The ancestors of the next node: their new positions, and where their subtrees end.
    var open: [(position: Int32, end: Int)] = []

    var position = root
    let end = self[root].subtree.upperBound
    while position < end {
      while let last = open.last, position >= last.end { open.removeLast() }
      let subtreeEnd = Int(columns.subtreeEnds[position])
      parents.append(open.last?.position ?? -1)
      let isFolded = depth.map { open.count >= $0 } ?? false
      open.append((Int32(ids.count), subtreeEnd))
      ids.append(columns.ids[position])
      fixed.append(columns.fixed[position])
      subscriptions += columns.subscriptions(of: position)
      raises += columns.raises(of: position)
      services += columns.services(of: position)
      states += columns.states(of: position)
      ends.append(
        SliceEnds(
          subscriptions: Int32(subscriptions.count), raises: Int32(raises.count),
          services: Int32(services.count), states: Int32(states.count)))
      position = isFolded ? subtreeEnd : position + 1
    }
    return Snapshot(
      columns: Columns(
        name: columns.name, symbols: columns.symbols, vocabulary: columns.vocabulary, ids: ids,
        parents: parents, subtreeEnds: Columns.subtreeEnds(of: parents), fixed: fixed,
        subscriptions: subscriptions, raises: raises, services: services, states: states,
        ends: ends))
  }
}

extension Columns {
  /// For each node in document order the position after its subtree.
  static func subtreeEnds(of parents: [Int32]) -> [Int32] {
    var ends = parents.indices.map { Int32($0 + 1) }
    for position in stride(from: parents.count - 1, to: 0, by: -1) {
      let parent = Int(parents[position])
      ends[parent] = max(ends[parent], ends[position])
    }
    return ends
  }
}
