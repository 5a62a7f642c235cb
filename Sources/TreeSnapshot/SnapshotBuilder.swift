/// Makes a snapshot, one node after the other.
///
/// Nodes may come in any order as long as each names its parent by id; siblings keep the order in
/// which they come. `finish()` puts everything into document order. The cost is linear in what is
/// added, and nothing is done by recursion.
public struct SnapshotBuilder: Sendable {
  package var symbols = SymbolTable()
  private var name = Symbol.none
  private var vocabulary: [SubscriptionRecord] = []

  private var ids: [Int] = []
  private var parentIDs: [Int] = []
  private var hasParent: [Bool] = []
  private var fixed: [FixedFields] = []
  private var subscriptions: [SubscriptionRecord] = []
  private var raises: [SubscriptionRecord] = []
  private var services: [Symbol] = []
  private var states: [StateRecord] = []
  private var ends: [SliceEnds] = []

  /// Begins an empty tree.
  public init(name: String? = nil) {
    self.name = symbols.intern(name)
  }

  /// How many nodes were added so far.
  public var count: Int { ids.count }

  /// Adds a code that the app declares to the tree's vocabulary; one that is already there is kept
  /// once. Costs a scan of the vocabulary.
  public mutating func declare(_ message: Message, label: String? = nil) {
    let record = record(
      kind: message.kind, domain: message.domain, code: message.code, label: label, source: nil)
    if !vocabulary.contains(record) { vocabulary.append(record) }
  }

  /// Adds a node. What follows (`subscribe`, `raise`, `provide`, `describe`) belongs to it until
  /// the next one is added.
  public mutating func addNode(
    id: Int, parent: Int?, type: String, label: String? = nil, isSession: Bool = false,
    representation: String? = nil, source: String? = nil
  ) {
    openNode()
    var fields = FixedFields()
    fields.type = symbols.intern(type)
    fields.label = symbols.intern(label)
    fields.representation = symbols.intern(representation)
    fields.source = symbols.intern(source)
    fields.isSession = isSession
    setIdentity(id: id, parent: parent)
    setFields(fields)
  }

  /// Adds a registration of the node that was added last.
  public mutating func subscribe(_ subscription: Subscription) {
    append(
      subscription: record(
        kind: subscription.kind, domain: subscription.domain, code: subscription.code,
        label: subscription.label, source: subscription.source))
  }

  /// Adds a message that the node that was added last is known to raise.
  public mutating func raise(_ message: Message, label: String? = nil) {
    append(
      raise: record(
        kind: message.kind, domain: message.domain, code: message.code, label: label, source: nil))
  }

  /// Adds a service of the session that was added last.
  public mutating func provide(service: String) {
    append(service: symbols.intern(service))
  }

  /// Adds a line of state to the node that was added last.
  public mutating func describe(_ entry: StateEntry) {
    append(state: StateRecord(key: symbols.intern(entry.key), value: symbols.intern(entry.value)))
  }

  private mutating func record(
    kind: Message.Kind, domain: String, code: String?, label: String?, source: String?
  ) -> SubscriptionRecord {
    SubscriptionRecord(
      kind: kind, domain: symbols.intern(domain), code: symbols.intern(code),
      label: symbols.intern(label), source: symbols.intern(source))
  }
}

// The same in terms of symbols, for readers that intern names as they meet them.
extension SnapshotBuilder {
  package mutating func setName(_ name: Symbol) { self.name = name }

  package mutating func declare(_ record: SubscriptionRecord) { vocabulary.append(record) }

  package mutating func openNode() {
    ids.append(0)
    parentIDs.append(0)
    hasParent.append(false)
    fixed.append(FixedFields())
    ends.append(sliceEnds)
  }

  package mutating func setIdentity(id: Int, parent: Int?) {
    ids[ids.count - 1] = id
    parentIDs[ids.count - 1] = parent ?? 0
    hasParent[ids.count - 1] = parent != nil
  }

  package mutating func setFields(_ fields: FixedFields) { fixed[fixed.count - 1] = fields }

  package mutating func append(subscription: SubscriptionRecord) {
    subscriptions.append(subscription)
    ends[ends.count - 1].subscriptions = Int32(truncatingIfNeeded: subscriptions.count)
  }

  package mutating func append(raise record: SubscriptionRecord) {
    raises.append(record)
    ends[ends.count - 1].raises = Int32(truncatingIfNeeded: raises.count)
  }

  package mutating func append(service: Symbol) {
    services.append(service)
    ends[ends.count - 1].services = Int32(truncatingIfNeeded: services.count)
  }

  package mutating func append(state: StateRecord) {
    states.append(state)
    ends[ends.count - 1].states = Int32(truncatingIfNeeded: states.count)
  }

  private var sliceEnds: SliceEnds { ends.last ?? SliceEnds() }
}

/// Why the nodes that were added do not make one tree.
public struct LinkError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// No node was added at all.
    case noNodes
    /// Every node has a parent.
    case noRoot
    /// A second node has no parent.
    case secondRoot(firstID: Int)
    /// Another node has the same id.
    case duplicateID
    /// No node has the parent's id.
    case missingParent(id: Int)
    /// The node is its own ancestor.
    case cycle
    /// There are more nodes, or more attributes of one sort, than a snapshot can hold.
    case tooLarge
  }

  /// The offending node, counted from 0 in the order in which the nodes were added.
  public var entry: Int
  /// The offending node's id.
  public var id: Int
  /// What is wrong.
  public var problem: Problem
}

extension SnapshotBuilder {
  /// Puts the nodes into document order.
  ///
  /// - Throws: `LinkError` naming the first node that keeps the nodes from being one tree.
  public consuming func finish() throws(LinkError) -> Snapshot {
    if ids.isEmpty { throw LinkError(entry: 0, id: 0, problem: .noNodes) }
    let largest = max(
      max(ids.count, subscriptions.count), max(raises.count, max(services.count, states.count)))
    if largest >= Int(Int32.max) { throw LinkError(entry: 0, id: ids[0], problem: .tooLarge) }

    let parents = try parentEntries()
    let root = try rootEntry()
    let order = try documentOrder(parents: parents, root: root)
    return Snapshot(columns: columns(parents: parents, order: order))
  }

  /// For each entry the entry of its parent, -1 where it has none.
  private func parentEntries() throws(LinkError) -> [Int32] {
    var parents = [Int32](repeating: -1, count: ids.count)
    if idsAreSequential {
      for entry in ids.indices where hasParent[entry] {
        let parent = parentIDs[entry]
        guard parent >= 1, parent <= ids.count else { throw missingParent(of: entry) }
        parents[entry] = Int32(parent - 1)
      }
      return parents
    }
    var entries: [Int: Int32] = [:]
    entries.reserveCapacity(ids.count)
    for (entry, id) in ids.enumerated() {
      if entries.updateValue(Int32(entry), forKey: id) != nil {
        throw LinkError(entry: entry, id: id, problem: .duplicateID)
      }
    }
    for entry in ids.indices where hasParent[entry] {
      guard let parent = entries[parentIDs[entry]] else { throw missingParent(of: entry) }
      parents[entry] = parent
    }
    return parents
  }

  private var idsAreSequential: Bool {
    for (entry, id) in ids.enumerated() where id != entry + 1 { return false }
    return true
  }

  private func missingParent(of entry: Int) -> LinkError {
    LinkError(entry: entry, id: ids[entry], problem: .missingParent(id: parentIDs[entry]))
  }

  private func rootEntry() throws(LinkError) -> Int {
    guard let root = hasParent.firstIndex(of: false) else {
      throw LinkError(entry: 0, id: ids[0], problem: .noRoot)
    }
    if let second = hasParent[(root + 1)...].firstIndex(of: false) {
      throw LinkError(
        entry: second, id: ids[second], problem: .secondRoot(firstID: ids[root]))
    }
    return root
  }

  /// The entries in document order; nil where they already stand in it.
  private func documentOrder(parents: [Int32], root: Int) throws(LinkError) -> [Int32]? {
    if standsInDocumentOrder(parents) { return nil }
    var firstChild = [Int32](repeating: -1, count: ids.count)
    var nextSibling = [Int32](repeating: -1, count: ids.count)
    for entry in ids.indices.reversed() where parents[entry] >= 0 {
      let parent = Int(parents[entry])
      nextSibling[entry] = firstChild[parent]
      firstChild[parent] = Int32(entry)
    }
    var order: [Int32] = []
    order.reserveCapacity(ids.count)
    var entry = Int32(root)
    while true {
      order.append(entry)
      if firstChild[Int(entry)] >= 0 {
        entry = firstChild[Int(entry)]
        continue
      }
      while entry >= 0, nextSibling[Int(entry)] < 0 { entry = parents[Int(entry)] }
      if entry < 0 { break }
      entry = nextSibling[Int(entry)]
    }
    if order.count < ids.count { throw cycle(parents: parents, reached: order) }
    return order
  }

  private func standsInDocumentOrder(_ parents: [Int32]) -> Bool {
    guard parents[0] == -1 else { return false }
    // Each node's parent must be the node before it or one of that node's ancestors.
    for entry in parents.indices.dropFirst() {
      var candidate = Int32(entry - 1)
      while candidate >= 0, candidate != parents[entry] {
        // An ancestor lies to the left of its descendants, or this is no document order.
        let next = parents[Int(candidate)]
        if next >= candidate { return false }
        candidate = next
      }
      if candidate < 0 { return false }
    }
    return true
  }

  private func cycle(parents: [Int32], reached: [Int32]) -> LinkError {
    var seen = [Bool](repeating: false, count: ids.count)
    for entry in reached { seen[Int(entry)] = true }
    // Every unreached node hangs below a cycle or is on one: follow the parents into it.
    var entry = seen.firstIndex(of: false) ?? 0
    while !seen[entry] {
      seen[entry] = true
      entry = Int(parents[entry])
    }
    return LinkError(entry: entry, id: ids[entry], problem: .cycle)
  }

  private consuming func columns(parents: [Int32], order: [Int32]?) -> Columns {
    if let order { reorder(order) }
    var positions = parents
    if let order {
      var positionOfEntry = [Int32](repeating: 0, count: order.count)
      for (position, entry) in order.enumerated() { positionOfEntry[Int(entry)] = Int32(position) }
      for (position, entry) in order.enumerated() {
        let parent = parents[Int(entry)]
        positions[position] = parent < 0 ? -1 : positionOfEntry[Int(parent)]
      }
    }
    return Columns(
      name: name, symbols: symbols, vocabulary: vocabulary, ids: ids, parents: positions,
      subtreeEnds: Columns.subtreeEnds(of: positions), fixed: fixed, subscriptions: subscriptions,
      raises: raises,
      services: services, states: states, ends: ends)
  }

  private mutating func reorder(_ order: [Int32]) {
    let old = self
    func slice<Element>(
      _ column: KeyPath<SliceEnds, Int32>, _ elements: [Element], _ entry: Int
    ) -> ArraySlice<Element> {
      let start = entry == 0 ? 0 : Int(old.ends[entry - 1][keyPath: column])
      return elements[start..<Int(old.ends[entry][keyPath: column])]
    }
    subscriptions.removeAll(keepingCapacity: true)
    raises.removeAll(keepingCapacity: true)
    services.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    for (position, entry) in order.enumerated() {
      let entry = Int(entry)
      ids[position] = old.ids[entry]
      fixed[position] = old.fixed[entry]
      subscriptions += slice(\.subscriptions, old.subscriptions, entry)
      raises += slice(\.raises, old.raises, entry)
      services += slice(\.services, old.services, entry)
      states += slice(\.states, old.states, entry)
      ends[position] = SliceEnds(
        subscriptions: Int32(subscriptions.count), raises: Int32(raises.count),
        services: Int32(services.count), states: Int32(states.count))
    }
  }
}
