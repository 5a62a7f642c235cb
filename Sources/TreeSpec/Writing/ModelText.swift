import TreeSnapshot

/// What a model is, as a line of a spec says it.
struct ModelText {
  let columns: Columns
  let messages: MessageTexts

  /// Adds the line of models: their name, how many there are, and attributes in their brackets.
  ///
  /// - Parameters:
  ///   - position: one of the models, which are alike.
  ///   - kinds: the attributes that are wanted.
  func append(
    lineOf position: Int, count: Int, _ kinds: AttributeKinds, to text: inout [UInt8]
  ) {
    SpecText.append(name: columns.nodes.fixed[position].type, of: columns, to: &text)
    if count > 1 { text += " {\(count)}".utf8 }
    let fields = columns.nodes.fixed[position]
    let hasLists = columns.hasLists(at: position)
    for kind in AttributeKind.allCases where kinds.contains(kind) {
      switch kind {
      case .label: append(kind, fields.label, to: &text)
      case .representation: append(kind, fields.representation, to: &text)
      case .session where !fields.isSession: break
      case .handles where !hasLists, .raises where !hasLists: break
      case .services where !hasLists, .state where !hasLists: break
      case .session, .handles, .raises, .services, .state:
        guard let attribute = attribute(kind, of: position) else { continue }
        text.append(UInt8(ascii: " "))
        text += attribute.utf8
      }
    }
  }

  private func append(_ kind: AttributeKind, _ value: Symbol, to text: inout [UInt8]) {
    if value.isNone { return }
    text += " [\(kind.rawValue)=".utf8
    SpecText.append(value: value, of: columns, to: &text)
    text.append(UInt8(ascii: "]"))
  }

  /// One attribute in its brackets; nil where the model has none.
  func attribute(_ kind: AttributeKind, of position: Int) -> String? {
    let fields = columns.nodes.fixed[position]
    switch kind {
    case .session: return fields.isSession ? "[session]" : nil
    case .label: return value(kind, fields.label)
    case .representation: return value(kind, fields.representation)
    case .handles: return list(kind, elements(columns.subscriptions(of: position)))
    case .raises: return list(kind, elements(columns.raises(of: position)))
    case .services:
      return list(
        kind,
        columns.services(of: position).map {
          SpecElement(text: SpecText.value(columns.symbols.string($0)))
        })
    case .state:
      return list(kind, columns.states(of: position).map { SpecText.state($0, in: columns) })
    }
  }

  private func value(_ kind: AttributeKind, _ symbol: Symbol) -> String? {
    symbol.isNone
      ? nil : "[\(kind.rawValue)=\(SpecText.value(columns.symbols.string(symbol)))]"
  }

  private func list(_ kind: AttributeKind, _ elements: [SpecElement]) -> String? {
    elements.isEmpty ? nil : "[\(kind.rawValue) \(elements.written)]"
  }

  private func elements(_ records: ArraySlice<SubscriptionRecord>) -> [SpecElement] {
    records.map(messages.element)
  }
}
