import TreeSnapshot

extension Snapshot.Node {
  /// What differs between a node and its counterpart in an older tree. Costs as much as they contain.
  func changes(since old: Snapshot.Node) -> [ModelChange] {
    var changes: [ModelChange] = []
    func compare(
      _ what: ModelChange.What, key: String? = nil, _ old: ModelChange.Value?,
      _ new: ModelChange.Value?
    ) {
      if old?.names == new?.names { return }
      changes.append(ModelChange(what: what, key: key, old: old, new: new))
    }
    compare(.label, old.label.map { .text($0) }, label.map { .text($0) })
    compare(.session, .flag(old.isSession), .flag(isSession))
    if isSession { compare(.open, .flag(!old.isUnopened), .flag(!isUnopened)) }
    compare(
      .representation, old.representation.map { .text($0) }, representation.map { .text($0) })
    for ((what, olds), (_, news)) in zip(old.traits, traits) {
      for value in Self.surplus(of: olds, over: news) { compare(what, value, nil) }
      for value in Self.surplus(of: news, over: olds) { compare(what, nil, value) }
    }
    let oldValues = Dictionary(old.state.map { (Array($0.key.utf8), $0.value) }) { $1 }
    let newKeys = Set(state.map { Array($0.key.utf8) })
    for entry in state {
      let oldValue = oldValues[Array(entry.key.utf8)]
      compare(.state, key: entry.key, oldValue.map { .text($0) }, .text(entry.value))
    }
    for entry in old.state where !newKeys.contains(Array(entry.key.utf8)) {
      compare(.state, key: entry.key, .text(entry.value), nil)
    }
    return changes
  }

  /// What a node may have several of.
  private var traits: [(what: ModelChange.What, values: [ModelChange.Value])] {
    [
      (.handles, subscriptions.map { .subscription($0) }), (.raises, raises.map { .raise($0) }),
      (.service, services.map { .text($0) }),
    ]
  }

  /// The values that one node has more often than the other.
  private static func surplus(
    of values: [ModelChange.Value], over others: [ModelChange.Value]
  ) -> [ModelChange.Value] {
    var counts: [[[UInt8]]: Int] = [:]
    for other in others { counts[other.names, default: 0] += 1 }
    return values.filter { value in
      counts[value.names, default: 0] -= 1
      return counts[value.names, default: 0] < 0
    }
  }
}

extension ModelChange.Value {
  /// What is compared, byte by byte: as strings, the two forms of `é` are equal.
  fileprivate var names: [[UInt8]] {
    let names =
      switch self {
      case .text(let text): [text]
      case .flag(let isSet): [isSet.description]
      case .subscription(let own): [own.kind.rawValue, own.domain] + (own.code.map { [$0] } ?? [])
      case .raise(let declared):
        [declared.message.kind.rawValue, declared.message.domain, declared.message.code]
      }
    return names.map { Array($0.utf8) }
  }
}
