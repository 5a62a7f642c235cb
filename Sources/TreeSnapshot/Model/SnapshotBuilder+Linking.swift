import TextIO

extension SnapshotBuilder {
  /// Puts the nodes into document order.
  ///
  /// - Throws: `LinkError` naming the first node that keeps the nodes from being one tree.
  public consuming func finish() throws(LinkError) -> Snapshot {
    if count == 0 { throw LinkError(entry: 0, id: 0, problem: .noNodes) }
    let largest = max(
      max(nodes.ids.count, nodes.subscriptions.count),
      max(nodes.raises.count, max(nodes.services.count, nodes.states.count)))
    if largest >= Int(Int32.max) { throw LinkError(entry: 0, id: nodes.ids[0], problem: .tooLarge) }

    let isSequential = idsAreSequential
    if !isSequential, let entry = nodes.ids.firstIndex(where: { $0 < 0 }) {
      throw LinkError(entry: entry, id: nodes.ids[entry], problem: .negativeID)
    }
    if let empty = symbols.find(""), let entry = nodes.fixed.firstIndex(where: { $0.type == empty })
    {
      throw LinkError(entry: entry, id: nodes.ids[entry], problem: .emptyType)
    }

    let parents = isSequential ? try sequentialParents() : try parentEntries()
    let root = try rootEntry()
    // Not needed any more: the most memory is held here.
    parentIDs = []
    hasParent = []
    if root == 0 {
      let ends = Columns.subtreeEnds(of: parents)
      if Columns.areInDocumentOrder(parents, ends) {
        return Snapshot(
          columns: Columns(
            name: name, symbols: symbols, vocabulary: vocabulary, asOf: asOf, nodes: nodes,
            parents: parents, subtreeEnds: ends))
      }
    }
    let order = try documentOrder(parents: parents, root: root)
    return Snapshot(columns: columns(parents: parents, order: order))
  }

  /// Whether the ids are the numbers from 1 on.
  private var idsAreSequential: Bool {
    nodes.ids.withUnsafeBufferPointer { ids in
      for entry in 0..<ids.count where ids[entry] != entry &+ 1 { return false }
      return true
    }
  }

  /// For each entry the entry of its parent, -1 where it has none; the ids are the numbers from 1 on.
  private func sequentialParents() throws(LinkError) -> [Int32] {
    let count = count
    // The entry of the first one whose parent is missing.
    var missing: Int?
    let parents = [Int32](unsafeUninitializedCapacity: count) { parents, filled in
      parentIDs.withUnsafeBufferPointer { parentIDs in
        hasParent.withUnsafeBufferPointer { hasParent in
          for entry in 0..<count {
            var parent = -1
            if hasParent[entry] {
              parent = parentIDs[entry] &- 1
              if !(0..<count).contains(parent), missing == nil { missing = entry }
            }
            parents.initializeElement(at: entry, to: Int32(truncatingIfNeeded: parent))
          }
        }
      }
      filled = count
    }
    if let missing { throw missingParent(of: missing) }
    return parents
  }

  /// For each entry the entry of its parent, -1 where it has none.
  private func parentEntries() throws(LinkError) -> [Int32] {
    var entries = EntriesByID(nodes.ids)
    for (entry, id) in nodes.ids.enumerated() where !entries.insert(Int32(entry), id: id) {
      throw LinkError(entry: entry, id: id, problem: .duplicateID)
    }
    var parents = [Int32](repeating: -1, count: count)
    for entry in nodes.ids.indices where hasParent[entry] {
      guard let parent = entries[parentIDs[entry]] else { throw missingParent(of: entry) }
      parents[entry] = parent
    }
    return parents
  }

  private func missingParent(of entry: Int) -> LinkError {
    LinkError(entry: entry, id: nodes.ids[entry], problem: .missingParent(id: parentIDs[entry]))
  }

  private func rootEntry() throws(LinkError) -> Int {
    guard let root = hasParent.firstIndex(of: false) else {
      throw LinkError(entry: 0, id: nodes.ids[0], problem: .noRoot)
    }
    if let second = hasParent[(root + 1)...].firstIndex(of: false) {
      throw LinkError(
        entry: second, id: nodes.ids[second], problem: .secondRoot(firstID: nodes.ids[root]))
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
        Steps.note()
        entry = parents[Int(entry)]
      }
      if entry < 0 { break }
      entry = nextSibling[Int(entry)]
    }
    if order.count < count { throw cycle(parents: parents, reached: order) }
    return order
  }

  private func cycle(parents: [Int32], reached: [Int32]) -> LinkError {
    var seen = [Bool](repeating: false, count: count)
    for entry in reached { seen[Int(entry)] = true }
    // Every unreached node hangs below a cycle or is on one: follow the parents into it.
    var entry = seen.firstIndex(of: false) ?? 0
    while !seen[entry] {
      seen[entry] = true
      entry = Int(parents[entry])
    }
    return LinkError(entry: entry, id: nodes.ids[entry], problem: .cycle)
  }

  /// The columns of the entries in document order.
  private consuming func columns(parents: [Int32], order: [Int32]) -> Columns {
    var positionOfEntry = [Int32](repeating: 0, count: order.count)
    for (position, entry) in order.enumerated() { positionOfEntry[Int(entry)] = Int32(position) }
    let positions = order.map { entry -> Int32 in
      let parent = parents[Int(entry)]
      return parent < 0 ? -1 : positionOfEntry[Int(parent)]
    }
    return Columns(
      name: name, symbols: symbols, vocabulary: vocabulary, asOf: asOf,
      nodes: nodes.reordered(order), parents: positions)
  }
}
