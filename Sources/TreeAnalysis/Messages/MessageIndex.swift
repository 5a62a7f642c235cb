package import TreeSnapshot

/// A tree's subscriptions, or its raised messages, by message.
package struct MessageEntries: Sendable {
  /// A subscription or a raised message: its node, and its index among all.
  package struct Entry: Hashable, Sendable {
    package let node: Int
    package let index: Int
  }

  private var entries: [MessageKey: [Entry]] = [:]
  private var keys: [MessageKey] = []

  /// Adds an entry; entries come in document order.
  mutating func add(_ entry: Entry, of key: MessageKey) {
    entries[key, default: []].append(entry)
    if entries[key]?.count == 1 { keys.append(key) }
  }

  /// The entries of a message, in document order.
  package subscript(key: MessageKey) -> ArraySlice<Entry> { entries[key].map { $0[...] } ?? [] }

  /// The messages with their entries, in the order of first occurrence.
  package var all: some Sequence<(key: MessageKey, entries: ArraySlice<Entry>)> {
    keys.lazy.map { ($0, self[$0]) }
  }
}

/// A tree's subscriptions and known raisers by message. Costs one pass to create.
package struct MessageIndex: Sendable {
  package typealias Entry = MessageEntries.Entry

  package let subscriptions: MessageEntries
  /// One entry for each node and message.
  package let raisers: MessageEntries
  /// All messages in the vocabulary, the subscriptions, and the raised messages; the declared ones
  /// come first. A whole domain is included if none of its codes is known.
  package let messages: [MessageKey]
  private let symbols: SymbolTable
  private let list: MessageList

  package init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    var list = MessageList()
    for record in columns.vocabulary { list.note(record) }
    var (subscriptions, raisers) = (MessageEntries(), MessageEntries())
    for node in snapshot.positions where columns.hasLists(at: node) {
      let own = columns.subscriptions(of: node)
      for index in own.indices {
        list.note(own[index])
        subscriptions.add(Entry(node: node, index: index), of: MessageKey(own[index]))
      }
      let raises = columns.raises(of: node)
      var raisedHere: Set<MessageKey> = []
      for index in raises.indices {
        list.note(raises[index])
        let key = MessageKey(raises[index])
        guard raisedHere.insert(key).inserted else { continue }
        raisers.add(Entry(node: node, index: index), of: key)
      }
    }
    self.list = list
    symbols = columns.symbols
    messages = list.messagesAndDomains
    self.subscriptions = subscriptions
    self.raisers = raisers
  }

  /// The label of a message in the tree.
  func label(of key: MessageKey) -> Symbol { list.label(of: key) }

  /// A message with its names.
  func message(_ key: MessageKey) -> KnownMessage {
    KnownMessage(
      kind: key.kind, domain: symbols.string(key.domain),
      code: symbols.optionalString(key.code), label: symbols.optionalString(label(of: key)))
  }

  /// All messages of a kind, each once; a whole domain if none of its codes is known.
  package func messages(of kind: Message.Kind) -> [KnownMessage] {
    messages.filter { $0.kind == kind }.map(message)
  }

  /// The models that would handle or receive a message, in document order.
  package func takers(of message: KnownMessage) -> [Int] {
    guard let domain = symbols.find(message.domain) else { return [] }
    // A code that the tree doesn't know may still belong to a domain with a subscription.
    let code = message.code.flatMap { symbols.find($0) } ?? Symbol.none
    return takers(of: MessageKey(kind: message.kind, domain: domain, code: code))
  }

  /// The models that would handle or receive a message, in document order. Costs one step for each
  /// subscription.
  package func takers(of key: MessageKey) -> [Int] {
    let exact = key.code.isNone ? [] : subscriptions[key]
    let whole = subscriptions[key.wholeDomain]
    var takers: [Int] = []
    var (first, second) = (exact.startIndex, whole.startIndex)
    while first < exact.endIndex || second < whole.endIndex {
      let node = min(
        first < exact.endIndex ? exact[first].node : .max,
        second < whole.endIndex ? whole[second].node : .max)
      takers.append(node)
      // A dump may contain the same subscription twice.
      while first < exact.endIndex, exact[first].node == node { first += 1 }
      while second < whole.endIndex, whole[second].node == node { second += 1 }
    }
    return takers
  }
}
