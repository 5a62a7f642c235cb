package import TreeSnapshot

/// The messages of a tree, each once, in the order in which they are noted.
package struct MessageList: Sendable {
  /// The numbers of the messages, and of the domains that some model is registered for as a whole.
  package private(set) var numbers = MessageNumbers()
  /// The labels by the numbers.
  private var labels: [Symbol] = []
  /// By the number of a message: what some of its subscriptions call it besides.
  private var otherLabels: [Int: Set<Symbol>] = [:]
  /// The domains that some model is registered for as a whole.
  private(set) var wholeDomains: [MessageKey] = []

  init() {}

  /// First what the tree declares, then what it is registered for, then what it raises. Costs a pass
  /// over all of these.
  package init(_ columns: Columns) {
    for record in columns.vocabulary { note(record) }
    for record in columns.nodes.subscriptions { note(record) }
    for record in columns.nodes.raises { note(record) }
  }

  /// The messages with a code. Costs a pass over all that were noted.
  package var messages: [MessageKey] {
    wholeDomains.isEmpty ? numbers.keys : numbers.keys.filter { !$0.code.isNone }
  }

  /// How many messages with a code there are.
  var count: Int { numbers.count - wholeDomains.count }

  /// The numbers of the messages with a code, then of the whole domains of which no code is known.
  var messagesAndDomains: [Int] {
    let keys = numbers.keys
    if wholeDomains.isEmpty { return Array(keys.indices) }
    var isKnownByCode = [Bool](repeating: false, count: keys.count)
    for key in keys where !key.code.isNone {
      if let domain = numbers.number(of: key.wholeDomain) { isKnownByCode[domain] = true }
    }
    return keys.indices.filter { !keys[$0].code.isNone }
      + keys.indices.filter { keys[$0].code.isNone && !isKnownByCode[$0] }
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

  /// The label by which the tree knows a message: the first that it was noted with.
  func label(of key: MessageKey) -> Symbol {
    numbers.number(of: key).map(label(ofMessage:)) ?? .none
  }

  /// The label of the message with a number.
  func label(ofMessage number: Int) -> Symbol { labels[number] }

  /// The labels that name a message within its domain. A code wins over a label: one that is the code
  /// of a message of the same kind and domain names that.
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
  /// order in which they are met. Costs a pass over all subscriptions, or as far as that many are met.
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
