package import TreeSnapshot

/// The subscriptions and the known raisers of a tree by their messages. Costs one pass to make.
package struct MessageIndex: Sendable {
  /// A subscription or a raised message: its node, and its index among those of all nodes.
  package struct Entry: Hashable, Sendable {
    package var node: Int
    package var index: Int
  }

  private let snapshot: Snapshot
  /// In document order.
  package private(set) var subscriptions: [MessageKey: [Entry]] = [:]
  /// In document order, one a node.
  package private(set) var raisers: [MessageKey: [Entry]] = [:]
  /// Every message of the vocabulary, the subscriptions and the raisers, each once: in the order in
  /// which they are found, first those that the app declares. A whole domain is among them where
  /// none of its codes is known.
  package private(set) var messages: [MessageKey] = []
  private var list = MessageList()

  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    let columns = snapshot.columns
    for record in columns.vocabulary { list.note(record) }
    for node in snapshot.positions {
      let own = columns.subscriptions(of: node)
      for index in own.indices {
        list.note(own[index])
        subscriptions[MessageKey(own[index]), default: []].append(Entry(node: node, index: index))
      }
      let raised = columns.raises(of: node)
      for index in raised.indices {
        list.note(raised[index])
        let key = MessageKey(raised[index])
        if raisers[key]?.last?.node != node {
          raisers[key, default: []].append(Entry(node: node, index: index))
        }
      }
    }
    let domainsWithCodes = Set(list.messages.map(\.wholeDomain))
    messages = list.messages + list.wholeDomains.filter { !domainsWithCodes.contains($0) }
  }

  /// The label by which the tree knows a message.
  func label(of key: MessageKey) -> Symbol { list.label(of: key) }

  /// A message with its names.
  package func message(_ key: MessageKey) -> KnownMessage {
    let symbols = snapshot.columns.symbols
    return KnownMessage(
      kind: key.kind, domain: symbols.string(key.domain), code: symbols.optionalString(key.code),
      label: symbols.optionalString(label(of: key)))
  }

  /// Every message of a kind, each once; a whole domain where none of its codes is known.
  package func messages(of kind: Message.Kind) -> [KnownMessage] {
    messages.filter { $0.kind == kind }.map(message)
  }

  /// The models that take a message when it comes to them, in document order.
  package func takers(of message: KnownMessage) -> [Int] {
    let symbols = snapshot.columns.symbols
    guard let domain = symbols.find(message.domain) else { return [] }
    // A code that the tree does not hold may still belong to a domain with a subscription.
    let code = message.code.flatMap { symbols.find($0) } ?? Symbol.none
    return takers(of: MessageKey(kind: message.kind, domain: domain, code: code))
  }

  /// The models that take a message when it comes to them, in document order. Costs as many steps
  /// as there are subscriptions for it.
  package func takers(of key: MessageKey) -> [Int] {
    let exact = key.code.isNone ? [] : subscriptions[key] ?? []
    let whole = subscriptions[key.wholeDomain] ?? []
    var takers: [Int] = []
    takers.reserveCapacity(exact.count + whole.count)
    var (first, second) = (0, 0)
    while first < exact.count || second < whole.count {
      let node = min(
        first < exact.count ? exact[first].node : .max,
        second < whole.count ? whole[second].node : .max)
      takers.append(node)
      // A dump may name the same subscription twice.
      while first < exact.count, exact[first].node == node { first += 1 }
      while second < whole.count, whole[second].node == node { second += 1 }
    }
    return takers
  }
}
