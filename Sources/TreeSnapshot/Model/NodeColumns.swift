import TextIO

/// What some nodes hold, a column for each attribute. `ends` says where each node's slices of the
/// shared columns end; a slice begins where the one before it ends.
package struct NodeColumns: Sendable {
  package internal(set) var ids: [Int] = []
  package internal(set) var fixed: [FixedFields] = []
  package internal(set) var ends: [SliceEnds] = []

  package internal(set) var subscriptions: [SubscriptionRecord] = []
  package internal(set) var raises: [SubscriptionRecord] = []
  package internal(set) var services: [Symbol] = []
  package internal(set) var states: [StateRecord] = []

  init() {}

  /// Makes room for so many nodes, without what only some have.
  mutating func reserveCapacity(nodes count: Int) {
    ids.reserveCapacity(count)
    fixed.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  /// The nodes in another order, a column after the other.
  consuming func reordered(_ order: [Int32]) -> NodeColumns {
    var ordered = NodeColumns()
    ordered.ids = order.map { ids[Int($0)] }
    ids = []
    ordered.fixed = order.map { fixed[Int($0)] }
    fixed = []
    ordered.ends.reserveCapacity(order.count)
    ordered.subscriptions.reserveCapacity(subscriptions.count)
    ordered.raises.reserveCapacity(raises.count)
    ordered.services.reserveCapacity(services.count)
    ordered.states.reserveCapacity(states.count)
    for entry in order {
      let (start, end) = (sliceStart(Int(entry)), ends[Int(entry)])
      for index in start.subscriptions..<end.subscriptions {
        ordered.subscriptions.append(subscriptions[Int(index)])
      }
      for index in start.raises..<end.raises { ordered.raises.append(raises[Int(index)]) }
      for index in start.services..<end.services { ordered.services.append(services[Int(index)]) }
      for index in start.states..<end.states { ordered.states.append(states[Int(index)]) }
      ordered.ends.append(ordered.presentEnds)
    }
    return ordered
  }
}

/// What every node has once.
package struct FixedFields: Hashable, Sendable {
  package var type: Symbol = .none
  package var label: Symbol = .none
  package var representation: Symbol = .none
  package var source: Symbol = .none
  package var isSession = false
  /// Whether it is a session inside the tree that is not open.
  package var isUnopened = false

  package init() {}
}

/// Where a node's slices end.
package struct SliceEnds: Hashable, Sendable {
  package var subscriptions: Int32 = 0
  package var raises: Int32 = 0
  package var services: Int32 = 0
  package var states: Int32 = 0
}

// The slices of one node.
extension NodeColumns {
  func sliceStart(_ position: Int) -> SliceEnds {
    position == 0 ? SliceEnds() : ends[position - 1]
  }

  /// Whether a node is registered for something, raises something or has services or state.
  package func hasLists(at position: Int) -> Bool { sliceStart(position) != ends[position] }

  package func subscriptions(of position: Int) -> ArraySlice<SubscriptionRecord> {
    subscriptions[Int(sliceStart(position).subscriptions)..<Int(ends[position].subscriptions)]
  }

  package func raises(of position: Int) -> ArraySlice<SubscriptionRecord> {
    raises[Int(sliceStart(position).raises)..<Int(ends[position].raises)]
  }

  package func services(of position: Int) -> ArraySlice<Symbol> {
    services[Int(sliceStart(position).services)..<Int(ends[position].services)]
  }

  package func states(of position: Int) -> ArraySlice<StateRecord> {
    states[Int(sliceStart(position).states)..<Int(ends[position].states)]
  }
}

// What is appended belongs to the last node. `finish()` refuses columns that Int32 cannot count.
extension NodeColumns {
  mutating func appendNode() {
    ids.append(0)
    fixed.append(FixedFields())
    ends.append(ends.last ?? SliceEnds())
  }

  /// Appends a node with all that it holds elsewhere.
  mutating func appendNode(_ position: Int, of others: NodeColumns) {
    ids.append(others.ids[position])
    fixed.append(others.fixed[position])
    subscriptions += others.subscriptions(of: position)
    raises += others.raises(of: position)
    services += others.services(of: position)
    states += others.states(of: position)
    ends.append(presentEnds)
  }

  /// Appends a node that holds what was appended to the shared columns since the one before.
  mutating func closeNode(id: Int, _ fields: FixedFields) {
    ids.append(id)
    fixed.append(fields)
    ends.append(presentEnds)
  }

  var presentEnds: SliceEnds {
    SliceEnds(
      subscriptions: Int32(truncatingIfNeeded: subscriptions.count),
      raises: Int32(truncatingIfNeeded: raises.count),
      services: Int32(truncatingIfNeeded: services.count),
      states: Int32(truncatingIfNeeded: states.count))
  }

  mutating func append(subscription: SubscriptionRecord) {
    subscriptions.append(subscription)
    ends[ends.count - 1].subscriptions = Int32(truncatingIfNeeded: subscriptions.count)
  }

  mutating func append(raise record: SubscriptionRecord) {
    raises.append(record)
    ends[ends.count - 1].raises = Int32(truncatingIfNeeded: raises.count)
  }

  mutating func append(service: Symbol) {
    services.append(service)
    ends[ends.count - 1].services = Int32(truncatingIfNeeded: services.count)
  }

  mutating func append(state: StateRecord) {
    states.append(state)
    endStates(at: ends.count - 1)
  }

  /// Removes the subscriptions of the last node.
  mutating func removeSubscriptions() {
    let count = subscriptions(of: ends.count - 1).count
    subscriptions.removeLast(count)
    ends[ends.count - 1].subscriptions = Int32(truncatingIfNeeded: subscriptions.count)
  }

  /// Describes a value of the last node; the same key again replaces its value.
  mutating func describe(_ record: StateRecord) { describe(record, at: ends.count - 1) }

  /// Describes a value of a node that no described one follows.
  mutating func describe(_ record: StateRecord, at position: Int) {
    // The slice ends here: while it lives, a change of the states would copy them all.
    let known = states(of: position).firstIndex { $0.key == record.key }
    if let known {
      states[known] = record
    } else {
      states.append(record)
      endStates(at: position)
    }
  }

  /// Ends the slice of a node that no described one follows.
  mutating func endStates(at position: Int) {
    ends[position].states = Int32(truncatingIfNeeded: states.count)
  }
}
