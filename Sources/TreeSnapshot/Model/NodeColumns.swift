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

  /// Begins without nodes, with room for those of others.
  init(reservingFor others: NodeColumns) {
    ids.reserveCapacity(others.ids.count)
    fixed.reserveCapacity(others.fixed.count)
    ends.reserveCapacity(others.ends.count)
    subscriptions.reserveCapacity(others.subscriptions.count)
    raises.reserveCapacity(others.raises.count)
    services.reserveCapacity(others.services.count)
    states.reserveCapacity(others.states.count)
  }
}

/// What every node has once.
package struct FixedFields: Hashable, Sendable {
  package var type: Symbol = .none
  package var label: Symbol = .none
  package var representation: Symbol = .none
  package var source: Symbol = .none
  package var isSession = false
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
  private func sliceStart(_ position: Int) -> SliceEnds {
    position == 0 ? SliceEnds() : ends[position - 1]
  }

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
    ends.append(
      SliceEnds(
        subscriptions: Int32(subscriptions.count), raises: Int32(raises.count),
        services: Int32(services.count), states: Int32(states.count)))
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
