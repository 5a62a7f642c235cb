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
  let columns: Columns
  /// Everything that is compared, for the node and its descendants.
  private(set) var whole: [UInt64]
  /// The types and labels of the node and its descendants.
  private(set) var shape: [UInt64]
  /// The types and labels of the node's descendants.
  private(set) var below: [UInt64]
  /// Everything that is compared for the node alone, except its type and label.
  private(set) var traits: [UInt64]
  /// The node's type, its label, and the line that created it.
  private(set) var origin: [UInt64]
  /// The node's type.
  private(set) var type: [UInt32]
  private(set) var label: [UInt32]
  private(set) var source: [UInt32]

  /// Costs a pass over the tree.
  init(_ snapshot: Snapshot, _ names: CommonNames) {
    columns = snapshot.columns
    let count = snapshot.count
    whole = Array(repeating: 1, count: count)
    shape = Array(repeating: 1, count: count)
    below = Array(repeating: 0, count: count)
    traits = Array(repeating: 0, count: count)
    origin = Array(repeating: 0, count: count)
    type = columns.nodes.fixed.map { names[$0.type] }
    label = columns.nodes.fixed.map { names[$0.label] }
    source = columns.nodes.fixed.map { names[$0.source] }
    // Each node's children follow it, so they have been added when its turn comes.
    for position in stride(from: count - 1, through: 0, by: -1) {
      let name = mix(type[position], label[position])
      let own = Self.traits(of: position, columns, names)
      traits[position] = own
      origin[position] = mix(name, source[position])
      below[position] = shape[position]
      shape[position] = mix(shape[position], name)
      whole[position] = mix(whole[position], mix(name, own))
      let parent = Int(columns.parents[position])
      guard parent >= 0 else { continue }
      shape[parent] = mix(shape[parent], shape[position])
      whole[parent] = mix(whole[parent], whole[position])
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

  func count(of position: Int) -> Int { Int(columns.subtreeEnds[position]) - position }

  func isLeaf(_ position: Int) -> Bool { count(of: position) == 1 }

  /// The node's children that are wanted, in order.
  func children(of position: Int, where isWanted: (Int) -> Bool) -> [Int] {
    columns.children(of: position).filter(isWanted)
  }
}

/// Finds identical models of a tree: equal with all their descendants, except for the order of
/// lists.
package struct AlikeModels {
  private let prints: [UInt64]

  /// Costs a pass over the tree.
  package init(_ snapshot: Snapshot) {
    prints = Fingerprints(snapshot, CommonNames(of: snapshot.columns.symbols)).whole
  }

  /// Whether two models are alike.
  package func areAlike(_ one: Int, _ other: Int) -> Bool { prints[one] == prints[other] }
}

/// Hashes two values, differently in each process, so that no dump can be crafted to collide.
private func mix(_ first: some Hashable, _ second: some Hashable) -> UInt64 {
  var hasher = Hasher()
  hasher.combine(first)
  hasher.combine(second)
  return UInt64(bitPattern: Int64(hasher.finalize()))
}
