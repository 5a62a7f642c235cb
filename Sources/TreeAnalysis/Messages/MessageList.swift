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

  /// The number of messages with a code.
  var count: Int { keys.count - wholeDomains.count }

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
