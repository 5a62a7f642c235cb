import TreeAnalysis
import TreeSnapshot

/// Messages of a tree as a spec writes them: by their labels if a message has one label and the label one
/// message, and else by their codes.
final class MessageTexts {
  private let columns: Columns
  private let names: MessageNames
  /// The labels that lead to one message.
  private let labels: [MessageKey: Symbol]
  /// The names that were asked for.
  private var texts: [MessageKey: String] = [:]

  /// Costs a pass over all that models are registered for and raise.
  init(_ columns: Columns, _ names: MessageNames) {
    self.columns = columns
    self.names = names
    labels = Self.uniqueLabels(columns)
  }

  /// `error NetworkErrors.badToken`; `error NetworkErrors.*` for the whole domain.
  func element(_ record: SubscriptionRecord) -> SpecElement {
    SpecElement(kind: record.kind, text: name(MessageKey(record)))
  }

  /// `NetworkErrors.badToken`.
  func name(_ key: MessageKey) -> String {
    if let text = texts[key] { return text }
    let domain = columns.symbols.string(key.domain)
    let text =
      key.code.isNone
      ? "\(SpecText.escaped(domain)).*" : SpecText.messageName(domain, codeOrLabel(of: key, domain))
    texts[key] = text
    return text
  }

  private func codeOrLabel(of key: MessageKey, _ domain: String) -> String {
    let code = columns.symbols.string(key.code)
    guard let label = labels[key].map({ columns.symbols.string($0) }), !label.isEmpty else {
      return code
    }
    // The label may be another message's code; as strings the two forms of `é` are equal.
    let other = names.find(key.kind, domain: domain, name: label)?.message.code
    return other?.utf8.elementsEqual(code.utf8) == true ? label : code
  }

  /// Which of several labels a tree is known by depends on the order of its models.
  private static func uniqueLabels(_ columns: Columns) -> [MessageKey: Symbol] {
    var labels: [MessageKey: Symbol] = [:]
    var ambiguous: Set<MessageKey> = []
    /// By a message with a label as its code: the message that has the label.
    var owners: [MessageKey: MessageKey] = [:]
    for records in [
      columns.vocabulary[...], columns.nodes.subscriptions[...], columns.nodes.raises[...],
    ] {
      for record in records where !record.code.isNone && !record.label.isNone {
        let key = MessageKey(record)
        if labels[key, default: record.label] != record.label { ambiguous.insert(key) }
        labels[key] = record.label
        let name = MessageKey(kind: record.kind, domain: record.domain, code: record.label)
        if let owner = owners[name], owner != key { ambiguous.formUnion([owner, key]) }
        owners[name] = key
      }
    }
    for key in ambiguous { labels[key] = nil }
    return labels
  }
}
