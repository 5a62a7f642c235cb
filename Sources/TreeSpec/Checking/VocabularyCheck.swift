import TreeAnalysis
import TreeSnapshot

/// Compares the messages that an app declares with a list.
struct VocabularyCheck {
  private let snapshot: Snapshot
  private let list: SpecList<SpecSubscription>
  private let messages: MessageNames

  init(_ snapshot: Snapshot, _ list: SpecList<SpecSubscription>, _ messages: MessageNames) {
    self.snapshot = snapshot
    self.list = list
    self.messages = messages
  }

  /// What is missing or must not be there; nil where nothing is.
  var finding: VocabularyFinding? {
    let declared = snapshot.columns.vocabulary
    let missing = list.elements.filter { element in !declared.contains { isSame($0, element) } }
    var extra: [SubscriptionRecord] = []
    if list.strictness == .only {
      extra = declared.filter { record in !list.elements.contains { isSame(record, $0) } }
    }
    if missing.isEmpty, extra.isEmpty { return nil }
    return VocabularyFinding(missing: missing.map(\.element), extra: extra.map(element))
  }

  /// Whether an element names a message by its code or its label, or its whole domain.
  private func isSame(_ record: SubscriptionRecord, _ element: SpecSubscription) -> Bool {
    guard record.kind == element.kind else { return false }
    let symbols = snapshot.columns.symbols
    let domain = symbols.string(record.domain)
    switch element.message {
    case .wholeDomain(let name): return name == domain
    case .named(let name):
      guard let wanted = name.code ?? name.bare else { return false }
      let message = Message(
        kind: record.kind, domain: domain, code: symbols.string(record.code))
      return (name.domain ?? domain) == domain && messages.names(of: message).contains(wanted)
    }
  }

  private func element(_ record: SubscriptionRecord) -> SpecElement {
    let symbols = snapshot.columns.symbols
    let name = symbols.optionalString(record.code) ?? "*"
    return SpecElement(
      kind: record.kind, text: SpecText.messageName(symbols.string(record.domain), name))
  }
}
