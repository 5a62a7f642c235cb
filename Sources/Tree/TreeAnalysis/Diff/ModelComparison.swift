import TreeSnapshot

extension Snapshot.Node {
  /// What differs between a node and its counterpart in an older tree. Costs as much as they contain.
  func changes(since old: Snapshot.Node) -> [ModelChange] {
    var changes: [ModelChange] = []
    if !type.isSame(as: old.type) { changes.append(.type(old: old.type, new: type)) }
    if !label.isSame(as: old.label) { changes.append(.label(old: old.label, new: label)) }
    if isSession != old.isSession { changes.append(.session(isOneNow: isSession)) }
    if isSession, isUnopened != old.isUnopened { changes.append(.open(isNow: !isUnopened)) }
    if !representation.isSame(as: old.representation) {
      changes.append(.representation(old: old.representation, new: representation))
    }
    for (old, new) in zip(old.traits, traits) {
      changes += Self.surplus(of: old, over: new).map { .removed($0) }
      changes += Self.surplus(of: new, over: old).map { .added($0) }
    }
    let oldValues = Dictionary(old.state.map { (Array($0.key.utf8), $0.value) }) { $1 }
    let newKeys = Set(state.map { Array($0.key.utf8) })
    for entry in state {
      let oldValue = oldValues[Array(entry.key.utf8)]
      if oldValue.isSame(as: entry.value) { continue }
      changes.append(.state(key: entry.key, old: oldValue, new: entry.value))
    }
    for entry in old.state where !newKeys.contains(Array(entry.key.utf8)) {
      changes.append(.state(key: entry.key, old: entry.value, new: nil))
    }
    return changes
  }

  /// Something of which a node may have several, with the names that are compared.
  private typealias NamedTrait = (names: [[UInt8]], trait: ModelChange.Trait)

  /// What a node may have several of: its subscriptions, what it raises, and its services.
  private var traits: [[NamedTrait]] {
    func names(_ names: String?...) -> [[UInt8]] { names.map { Array(($0 ?? "").utf8) } }
    return [
      subscriptions.map {
        (names($0.kind.rawValue, $0.domain, $0.code.map { "." + $0 }), .subscription($0))
      },
      raises.map {
        (names($0.message.kind.rawValue, $0.message.domain, $0.message.code), .raise($0))
      },
      services.map { (names($0), .service($0)) },
    ]
  }

  /// The traits that one node has more often than the other.
  private static func surplus(
    of traits: [NamedTrait], over others: [NamedTrait]
  ) -> [ModelChange.Trait] {
    var counts: [[[UInt8]]: Int] = [:]
    for other in others { counts[other.names, default: 0] += 1 }
    return traits.compactMap { names, trait in
      counts[names, default: 0] -= 1
      return counts[names, default: 0] >= 0 ? nil : trait
    }
  }
}

extension String? {
  /// Whether two texts have the same bytes: as strings, the two forms of `é` are equal.
  fileprivate func isSame(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.utf8.elementsEqual(other.utf8)
  }
}

extension String {
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
