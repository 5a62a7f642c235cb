/// A subscription, a raised message or a declared one, with its names as symbols.
package struct SubscriptionRecord: Hashable, Sendable {
  package var kind: Message.Kind
  package var domain: Symbol
  /// `Symbol.none` means the whole domain.
  package var code: Symbol
  package var label: Symbol = .none
  package var source: Symbol = .none

  package init(
    kind: Message.Kind, domain: Symbol, code: Symbol, label: Symbol = .none, source: Symbol = .none
  ) {
    self.kind = kind
    self.domain = domain
    self.code = code
    self.label = label
    self.source = source
  }
}

/// The key and the value of one line of state.
package struct StateRecord: Hashable, Sendable {
  package var key: Symbol
  package var value: Symbol
}

/// The columns of a snapshot. A `…Ends` column holds where each node's slice ends; the slice
/// begins where the one before it ends.
package final class Columns: Sendable {
  package let name: Symbol
  package let symbols: SymbolTable
  package let vocabulary: [SubscriptionRecord]

  package let ids: [Int]
  /// The parent's position; -1 for the root.
  package let parents: [Int32]
  /// The position after the last node of the subtree.
  package let subtreeEnds: [Int32]
  package let fixed: [FixedFields]

  package let subscriptions: [SubscriptionRecord]
  package let raises: [SubscriptionRecord]
  package let services: [Symbol]
  package let states: [StateRecord]
  package let ends: [SliceEnds]

  package init(
    name: Symbol, symbols: SymbolTable, vocabulary: [SubscriptionRecord], ids: [Int],
    parents: [Int32], subtreeEnds: [Int32], fixed: [FixedFields],
    subscriptions: [SubscriptionRecord], raises: [SubscriptionRecord], services: [Symbol],
    states: [StateRecord], ends: [SliceEnds]
  ) {
    assert(!ids.isEmpty && parents[0] == -1 && subtreeEnds[0] == Int32(ids.count))
    assert(ids.count == parents.count && ids.count == fixed.count && ids.count == ends.count)
    self.name = name
    self.symbols = symbols
    self.vocabulary = vocabulary
    self.ids = ids
    self.parents = parents
    self.subtreeEnds = subtreeEnds
    self.fixed = fixed
    self.subscriptions = subscriptions
    self.raises = raises
    self.services = services
    self.states = states
    self.ends = ends
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

extension Columns {
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
