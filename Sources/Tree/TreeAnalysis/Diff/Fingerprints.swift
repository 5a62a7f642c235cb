package import TreeSnapshot

/// Hashes of a tree's nodes, for finding their counterparts in another tree, and for telling which of
/// them are equal. Equal names have the same hash in both trees.
struct Fingerprints {
  /// Everything that is compared, for the node and its descendants.
  private(set) var subtrees: [UInt64]
  /// Everything that is compared, for the node alone.
  let models: [UInt64]
  /// The node's type and label.
  let names: [UInt64]
  /// The node's type.
  let types: [UInt64]

  /// Costs a pass over the tree, and a hash for each name.
  init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    let hashes = [0] + columns.symbols.all.map { columns.symbols.withBytes(of: $0, hash) }
    types = columns.nodes.fixed.map { hashes[$0.type] }
    let names = columns.nodes.fixed.map { mix(hashes[$0.type], hashes[$0.label]) }
    self.names = names
    models = snapshot.positions.map { mix(names[$0], Self.traits(of: $0, columns, hashes)) }
    subtrees = Array(repeating: 1, count: snapshot.count)
    // Each node's children follow it, so they have been added when its turn comes.
    for position in snapshot.positions.reversed() {
      subtrees[position] = mix(subtrees[position], models[position])
      let parent = Int(columns.parents[position])
      if parent >= 0 { subtrees[parent] = mix(subtrees[parent], subtrees[position]) }
    }
  }

  /// Sums, because the order of subscriptions, services, and state doesn't matter.
  private static func traits(of position: Int, _ columns: Columns, _ hashes: [UInt64]) -> UInt64 {
    func sum(_ records: ArraySlice<SubscriptionRecord>, _ salt: UInt64) -> UInt64 {
      records.reduce(0) { sum, record in
        sum &+ mix(mix(hashes[record.domain], hashes[record.code]), mix(salt, record.kind))
      }
    }
    let fixed = columns.nodes.fixed[position]
    var all: UInt64 = 0
    if columns.nodes.hasLists(at: position) {
      all =
        sum(columns.nodes.subscriptions(of: position), 10)
        &+ sum(columns.nodes.raises(of: position), 20)
      for service in columns.nodes.services(of: position) { all &+= mix(hashes[service], 30) }
      for state in columns.nodes.states(of: position) {
        all &+= mix(mix(hashes[state.key], hashes[state.value]), 40)
      }
    }
    if fixed.isSession { all &+= mix(fixed.isUnopened ? 2 : 1, 50) }
    if !fixed.representation.isNone { all &+= mix(hashes[fixed.representation], 60) }
    return all
  }
}

extension [UInt64] {
  /// The hash of a symbol's name.
  fileprivate subscript(symbol: Symbol) -> UInt64 { self[Int(symbol.rawValue)] }
}

extension Snapshot {
  /// By model: a number that models share which are equal with all their descendants, except for the
  /// order of lists. Costs a pass over the tree.
  package var alikeModels: [UInt64] { Fingerprints(self).subtrees }
}

/// Hashes a name, differently in each process, so that no dump can be crafted to collide.
private func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
  var hasher = Hasher()
  hasher.combine(bytes: UnsafeRawBufferPointer(name))
  return UInt64(bitPattern: Int64(hasher.finalize()))
}

/// Hashes two values.
private func mix(_ first: some Hashable, _ second: some Hashable) -> UInt64 {
  var hasher = Hasher()
  hasher.combine(first)
  hasher.combine(second)
  return UInt64(bitPattern: Int64(hasher.finalize()))
}
