import TreeAnalysis
import TreeSnapshot

/// One thing that a model has of an attribute; without a message and a value, what it is, such as a session.
struct Trait: Hashable {
  var message: MessageKey?
  /// The key of a state.
  var key = Symbol.none
  var value = Symbol.none
}

/// What the models of a tree have, also in the form of a spec.
final class ModelTraits {
  let columns: Columns
  let names: MessageNames
  private var messageTexts: [MessageKey: String] = [:]

  init(_ snapshot: Snapshot) {
    columns = snapshot.columns
    names = MessageNames(snapshot)
  }

  /// What a model has of an attribute.
  func traits(_ kind: AttributeKind, of position: Int) -> [Trait] {
    let nodes = columns.nodes
    let fields = nodes.fixed[position]
    func value(_ name: Symbol) -> [Trait] { name.isNone ? [] : [Trait(value: name)] }
    switch kind {
    case .session: return fields.isSession ? [Trait()] : []
    case .unopened: return fields.isUnopened ? [Trait()] : []
    case .leaf: return Int(columns.subtreeEnds[position]) == position + 1 ? [Trait()] : []
    case .ordered: return []
    case .label: return value(fields.label)
    case .representation: return value(fields.representation)
    case .services: return nodes.services(of: position).map { Trait(value: $0) }
    case .handles:
      return nodes.subscriptions(of: position).map { Trait(message: MessageKey($0)) }
    case .raises: return nodes.raises(of: position).map { Trait(message: MessageKey($0)) }
    case .state: return nodes.states(of: position).map { Trait(key: $0.key, value: $0.value) }
    }
  }

  // MARK: In the form of a spec

  /// The name of a model, with its nesting if that is needed.
  func name(of position: Int) -> String {
    SpecText.name(columns.symbols.string(columns.shownType(position)))
  }

  /// An attribute in brackets; empty without traits.
  func attribute(_ kind: AttributeKind, _ traits: [Trait], isOnly: Bool = false) -> String {
    if traits.isEmpty { return "" }
    return "[\(kind.rawValue)\(kind.sign)\(isOnly ? "only " : "")\(text(of: traits))]"
  }

  /// The elements of a list; a kind is written once for consecutive messages.
  func text(of traits: [Trait]) -> String {
    func text(_ symbol: Symbol, _ end: String = "") -> String {
      symbol.isNone ? "" : SpecText.value(columns.symbols.string(symbol)) + end
    }
    var kind: Message.Kind?
    return traits.map { trait in
      guard let message = trait.message else { return text(trait.key, "=") + text(trait.value) }
      defer { kind = message.kind }
      return (message.kind == kind ? "" : "\(message.kind.rawValue) ") + self.text(of: message)
    }.joined(separator: ", ")
  }

  /// `NetworkErrors.badToken`, by its label if that names no other message; `NetworkErrors.*` for the whole
  /// domain.
  func text(of key: MessageKey) -> String {
    if let text = messageTexts[key] { return text }
    let (domain, code) = (columns.symbols.string(key.domain), columns.symbols.string(key.code))
    var text = "\(SpecText.escaped(domain)).*"
    if !key.code.isNone {
      let message = Message(kind: key.kind, domain: domain, code: code)
      let labels = names.names(of: message).dropFirst()
      let label = labels.first.flatMap { labels.count == 1 && names(message, $0) ? $0 : nil }
      text = SpecText.message(domain, label ?? code)
    }
    messageTexts[key] = text
    return text
  }

  /// Whether a label names a message alone.
  private func names(_ message: Message, _ label: String) -> Bool {
    let name = Message(kind: message.kind, domain: message.domain, code: label).reference
    let found = try? names.resolve(MessageReference(kind: message.kind, name: name))
    // As strings, the two forms of `é` are equal.
    return !label.isEmpty && found?.isKnown == true
      && found?.message.code.utf8.elementsEqual(message.code.utf8) == true
  }
}
