/// Builds a snapshot, one node after the other.
///
/// Nodes may come in any order as long as each names its parent by id; siblings keep the order in
/// which they come. `finish()` puts everything into document order. The cost is linear in what is
/// added, and nothing is done by recursion.
public struct SnapshotBuilder: Sendable {
  package var symbols = SymbolTable()
  var name = Symbol.none
  var vocabulary: [SubscriptionRecord] = []

  var ids: [Int] = []
  var parentIDs: [Int] = []
  var hasParent: [Bool] = []
  var fixed: [FixedFields] = []
  var subscriptions: [SubscriptionRecord] = []
  var raises: [SubscriptionRecord] = []
  var services: [Symbol] = []
  var states: [StateRecord] = []
  var ends: [SliceEnds] = []

  /// Begins an empty tree.
  public init(name: String? = nil) {
    self.name = symbols.intern(name)
  }

  /// The number of nodes that were added so far.
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

  /// Adds a subscription to the node that was added last.
  public mutating func subscribe(_ subscription: Subscription) {
    append(
      subscription: record(
        kind: subscription.kind, domain: subscription.domain, code: subscription.code,
        label: subscription.label, source: subscription.source))
  }

  /// Adds a message that the model of the node added last is known to raise.
  public mutating func raise(_ message: Message, label: String? = nil) {
    append(
      raise: record(
        kind: message.kind, domain: message.domain, code: message.code, label: label, source: nil))
  }

  /// Adds a service of the session that was added last.
  public mutating func provide(service: String) {
    append(service: symbols.intern(service))
  }

  /// Adds a line of state to the node that was added last; the same key again replaces its value.
  public mutating func describe(_ entry: StateEntry) {
    let record = StateRecord(
      key: symbols.intern(entry.key), value: symbols.intern(entry.value))
    let start = ends.count > 1 ? Int(ends[ends.count - 2].states) : 0
    if let known = states[start...].firstIndex(where: { $0.key == record.key }) {
      states[known] = record
    } else {
      append(state: record)
    }
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
  /// Begins an empty tree that knows all names of another.
  package init(copyingNamesOf snapshot: Snapshot) {
    symbols = snapshot.columns.symbols
    name = snapshot.columns.name
  }

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
