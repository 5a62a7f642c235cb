import TextIO

/// Builds a snapshot node by node.
///
/// Add nodes in any order, each with the id of its parent; siblings keep the order in which you add
/// them. `finish()` puts all nodes into document order. The cost is linear in what you add, and
/// nothing is recursive.
public struct SnapshotBuilder: Sendable {
  package var symbols = SymbolTable()
  var name = Symbol.none
  var vocabulary: [SubscriptionRecord] = []
  /// The journal record as of which the labels and states are of nodes that have no other; nil if they
  /// are the tree's own.
  package var asOf: Int?
  /// The work that models wait for, by their ids.
  package var works: [Int: [WorkRecord]] = [:]

  var nodes = NodeColumns()
  var parentIDs: [Int?] = []
  /// The last added node, which further calls describe.
  private var open: (id: Int, parent: Int?, fields: FixedFields)?

  /// Creates a builder for an empty tree.
  public init(name: String? = nil) {
    self.name = symbols.intern(name)
  }

  /// The number of nodes added so far.
  public var count: Int { nodes.ids.count + (open == nil ? 0 : 1) }

  /// Adds a message that the app declares to the tree's vocabulary. A message that is already there isn't
  /// added again. Costs a scan of the vocabulary.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - label: the case's name; nil if the code is clear.
  ///   - payload: the type of the value that the message carries; nil for none.
  public mutating func declare(
    _ message: Message, label: String? = nil, payload: String? = nil
  ) {
    let record = record(
      kind: message.kind, domain: message.domain, code: message.code, label: label,
      payload: payload, source: nil)
    if !vocabulary.contains(record) { declare(record) }
  }

  /// Adds a node. The following calls of `subscribe`, `raise`, `provide`, and `describe` apply to
  /// it until you add the next one.
  ///
  /// - Parameters:
  ///   - id: the model's id, which no other node has.
  ///   - parent: the parent's id; nil for the root.
  ///   - type: the model's type.
  ///   - label: the name that distinguishes the model from others of its type.
  ///   - isSession: whether the model is a session.
  ///   - isUnopened: whether it is a local session that is not open.
  ///   - representation: the screen object that shows the model.
  ///   - source: the `file:line` that created the model.
  public mutating func addNode(
    id: Int, parent: Int?, type: String, label: String? = nil, isSession: Bool = false,
    isUnopened: Bool = false, representation: String? = nil, source: String? = nil
  ) {
    closeOpenNode()
    var fields = FixedFields()
    fields.type = symbols.intern(type)
    fields.label = symbols.intern(label)
    fields.representation = symbols.intern(representation)
    fields.source = symbols.intern(source)
    fields.isSession = isSession
    fields.isUnopened = isSession && isUnopened
    open = (id, parent, fields)
  }

  mutating func closeOpenNode() {
    if let node = open.take() { closeNode(id: node.id, parent: node.parent, node.fields) }
  }

  /// Adds a subscription to the last node.
  public mutating func subscribe(_ subscription: Subscription) {
    nodes.subscriptions.append(
      record(
        kind: subscription.kind, domain: subscription.domain, code: subscription.code,
        label: subscription.label, payload: subscription.payload, source: subscription.source))
  }

  /// Adds a message that the last node is known to raise.
  public mutating func raise(_ message: Message, label: String? = nil) {
    nodes.raises.append(
      record(
        kind: message.kind, domain: message.domain, code: message.code, label: label, source: nil))
  }

  /// Adds a service to the last node, which is a session.
  public mutating func provide(service: String) {
    nodes.services.append(symbols.intern(service))
  }

  /// Adds a service that the last node asks for.
  public mutating func ask(service: String) { nodes.asks.append(symbols.intern(service)) }

  /// Adds work that a model waits for.
  ///
  /// - Parameters:
  ///   - work: the work.
  ///   - id: the model's id; one that no node has is ignored.
  public mutating func work(_ work: Work, ofNodeWithID id: Int) {
    works[id, default: []].append(
      WorkRecord(source: symbols.intern(work.source), since: work.since))
  }

  /// Adds an entry of state to the last node. If the key is already there, its value is replaced.
  public mutating func describe(_ entry: StateEntry) {
    nodes.describe(
      StateRecord(key: symbols.intern(entry.key), value: symbols.intern(entry.value)),
      since: Int(nodes.ends.last?.states ?? 0))
  }

  /// Says as of which record of a journal the last node's label and state are.
  package mutating func setAge(_ record: Int?) { nodes.age(of: nodes.ids.count, record) }

  /// Adds a node's label and state later. Once all nodes are added, call this for each, in the same
  /// order.
  package mutating func describe(
    node number: Int, label: String?, state: KeyValuePairs<String, String>
  ) {
    closeOpenNode()
    nodes.fixed[number].label = symbols.intern(label)
    let start = nodes.states.count
    for (key, value) in state {
      nodes.describe(
        StateRecord(key: symbols.intern(key), value: symbols.intern(value)), since: start)
    }
    nodes.endStates(at: number)
  }

  private mutating func record(
    kind: Message.Kind, domain: String, code: String?, label: String?, payload: String? = nil,
    source: String?
  ) -> SubscriptionRecord {
    SubscriptionRecord(
      kind: kind, domain: symbols.intern(domain), code: symbols.intern(code),
      label: symbols.intern(label), payload: symbols.intern(payload),
      source: symbols.intern(source))
  }
}

// The same with symbols, for readers that intern names as they read them.
extension SnapshotBuilder {
  /// Creates an empty tree with all names of another, and its vocabulary.
  package init(copyingNamesOf snapshot: Snapshot) {
    symbols = snapshot.columns.symbols
    name = snapshot.columns.name
    vocabulary = snapshot.columns.vocabulary
  }

  /// Adds a message to the vocabulary.
  package mutating func declare(_ record: SubscriptionRecord) { vocabulary.append(record) }

  /// Adds a node with everything appended to the shared columns since the previous one.
  package mutating func closeNode(id: Int, parent: Int?, _ fields: FixedFields) {
    nodes.closeNode(id: id, fields)
    parentIDs.append(parent)
  }

  /// Adds a node of a snapshot whose names this tree has, with all its attributes.
  ///
  /// - Parameters:
  ///   - position: the node's position in the snapshot.
  ///   - columns: the columns of the snapshot.
  ///   - parent: the id of the node's parent in this tree.
  ///   - subscriptions: subscriptions that replace the node's; nil keeps its own.
  package mutating func addNode(
    _ position: Int, of columns: Columns, parent: Int?, subscriptions: [Subscription]? = nil
  ) {
    for subscription in subscriptions ?? [] { subscribe(subscription) }
    let id = columns.nodes.ids[position]
    if let work = columns.works[id] { works[id] = work }
    nodes.append(position, of: columns.nodes, keepsSubscriptions: subscriptions == nil)
    parentIDs.append(parent)
  }
}
