extension SnapshotBuilder {
  /// Puts the nodes into document order.
  ///
  /// - Throws: `LinkError` for the first node that prevents the nodes from forming one tree.
  public consuming func finish() throws(LinkError) -> Snapshot {
    closeOpenNode()
    if count == 0 {
      throw LinkError(reason: "the tree has no models; a dump holds at least its root")
    }
    let counts = [
      nodes.ids.count, nodes.subscriptions.count, nodes.raises.count, nodes.services.count,
      nodes.asks.count, nodes.states.count,
    ]
    if counts.contains(where: { $0 >= Int(Int32.max) }) {
      throw LinkError(
        reason: "more than 2,147,483,646 models or attributes; write a part of the tree")
    }
    if let entry = nodes.ids.firstIndex(where: { $0 < 0 }) {
      throw fault(entry, "the id is below 0; number the models from 1")
    }
    if let empty = symbols.find(""), let entry = nodes.fixed.firstIndex(where: { $0.type == empty })
    {
      throw fault(entry, "the type is empty; name it")
    }

    ageRemaining()
    let parents = try parentEntries()
    let order = try documentOrder(parents: parents, root: try rootEntry())
    // Freed here, at the peak of memory use.
    parentIDs = []
    if !order.elementsEqual(0..<Int32(count)) { nodes = nodes.reordered(order) }
    return Snapshot(
      columns: Columns(
        name: name, symbols: symbols, vocabulary: vocabulary,
        works: works, nodes: nodes, parents: Self.positions(of: parents, in: order)))
  }

  /// Gives nodes with a label or a state the age of all, where they have none of their own.
  private mutating func ageRemaining() {
    guard let asOf else { return }
    for position in nodes.ids.indices
    where nodes.ages[Int32(position)] == nil
      && (!nodes.fixed[position].label.isNone || !nodes.states(of: position).isEmpty)
    {
      nodes.age(of: position, asOf)
    }
  }

  /// The entry of each entry's parent; -1 for the root.
  private func parentEntries() throws(LinkError) -> [Int32] {
    var entries: [Int: Int32] = [:]
    entries.reserveCapacity(count)
    for (entry, id) in nodes.ids.enumerated() {
      if entries.updateValue(Int32(entry), forKey: id) != nil {
        throw fault(entry, "another model has the same id; ids must differ")
      }
    }
    var parents = [Int32](repeating: -1, count: count)
    for (entry, id) in parentIDs.enumerated() {
      guard let id else { continue }
      guard let parent = entries[id] else {
        throw fault(
          entry, isAboutParent: true,
          "its parent \(id) is not in the dump; add that model or correct 'parent'")
      }
      parents[entry] = parent
    }
    return parents
  }

  private func rootEntry() throws(LinkError) -> Int {
    guard let root = parentIDs.firstIndex(of: nil) else {
      throw LinkError(
        reason: "no root: every model has a parent; leave 'parent' out of the root")
    }
    if let second = parentIDs[(root + 1)...].firstIndex(of: nil) {
      let first = nodes.ids[root]
      throw fault(
        second,
        "a second root: model \(first) has no parent either; give one of them a parent")
    }
    return root
  }

  /// The entries in document order.
  private func documentOrder(parents: [Int32], root: Int) throws(LinkError) -> [Int32] {
    var firstChild = [Int32](repeating: -1, count: count)
    var nextSibling = [Int32](repeating: -1, count: count)
    for entry in nodes.ids.indices.reversed() where parents[entry] >= 0 {
      let parent = Int(parents[entry])
      nextSibling[entry] = firstChild[parent]
      firstChild[parent] = Int32(entry)
    }
    var order: [Int32] = []
    order.reserveCapacity(count)
    var entry = Int32(root)
    while true {
      order.append(entry)
      if firstChild[Int(entry)] >= 0 {
        entry = firstChild[Int(entry)]
        continue
      }
      while entry >= 0, nextSibling[Int(entry)] < 0 {
        entry = parents[Int(entry)]
      }
      if entry < 0 { break }
      entry = nextSibling[Int(entry)]
    }
    if order.count < count { throw cycle(parents: parents, reached: order) }
    return order
  }

  private func cycle(parents: [Int32], reached: [Int32]) -> LinkError {
    var isVisited = [Bool](repeating: false, count: count)
    for entry in reached { isVisited[Int(entry)] = true }
    // Every unreached node is on or below a cycle: follow the parents into it.
    var entry = isVisited.firstIndex(of: false) ?? 0
    while !isVisited[entry] {
      isVisited[entry] = true
      entry = Int(parents[entry])
    }
    return fault(
      entry, isAboutParent: true,
      "the model is its own ancestor; correct the 'parent' of one model on the cycle")
  }

  /// The positions of the parents of entries in document order; -1 for the root.
  private static func positions(of parents: [Int32], in order: [Int32]) -> [Int32] {
    var positionOfEntry = [Int32](repeating: 0, count: order.count)
    for (position, entry) in order.enumerated() { positionOfEntry[Int(entry)] = Int32(position) }
    return order.map { entry in
      let parent = parents[Int(entry)]
      return parent < 0 ? -1 : positionOfEntry[Int(parent)]
    }
  }
}

/// The reason that the added nodes don't form one tree.
public struct LinkError: Error, Hashable, Sendable {
  /// The index of the node, from 0 in the order of addition.
  public var entry = 0
  /// The id of the node; nil if it is not about one node.
  public var id: Int?
  /// Whether the node's parent is wrong, rather than the node.
  var isAboutParent = false
  /// The problem and its remedy, in one clause.
  public var reason: String
}

extension LinkError: CustomStringConvertible {
  /// One clause that names the model, the problem, and the remedy.
  public var description: String { (id.map { "model \($0): " } ?? "") + reason }
}

extension SnapshotBuilder {
  private func fault(
    _ entry: Int, isAboutParent: Bool = false, _ reason: String
  ) -> LinkError {
    LinkError(
      entry: entry, id: nodes.ids[entry], isAboutParent: isAboutParent, reason: reason)
  }
}
