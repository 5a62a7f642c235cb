import TreeAnalysis
import TreeSnapshot

/// Messages of a tree as a spec writes them: by their labels, where a message has one label and it has one
/// message, and else by their codes.
final class MessageTexts {
  private let columns: Columns
  private let names: MessageNames
  /// By message: its label; `Symbol.none` where it has several.
  private lazy var labels = uniqueLabels()
  /// What the tree knows by a code.
  private lazy var codes = Set(MessageList(columns).messages)
  private var known: [MessageKey: String] = [:]

  init(_ columns: Columns, _ names: MessageNames) {
    self.columns = columns
    self.names = names
  }

  /// `error NetworkErrors.badToken`; `error NetworkErrors.*` for the whole domain.
  func element(_ record: SubscriptionRecord) -> SpecElement {
    SpecElement(kind: record.kind, text: name(MessageKey(record)))
  }

  /// `NetworkErrors.badToken`.
  func name(_ key: MessageKey) -> String {
    if let text = known[key] { return text }
    let domain = columns.symbols.string(key.domain)
    let text =
      key.code.isNone
      ? "\(SpecText.escaped(domain)).*"
      : SpecText.messageName(domain, label(of: key) ?? columns.symbols.string(key.code))
    known[key] = text
    return text
  }

  private func label(of key: MessageKey) -> String? {
    guard let symbol = labels[key], !symbol.isNone else { return nil }
    let label = columns.symbols.string(symbol)
    let domain = columns.symbols.string(key.domain)
    let code = columns.symbols.string(key.code)
    if label.isEmpty { return nil }
    // Among the names of one domain, one of ASCII is found by its bytes.
    if label.utf8.allSatisfy({ $0 < 0x80 }) {
      let other = MessageKey(kind: key.kind, domain: key.domain, code: symbol)
      return other == key || !codes.contains(other) ? label : nil
    }
    guard let message = names.find(key.kind, domain: domain, name: label)?.message else {
      return nil
    }
    // The label may be another message's code; as strings the two forms of `é` are equal.
    return message.code.utf8.elementsEqual(code.utf8) ? label : nil
  }

  /// Which of several labels a tree is known by depends on the order of its models.
  private func uniqueLabels() -> [MessageKey: Symbol] {
    var labels: [MessageKey: Symbol] = [:]
    var owners: [MessageKey: MessageKey] = [:]
    func note(_ record: SubscriptionRecord) {
      if record.code.isNone || record.label.isNone { return }
      let key = MessageKey(record)
      if let other = labels[key], other != record.label { labels[key] = Symbol.none }
      if labels[key] == nil { labels[key] = record.label }
      // Named by its label, as if that were its code.
      let name = MessageKey(kind: record.kind, domain: record.domain, code: record.label)
      if let owner = owners[name], owner != key {
        labels[owner] = Symbol.none
        labels[key] = Symbol.none
      }
      owners[name] = key
    }
    columns.vocabulary.forEach(note)
    for position in columns.subtreeEnds.indices {
      columns.subscriptions(of: position).forEach(note)
      columns.raises(of: position).forEach(note)
    }
    return labels
  }
}
