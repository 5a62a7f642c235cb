/// Nodes as they were read, with the numbers of names in place of symbols.
struct ReadNodes: ~Copyable {
  /// What each node has once. What some have is in lists, in which each node's part begins where that of
  /// the one before it ends.
  struct Node {
    var id = 0
    var parent: Int?
    var fields = FixedFields()
    fileprivate(set) var ends = SliceEnds()
    /// The lines of the text on which its id and its parent are, for a fault between nodes.
    var idLine: Int
    var parentLine: Int

    init(line: Int) { (idLine, parentLine) = (line, line) }
  }

  private(set) var nodes: [Node] = []
  var subscriptions: [SubscriptionRecord] = []
  var raises: [SubscriptionRecord] = []
  var services: [Symbol] = []
  var states: [StateRecord] = []
  var names = NameBatch()
  /// Whether a node has its parent on another line than its id.
  private(set) var hasLongNodes = false

  /// Adds a node that holds what was appended to the lists since the one before.
  @inline(__always)
  mutating func closeNode(_ node: consuming Node) {
    node.ends = SliceEnds(
      subscriptions: Int32(truncatingIfNeeded: subscriptions.count),
      raises: Int32(truncatingIfNeeded: raises.count),
      services: Int32(truncatingIfNeeded: services.count),
      states: Int32(truncatingIfNeeded: states.count))
    if node.idLine != node.parentLine { hasLongNodes = true }
    nodes.append(node)
  }

  /// Begins anew; all names have symbols.
  mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    subscriptions.removeAll(keepingCapacity: true)
    raises.removeAll(keepingCapacity: true)
    services.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    hasLongNodes = false
    names.forget()
  }
}

extension SnapshotBuilder {
  /// Adds nodes behind the others, and the names that are new.
  ///
  /// - Parameter read: the nodes, whose names have symbols afterwards.
  mutating func append(_ read: inout ReadNodes) {
    symbols.intern(&read.names)
    read.names.symbols.withUnsafeBufferPointer { nodes.append(read, symbols: $0) }
    parentIDs += read.nodes.lazy.map { $0.parent ?? 0 }
    hasParent += read.nodes.lazy.map { $0.parent != nil }
  }
}

extension NodeColumns {
  /// Adds nodes behind the others.
  ///
  /// - Parameter symbols: the symbols by the numbers of names.
  fileprivate mutating func append(
    _ read: borrowing ReadNodes, symbols: UnsafeBufferPointer<Symbol>
  ) {
    func named(_ fields: FixedFields) -> FixedFields {
      var fields = fields
      fields.replaceNames { symbols[Int($0.rawValue)] }
      return fields
    }
    func named(_ record: SubscriptionRecord) -> SubscriptionRecord {
      var record = record
      record.replaceNames { symbols[Int($0.rawValue)] }
      return record
    }
    let before = presentEnds
    ids += read.nodes.lazy.map { $0.id }
    fixed += read.nodes.lazy.map { named($0.fields) }
    ends += read.nodes.lazy.map { before + $0.ends }
    subscriptions += read.subscriptions.lazy.map { named($0) }
    raises += read.raises.lazy.map { named($0) }
    services += read.services.lazy.map { symbols[Int($0.rawValue)] }
    states += read.states.lazy.map {
      StateRecord(key: symbols[Int($0.key.rawValue)], value: symbols[Int($0.value.rawValue)])
    }
  }
}
