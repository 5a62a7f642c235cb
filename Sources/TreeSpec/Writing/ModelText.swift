import TreeAnalysis
import TreeSnapshot

/// What a model is, as a line of a spec says it.
struct ModelText {
  let columns: Columns
  let messages: MessageTexts

  /// The line of models: their name, how many there are, and attributes in their brackets.
  ///
  /// - Parameters:
  ///   - position: one of the models, which are alike.
  ///   - kinds: the attributes that are wanted.
  func line(of position: Int, count: Int, _ kinds: AttributeKinds) -> String {
    var text = SpecText.name(columns.symbols.string(columns.nodes.fixed[position].type))
    if count > 1 { text += " {\(count)}" }
    let kinds = columns.hasLists(at: position) ? kinds : kinds.intersection(.single)
    for kind in AttributeKind.allCases where kinds.contains(kind) {
      if let attribute = attribute(kind, of: position) { text += " \(attribute)" }
    }
    return text
  }

  /// One attribute in its brackets; nil if the model has none.
  func attribute(_ kind: AttributeKind, of position: Int) -> String? {
    let fields = columns.nodes.fixed[position]
    func value(_ symbol: Symbol) -> String? {
      symbol.isNone ? nil : "[\(kind.rawValue)=\(SpecText.value(columns.symbols.string(symbol)))]"
    }
    func list(_ elements: [SpecElement]) -> String? {
      elements.isEmpty ? nil : "[\(kind.rawValue) \(elements.written)]"
    }
    switch kind {
    case .session: return fields.isSession ? "[session]" : nil
    case .label: return value(fields.label)
    case .representation: return value(fields.representation)
    case .handles: return list(columns.subscriptions(of: position).map(messages.element))
    case .raises: return list(columns.raises(of: position).map(messages.element))
    case .services:
      let services = columns.services(of: position).map { columns.symbols.string($0) }
      return list(services.map { SpecElement(text: SpecText.value($0)) })
    case .state: return list(columns.states(of: position).map { SpecText.state($0, in: columns) })
    }
  }
}
