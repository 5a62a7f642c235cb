package import TreeSnapshot

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

/// The numbers of messages, from 0 on, in the order in which the messages are noted.
package struct MessageNumbers: Sendable {
  /// The messages by their numbers.
  private(set) var keys: [MessageKey] = []
  private var numbers: [MessageKey: Int] = [:]

  /// How many messages there are.
  package var count: Int { keys.count }

  /// No messages.
  package init() {}

  /// The number of a message, which gets one if it has none.
  package mutating func note(_ key: MessageKey) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = keys.count
    keys.append(key)
    return keys.count - 1
  }

  /// The number of a message; nil if it has none.
  package func number(of key: MessageKey) -> Int? { numbers[key] }
}

/// The messages of a tree, each once, in the order in which they are noted.
package struct MessageList: Sendable {
  /// The numbers of the messages, and of the domains that some model is registered for as a whole.
  package private(set) var numbers = MessageNumbers()
  /// The labels by the numbers.
  private var labels: [Symbol] = []
  /// By the number of a message: further labels that some of its subscriptions have.
  private var otherLabels: [Int: Set<Symbol>] = [:]
  /// The domains that some model is registered for as a whole.
  private(set) var wholeDomains: [MessageKey] = []

  init() {}

  /// First the messages that the tree declares, then its subscriptions, then its raised messages. Costs
  /// a pass over all of these.
  package init(_ columns: Columns) {
    for record in columns.vocabulary { note(record) }
    for record in columns.nodes.subscriptions { note(record) }
    for record in columns.nodes.raises { note(record) }
  }

  /// The messages with a code. Costs a pass over the list.
  package var messages: [MessageKey] { numbers.keys.filter { !$0.code.isNone } }

  /// How many messages with a code there are.
  var count: Int { numbers.count - wholeDomains.count }

  /// The messages with a code, then the whole domains without a known code.
  var messagesAndDomains: [MessageKey] {
    let messages = messages
    if wholeDomains.isEmpty { return messages }
    let domains = Set(messages.map(\.wholeDomain))
    return messages + wholeDomains.filter { !domains.contains($0) }
  }

  /// Notes a message.
  ///
  /// - Returns: its number.
  @discardableResult
  mutating func note(_ record: SubscriptionRecord) -> Int {
    let key = MessageKey(record)
    let number = numbers.note(key)
    if number == labels.count {
      labels.append(.none)
      if key.code.isNone { wholeDomains.append(key) }
    }
    if record.label.isNone || key.code.isNone || labels[number] == record.label { return number }
    if labels[number].isNone {
      labels[number] = record.label
    } else {
      otherLabels[number, default: []].insert(record.label)
    }
    return number
  }

  /// The label of a message in the tree: the first that it was noted with.
  func label(of key: MessageKey) -> Symbol { numbers.number(of: key).map { labels[$0] } ?? .none }

  /// The labels that name a message within its domain. A code wins over a label: a label that is the
  /// code of another message of the same kind and domain names that one.
  func names(of key: MessageKey) -> [Symbol] {
    guard let number = numbers.number(of: key) else { return [] }
    return ([labels[number]] + (otherLabels[number] ?? [])).filter { label in
      let other = MessageKey(kind: key.kind, domain: key.domain, code: label)
      return !label.isNone && numbers.number(of: other) == nil
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

extension Snapshot {
  /// The messages of a kind that the tree declares, is registered for or raises, each once, in the
  /// order in which they appear. Costs a pass over all subscriptions, at most until the limit.
  package func knownMessages(_ kind: Message.Kind, limit: Int = .max) -> [DeclaredMessage] {
    var list = MessageList()
    for records in [columns.vocabulary, columns.nodes.subscriptions, columns.nodes.raises] {
      for record in records where record.kind == kind {
        if list.count >= limit { break }
        list.note(record)
      }
    }
    return list.messages.map { list.declared($0, columns.symbols) }
  }
}
