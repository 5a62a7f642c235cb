package import TreeSnapshot

/// The names of two snapshots as common integers, so that comparing two names costs one test.
struct CommonNames {
  /// By symbol of the older snapshot: the newer one's, or a number that the newer doesn't use.
  private let numbers: [UInt32]

  /// Costs a hash for each name of the older snapshot.
  init(from old: SymbolTable, to new: SymbolTable) {
    var numbers: [UInt32] = [0]
    numbers.reserveCapacity(old.count + 1)
    var next = UInt32(new.count) + 1
    for symbol in old.all {
      if let known = old.withBytes(of: symbol, { new.find($0) }) {
        numbers.append(known.rawValue)
      } else {
        numbers.append(next)
        next += 1
      }
    }
    self.numbers = numbers
  }

  /// The newer snapshot's own names.
  init(of snapshot: SymbolTable) { numbers = Array(0...UInt32(snapshot.count)) }

  subscript(symbol: Symbol) -> UInt32 {
    // Symbols come from the table that created this.
    numbers[Int(symbol.rawValue)]
  }
}

/// Hashes of a tree's nodes, for finding their counterparts in another tree.
///
/// They only guide the search: differences are found by comparing models.
struct Fingerprints {
  /// Everything that is compared, for the node and its descendants.
  private(set) var subtrees: [UInt64]
  /// The node's type and label.
  private(set) var names: [UInt64]
  /// The node's type.
  private(set) var types: [UInt64]

  /// Costs a pass over the tree.
  init(_ snapshot: Snapshot, _ numbers: CommonNames) {
    let columns = snapshot.columns
    types = columns.nodes.fixed.map { UInt64(numbers[$0.type]) }
    names = columns.nodes.fixed.map { UInt64(numbers[$0.type]) << 32 | UInt64(numbers[$0.label]) }
    subtrees = Array(repeating: 1, count: snapshot.count)
    // Each node's children follow it, so they have been added when its turn comes.
    for position in snapshot.positions.reversed() {
      let own = mix(names[position], Self.traits(of: position, columns, numbers))
      subtrees[position] = mix(subtrees[position], own)
      let parent = Int(columns.parents[position])
      if parent >= 0 { subtrees[parent] = mix(subtrees[parent], subtrees[position]) }
    }
  }

  /// Sums, because the order of subscriptions, services, and state doesn't matter.
  private static func traits(of position: Int, _ columns: Columns, _ names: CommonNames) -> UInt64 {
    func sum(_ records: ArraySlice<SubscriptionRecord>, _ salt: UInt64) -> UInt64 {
      records.reduce(0) { sum, record in
        let name = UInt64(names[record.domain]) << 32 | UInt64(names[record.code])
        return sum &+ mix(name, mix(salt, record.kind))
      }
    }
    let fixed = columns.nodes.fixed[position]
    var all: UInt64 = 0
    if columns.nodes.hasLists(at: position) {
      all =
        sum(columns.nodes.subscriptions(of: position), 10)
        &+ sum(columns.nodes.raises(of: position), 20)
      for service in columns.nodes.services(of: position) { all &+= mix(names[service], 30) }
      for state in columns.nodes.states(of: position) {
        all &+= mix(UInt64(names[state.key]) << 32 | UInt64(names[state.value]), 40)
      }
    }
    if fixed.isSession { all &+= mix(fixed.isUnopened ? 2 : 1, 50) }
    if !fixed.representation.isNone { all &+= mix(names[fixed.representation], 60) }
    return all
  }
}

/// Finds identical models of a tree: equal with all their descendants, except for the order of
/// lists.
package struct AlikeModels {
  private let subtrees: [UInt64]

  /// Costs a pass over the tree.
  package init(_ snapshot: Snapshot) {
    subtrees = Fingerprints(snapshot, CommonNames(of: snapshot.columns.symbols)).subtrees
  }

  /// A number that alike models share.
  package subscript(position: Int) -> UInt64 { subtrees[position] }
}

/// Hashes two values, differently in each process, so that no dump can be crafted to collide.
private func mix(_ first: some Hashable, _ second: some Hashable) -> UInt64 {
  var hasher = Hasher()
  hasher.combine(first)
  hasher.combine(second)
  return UInt64(bitPattern: Int64(hasher.finalize()))
}
