/// A subscription, a raised message, or a declared one, with its names as symbols.
package struct SubscriptionRecord: Hashable, Sendable {
  package var kind: Message.Kind
  package var domain: Symbol
  /// `Symbol.none` means the whole domain.
  package var code: Symbol
  package var label: Symbol = .none
  /// The type of the values that a subscription takes, or that a declared message carries.
  package var payload: Symbol = .none
  package var source: Symbol = .none
}

/// The key and the value of one line of state.
package struct StateRecord: Hashable, Sendable {
  package var key: Symbol
  package var value: Symbol
}

/// Asynchronous work that runs.
package struct WorkRecord: Hashable, Sendable {
  /// The `file:line` that started it.
  package var source: Symbol
  /// When it started, in nanoseconds since 1970; nil if unknown.
  package var since: Int?
}

/// The columns of a snapshot, in document order.
package final class Columns: Sendable {
  package let name: Symbol
  package let symbols: SymbolTable
  package let types: TypeSymbols
  package let vocabulary: [SubscriptionRecord]
  /// The work that models wait for, by their ids; most have none.
  package let works: [Int: [WorkRecord]]

  package let nodes: NodeColumns
  /// The parent's position; -1 for the root.
  package let parents: [Int32]
  /// The position after the last node of the subtree.
  package let subtreeEnds: [Int32]

  /// Costs two passes over the parents, and one over the types.
  ///
  /// - Parameter types: how types are named; nil to find it out.
  init(
    name: Symbol, symbols: SymbolTable, vocabulary: [SubscriptionRecord],
    works: [Int: [WorkRecord]], nodes: NodeColumns,
    parents: [Int32], types: TypeSymbols? = nil
  ) {
    self.name = name
    var symbols = symbols
    self.types = types ?? TypeSymbols(of: nodes.fixed, in: &symbols)
    self.symbols = symbols
    self.vocabulary = vocabulary
    self.works = works
    self.nodes = nodes
    self.parents = parents
    subtreeEnds = Self.subtreeEnds(of: parents)
  }

  /// The journal record as of which the label and the state at a position are; nil if they are the
  /// tree's own.
  package func asOf(_ position: Int) -> Int? {
    nodes.ages.isEmpty ? nil : nodes.ages[Int32(truncatingIfNeeded: position)]
  }

  /// The record as of which all labels and states are; nil if they are as of several, or if the tree is
  /// older, too.
  package var commonAge: Int? {
    guard let age = nodes.ages.first?.value, treeAge == nil else { return nil }
    let isCommon = nodes.ids.indices.allSatisfy { isPlain($0) || asOf($0) == age }
    return isCommon ? age : nil
  }

  /// The record as of which the tree itself is, and not only its labels and states; nil if it is exact.
  package var treeAge: Int? { nodes.ages.first { isPlain(Int($0.key)) }?.value }

  /// Whether a node has neither a label nor a state.
  private func isPlain(_ position: Int) -> Bool {
    nodes.fixed[position].label.isNone && nodes.states(of: position).isEmpty
  }

  /// The name that texts show for the type of a node.
  package func shownType(_ position: Int) -> Symbol { types.shown(nodes.fixed[position].type) }

  /// The position after each node's subtree; the nodes are in document order.
  ///
  /// - Parameter parents: the positions of the nodes' parents; -1 for the first, and for no other.
  private static func subtreeEnds(of parents: [Int32]) -> [Int32] {
    // The number of nodes in each subtree first.
    var ends = [Int32](repeating: 1, count: parents.count)
    for position in parents.indices.dropFirst().reversed() {
      ends[Int(parents[position])] += ends[position]
    }
    for position in ends.indices { ends[position] += Int32(position) }
    return ends
  }
}

/// The attributes of nodes, one column each. `ends` marks the ends of each node's slices of the
/// shared columns; a slice begins where the previous one ends.
package struct NodeColumns: Sendable {
  package internal(set) var ids: [Int] = []
  package internal(set) var fixed: [FixedFields] = []
  package internal(set) var ends: [SliceEnds] = []

  package internal(set) var subscriptions: [SubscriptionRecord] = []
  package internal(set) var raises: [SubscriptionRecord] = []
  package internal(set) var services: [Symbol] = []
  package internal(set) var asks: [Symbol] = []
  package internal(set) var states: [StateRecord] = []
  /// The journal records as of which labels and states are that are older than the tree.
  package internal(set) var ages: [Int32: Int] = [:]

  /// The nodes in another order.
  func reordered(_ order: [Int32]) -> NodeColumns {
    var ordered = NodeColumns()
    for entry in order { ordered.append(Int(entry), of: self) }
    return ordered
  }
}

/// The attributes that every node has once.
package struct FixedFields: Hashable, Sendable {
  package var type: Symbol = .none
  package var label: Symbol = .none
  package var representation: Symbol = .none
  package var source: Symbol = .none
  package var isSession = false
  /// Whether it is a local session that isn't open.
  package var isUnopened = false

  package init() {}
}

/// The ends of a node's slices.
package struct SliceEnds: Hashable, Sendable {
  package var subscriptions: Int32 = 0
  package var raises: Int32 = 0
  package var services: Int32 = 0
  package var asks: Int32 = 0
  package var states: Int32 = 0
}

// The slices of one node.
extension NodeColumns {
  func sliceStart(_ position: Int) -> SliceEnds {
    position == 0 ? SliceEnds() : ends[position - 1]
  }

  /// Whether a model has subscriptions, raised messages, services, or state; many have none.
  package func hasLists(at position: Int) -> Bool { sliceStart(position) != ends[position] }

  /// The subscriptions of a model.
  package func subscriptions(of position: Int) -> ArraySlice<SubscriptionRecord> {
    subscriptions[Int(sliceStart(position).subscriptions)..<Int(ends[position].subscriptions)]
  }

  /// The messages that a model is known to raise.
  package func raises(of position: Int) -> ArraySlice<SubscriptionRecord> {
    raises[Int(sliceStart(position).raises)..<Int(ends[position].raises)]
  }

  /// The services of the session at a position.
  package func services(of position: Int) -> ArraySlice<Symbol> {
    services[Int(sliceStart(position).services)..<Int(ends[position].services)]
  }

  /// The services that a model asks for.
  package func asks(of position: Int) -> ArraySlice<Symbol> {
    asks[Int(sliceStart(position).asks)..<Int(ends[position].asks)]
  }

  /// The state of the model at a position.
  package func states(of position: Int) -> ArraySlice<StateRecord> {
    states[Int(sliceStart(position).states)..<Int(ends[position].states)]
  }
}

// `SnapshotBuilder.finish()` refuses columns that are too long for Int32.
extension NodeColumns {
  /// Appends a node and its attributes from other columns.
  ///
  /// - Parameter keepsSubscriptions: false to leave out its subscriptions.
  mutating func append(_ position: Int, of others: NodeColumns, keepsSubscriptions: Bool = true) {
    if keepsSubscriptions { subscriptions += others.subscriptions(of: position) }
    raises += others.raises(of: position)
    services += others.services(of: position)
    asks += others.asks(of: position)
    states += others.states(of: position)
    if !others.ages.isEmpty { age(of: ids.count, others.ages[Int32(truncatingIfNeeded: position)]) }
    closeNode(id: others.ids[position], others.fixed[position])
  }

  /// Appends a node with everything appended to the shared columns since the previous one.
  mutating func closeNode(id: Int, _ fields: FixedFields) {
    ids.append(id)
    fixed.append(fields)
    ends.append(presentEnds)
  }

  /// Notes the record as of which a node's label and state are.
  mutating func age(of position: Int, _ record: Int?) {
    ages[Int32(truncatingIfNeeded: position)] = record
  }

  private var presentEnds: SliceEnds {
    SliceEnds(
      subscriptions: Int32(truncatingIfNeeded: subscriptions.count),
      raises: Int32(truncatingIfNeeded: raises.count),
      services: Int32(truncatingIfNeeded: services.count),
      asks: Int32(truncatingIfNeeded: asks.count),
      states: Int32(truncatingIfNeeded: states.count))
  }

  /// Appends an entry of the next node's state; a repeated key replaces the value.
  ///
  /// - Parameter start: the start of that node's state.
  mutating func describe(_ record: StateRecord, since start: Int) {
    if let place = states[start...].firstIndex(where: { $0.key == record.key }) {
      states[place] = record
    } else {
      states.append(record)
    }
  }

  /// Ends the state of a node.
  mutating func endStates(at position: Int) {
    ends[position].states = Int32(truncatingIfNeeded: states.count)
  }
}
