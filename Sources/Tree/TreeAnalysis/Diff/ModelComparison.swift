import TreeSnapshot

/// Finds the differences between counterparts. Costs as much as the models contain.
struct ModelComparison {
  private let old: Snapshot
  private let new: Snapshot
  private let from: NodeColumns
  private let to: NodeColumns
  private let names: CommonNames

  init(_ old: Snapshot, _ new: Snapshot, _ names: CommonNames) {
    self.old = old
    self.new = new
    from = old.columns.nodes
    to = new.columns.nodes
    self.names = names
  }

  func changed(in matches: TreeMatching) -> [TreeDifference.Changed] {
    new.positions.compactMap { position in
      let counterpart = Int(matches.oldPositions[position])
      if counterpart < 0 { return nil }
      let changes = changes(counterpart, position)
      if changes.isEmpty { return nil }
      return TreeDifference.Changed(
        oldPosition: counterpart, newPosition: position, changes: changes)
    }
  }

  // By the names' numbers, because strings that look the same are equal.
  private func changes(_ first: Int, _ second: Int) -> [ModelChange] {
    let (before, after) = (from.fixed[first], to.fixed[second])
    let (old, new) = (old[first], new[second])
    var changes: [ModelChange] = []
    if names[before.type] != after.type.rawValue {
      changes.append(.type(old: old.type, new: new.type))
    }
    if names[before.label] != after.label.rawValue {
      changes.append(.label(old: old.label, new: new.label))
    }
    if before.isSession != after.isSession { changes.append(.session(isOneNow: after.isSession)) }
    if after.isSession, before.isUnopened != after.isUnopened {
      changes.append(.open(isNow: !after.isUnopened))
    }
    if names[before.representation] != after.representation.rawValue {
      changes.append(.representation(old: old.representation, new: new.representation))
    }
    if !from.hasLists(at: first), !to.hasLists(at: second) { return changes }
    changes += Self.traits(
      from.subscriptions(of: first).map(oldKey),
      to.subscriptions(of: second).map(newKey),
      old.subscriptions.map { .subscription($0) }, new.subscriptions.map { .subscription($0) })
    changes += Self.traits(
      from.raises(of: first).map(oldKey), to.raises(of: second).map(newKey),
      old.raises.map { .raise($0) }, new.raises.map { .raise($0) })
    changes += Self.traits(
      from.services(of: first).map { names[$0] },
      to.services(of: second).map(\.rawValue),
      old.services.map { .service($0) }, new.services.map { .service($0) })
    return changes + states(from.states(of: first), to.states(of: second))
  }

  /// The parts of a subscription or a message that are compared.
  private struct Topic: Hashable {
    var kind: Message.Kind
    var domain: UInt32
    var code: UInt32
  }

  private func oldKey(_ record: SubscriptionRecord) -> Topic {
    Topic(kind: record.kind, domain: names[record.domain], code: names[record.code])
  }

  private func newKey(_ record: SubscriptionRecord) -> Topic {
    Topic(kind: record.kind, domain: record.domain.rawValue, code: record.code.rawValue)
  }

  /// The elements that one list has more often than the other, removed ones first.
  private static func traits<Key: Hashable>(
    _ oldKeys: [Key], _ newKeys: [Key], _ old: @autoclosure () -> [ModelChange.Trait],
    _ new: @autoclosure () -> [ModelChange.Trait]
  ) -> [ModelChange] {
    if oldKeys == newKeys { return [] }
    func surplus(
      _ traits: [ModelChange.Trait], _ keys: [Key], over others: [Key]
    ) -> [ModelChange.Trait] {
      var counts: [Key: Int] = [:]
      for other in others { counts[other, default: 0] += 1 }
      return zip(traits, keys).compactMap { trait, key in
        let rest = counts[key, default: 0]
        counts[key] = rest - 1
        return rest > 0 ? nil : trait
      }
    }
    return surplus(old(), oldKeys, over: newKeys).map { .removed($0) }
      + surplus(new(), newKeys, over: oldKeys).map { .added($0) }
  }

  private func states(
    _ old: ArraySlice<StateRecord>, _ new: ArraySlice<StateRecord>
  ) -> [ModelChange] {
    if old.isEmpty, new.isEmpty { return [] }
    let (before, after) = (self.old.columns.symbols, self.new.columns.symbols)
    let oldValues = Dictionary(old.map { (names[$0.key], $0.value) }) { $1 }
    let newKeys = Set(new.map(\.key.rawValue))
    let changed = new.compactMap { record -> ModelChange? in
      let oldValue = oldValues[record.key.rawValue]
      if let oldValue, names[oldValue] == record.value.rawValue { return nil }
      return .state(
        key: after.string(record.key), old: oldValue.map { before.string($0) },
        new: after.string(record.value))
    }
    let removed = old.filter { !newKeys.contains(names[$0.key]) }
    return changed
      + removed.map {
        .state(key: before.string($0.key), old: before.string($0.value), new: nil)
      }
  }
}
