package import TreeSnapshot

/// The messages of a tree, each once, in the order in which they are noted.
package struct MessageList {
  /// The messages with a code.
  package private(set) var messages: [MessageKey] = []
  /// The domains that some model is registered for as a whole.
  private(set) var wholeDomains: [MessageKey] = []
  private var labels: [MessageKey: Symbol] = [:]

  init() {}

  /// First what the tree declares, then what it is registered for, then what it raises. Costs a pass
  /// over all of these.
  package init(_ columns: Columns) {
    columns.vocabulary.forEach { note($0) }
    columns.nodes.subscriptions.forEach { note($0) }
    columns.nodes.raises.forEach { note($0) }
  }

  mutating func note(_ record: SubscriptionRecord) {
    let key = MessageKey(record)
    let label = key.code.isNone ? .none : record.label
    if let known = labels[key] {
      if known.isNone { labels[key] = label }
      return
    }
    labels[key] = label
    if key.code.isNone { wholeDomains.append(key) } else { messages.append(key) }
  }

  /// The label by which the tree knows a message: the first that it was noted with.
  func label(of key: MessageKey) -> Symbol { labels[key] ?? .none }

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
        if list.messages.count >= limit { break }
        list.note(record)
      }
    }
    return list.messages.map { list.declared($0, columns.symbols) }
  }
}
