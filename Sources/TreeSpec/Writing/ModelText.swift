import TreeSnapshot

/// What a model is, as a line of a spec says it.
struct ModelText {
  let columns: Columns
  let messages: MessageTexts

  /// The attributes of a model, each in its brackets.
  ///
  /// - Parameter kinds: those that are wanted.
  func attributes(of position: Int, _ kinds: AttributeKinds) -> [String] {
    AttributeKind.allCases.compactMap { kind in
      kinds.contains(kind) ? attribute(kind, of: position) : nil
    }
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
