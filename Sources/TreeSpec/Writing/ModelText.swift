import TreeSnapshot

/// What a model is, as a line of a spec says it.
struct ModelText {
  let columns: Columns

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
    let fields = columns.fixed[position]
    switch kind {
    case .session: return fields.isSession ? "[session]" : nil
    case .label: return value(kind, fields.label)
    case .representation: return value(kind, fields.representation)
    case .handles: return list(kind, messages(columns.subscriptions(of: position)))
    case .raises: return list(kind, messages(columns.raises(of: position)))
    case .services: return list(kind, services(of: position))
    case .state: return list(kind, states(of: position))
    }
  }

  func services(of position: Int) -> [String] {
    columns.services(of: position).map { SpecText.value(columns.symbols.string($0)) }
  }

  func states(of position: Int) -> [String] {
    columns.states(of: position).map(text)
  }

  func text(_ record: StateRecord) -> String {
    SpecText.value(columns.symbols.string(record.key)) + "="
      + SpecText.value(columns.symbols.string(record.value))
  }

  /// Each message with its kind.
  func messages(_ records: ArraySlice<SubscriptionRecord>) -> [String] {
    records.map { SpecText.message($0, in: columns) }
  }

  private func value(_ kind: AttributeKind, _ symbol: Symbol) -> String? {
    symbol.isNone
      ? nil : "[\(kind.rawValue)=\(SpecText.value(columns.symbols.string(symbol)))]"
  }

  private func list(_ kind: AttributeKind, _ elements: [String]) -> String? {
    elements.isEmpty ? nil : "[\(kind.rawValue) \(Self.joined(elements))]"
  }

  /// With commas, and a kind of message named once for those that follow it.
  static func joined(_ elements: [String]) -> String {
    var kind: Message.Kind?
    let texts = elements.map { element -> String in
      let parts = element.unicodeScalars.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let own = Message.Kind(rawValue: String(parts[0])) else {
        return element
      }
      defer { kind = own }
      return own == kind ? String(parts[1]) : element
    }
    return texts.joined(separator: ", ")
  }
}
