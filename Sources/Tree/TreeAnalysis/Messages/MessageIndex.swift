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
    for node in snapshot.positions where columns.nodes.hasLists(at: node) {
      let own = columns.nodes.subscriptions(of: node)
      for index in own.indices {
        list.note(own[index])
        subscriptions.add(Entry(node: node, index: index), of: MessageKey(own[index]))
      }
      let raises = columns.nodes.raises(of: node)
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
    let nodes = (exact + subscriptions[key.wholeDomain]).map(\.node).sorted()
    // A dump may contain the same subscription twice.
    return nodes.indices.filter { $0 == 0 || nodes[$0] != nodes[$0 - 1] }.map { nodes[$0] }
  }
}

/// A message as symbols of a snapshot; `Symbol.none` as the code stands for the whole domain.
package struct MessageKey: Hashable, Sendable {
  package var kind: Message.Kind
  package var domain: Symbol
  package var code: Symbol

  package init(kind: Message.Kind, domain: Symbol, code: Symbol) {
    self.kind = kind
    self.domain = domain
    self.code = code
  }

  package init(_ record: SubscriptionRecord) {
    self.init(kind: record.kind, domain: record.domain, code: record.code)
  }

  /// The key of its whole domain.
  var wholeDomain: MessageKey { MessageKey(kind: kind, domain: domain, code: .none) }
}

/// The messages of a tree, each once, in the order of first occurrence.
struct MessageList: Sendable {
  /// The messages, and the domains with a subscription as a whole.
  private(set) var keys: [MessageKey] = []
  /// The domains with a subscription as a whole.
  private(set) var wholeDomains: [MessageKey] = []
  /// By key: the labels it occurs with, each once.
  private var labels: [MessageKey: [Symbol]] = [:]

  init() {}

  /// Lists the declared messages first, then the subscriptions, then the raised messages. Costs a
  /// pass over all of these.
  init(_ columns: Columns) {
    for record in columns.vocabulary { note(record) }
    for record in columns.nodes.subscriptions { note(record) }
    for record in columns.nodes.raises { note(record) }
  }

  /// The messages with a code. Costs a pass over the list.
  var messages: [MessageKey] { keys.filter { !$0.code.isNone } }

  /// The messages with a code, then the whole domains without a known code.
  var messagesAndDomains: [MessageKey] {
    let messages = messages
    if wholeDomains.isEmpty { return messages }
    let domains = Set(messages.map(\.wholeDomain))
    return messages + wholeDomains.filter { !domains.contains($0) }
  }

  /// Adds a message.
  mutating func note(_ record: SubscriptionRecord) {
    let key = MessageKey(record)
    if labels[key] == nil {
      keys.append(key)
      if key.code.isNone { wholeDomains.append(key) }
      labels[key] = []
    }
    if record.label.isNone || key.code.isNone || labels[key]?.contains(record.label) == true {
      return
    }
    labels[key]?.append(record.label)
  }

  /// The label of a message in the tree: the first that it occurs with.
  func label(of key: MessageKey) -> Symbol { labels[key]?.first ?? .none }

  /// The labels that name a message within its domain. A code takes precedence: a label that equals
  /// the code of another message of the same kind and domain names that one.
  func names(of key: MessageKey) -> [Symbol] {
    (labels[key] ?? []).filter {
      labels[MessageKey(kind: key.kind, domain: key.domain, code: $0)] == nil
    }
  }

  /// A message with its names.
  func declared(_ key: MessageKey, _ symbols: SymbolTable) -> DeclaredMessage {
    DeclaredMessage(
      Message(
        kind: key.kind, domain: symbols.string(key.domain), code: symbols.string(key.code)),
      label: symbols.optionalString(label(of: key)))
  }
}
