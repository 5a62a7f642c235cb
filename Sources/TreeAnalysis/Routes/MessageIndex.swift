import TreeSnapshot

/// The registrations and the known raisers of a tree by their messages. Costs one pass to make.
struct MessageIndex {
  /// A message as symbols; `Symbol.none` for the code stands for the whole domain.
  struct Key: Hashable {
    var kind: Message.Kind
    var domain: Symbol
    var code: Symbol
  }

  /// A registration: the node, and its place among those of all nodes.
  struct Registration {
    var node: Int
    var index: Int
  }

  let snapshot: Snapshot
  private(set) var registrations: [Key: [Registration]] = [:]
  private(set) var raisers: [Key: [Int]] = [:]
  /// Every message of the vocabulary, the registrations and the raisers, each once: in the order in
  /// which they are met, first those that the app declares. A whole domain is among them where
  /// nothing is known of its codes.
  private(set) var messages: [Key] = []
  private var labels: [Key: Symbol] = [:]

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    let columns = snapshot.columns
    var wholeDomains: [Key] = []
    var knownDomains: Set<Key> = []
    for record in columns.vocabulary { note(record, &knownDomains) }
    for node in snapshot.positions {
      let own = columns.subscriptions(of: node)
      for index in own.indices {
        let key = Key(kind: own[index].kind, domain: own[index].domain, code: own[index].code)
        registrations[key, default: []].append(Registration(node: node, index: index))
        if key.code.isNone { wholeDomains.append(key) } else { note(own[index], &knownDomains) }
      }
      for record in columns.raises(of: node) {
        note(record, &knownDomains)
        let key = Key(kind: record.kind, domain: record.domain, code: record.code)
        if raisers[key]?.last != node { raisers[key, default: []].append(node) }
      }
    }
    for domain in wholeDomains where knownDomains.insert(domain).inserted {
      messages.append(domain)
    }
  }

  private mutating func note(_ record: SubscriptionRecord, _ knownDomains: inout Set<Key>) {
    let key = Key(kind: record.kind, domain: record.domain, code: record.code)
    if let known = labels[key] {
      if known.isNone { labels[key] = record.label }
      return
    }
    labels[key] = record.label
    messages.append(key)
    knownDomains.insert(Key(kind: record.kind, domain: record.domain, code: .none))
  }

  /// The label by which the tree knows a message.
  func label(of key: Key) -> Symbol { labels[key] ?? .none }

  func message(_ key: Key) -> KnownMessage {
    let symbols = snapshot.columns.symbols
    return KnownMessage(
      kind: key.kind, domain: symbols.string(key.domain), code: symbols.optionalString(key.code),
      label: labels[key].flatMap { symbols.optionalString($0) })
  }

  /// The registrations that take a message, in document order and one a node: the one for its code
  /// before the one for its whole domain. Costs as many steps as there are.
  func takers(of key: Key) -> [Registration] {
    let exact = key.code.isNone ? [] : registrations[key] ?? []
    let whole = registrations[Key(kind: key.kind, domain: key.domain, code: .none)] ?? []
    if whole.isEmpty { return Self.onePerNode(exact) }
    var takers: [Registration] = []
    var (first, second) = (exact[...], whole[...])
    while let left = first.first, let right = second.first {
      if left.node <= right.node {
        takers.append(left)
        first.removeFirst()
        if left.node == right.node { second.removeFirst() }
      } else {
        takers.append(right)
        second.removeFirst()
      }
    }
    return Self.onePerNode(takers + first + second)
  }

  /// A dump may name the same registration twice; the first one takes the message.
  private static func onePerNode(_ registrations: [Registration]) -> [Registration] {
    var takers: [Registration] = []
    takers.reserveCapacity(registrations.count)
    for registration in registrations where takers.last?.node != registration.node {
      takers.append(registration)
    }
    return takers
  }
}
