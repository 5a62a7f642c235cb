import TextIO
import TreeAnalysis
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
    lineOf position: Int, count: Int, _ kinds: AttributeKinds, to text: inout GrowingBuffer<UInt8>
  ) {
    SpecText.append(name: columns.nodes.fixed[position].type, of: columns, to: &text)
    if count > 1 { text.append(" {\(count)}" as String) }
    let kinds = columns.hasLists(at: position) ? kinds : kinds.intersection(.single)
    for kind in AttributeKind.allCases where kinds.contains(kind) {
      append(kind, of: position, to: &text)
    }
  }

  /// One attribute in its brackets; nil where the model has none.
  func attribute(_ kind: AttributeKind, of position: Int) -> String? {
    var text = GrowingBuffer<UInt8>()
    append(kind, of: position, to: &text)
    return text.count == 0 ? nil : String(text.text.dropFirst())
  }

  /// Adds an attribute in its brackets and a space before it, where the model has it.
  private func append(_ kind: AttributeKind, of position: Int, to text: inout GrowingBuffer<UInt8>)
  {
    let fields = columns.nodes.fixed[position]
    switch kind {
    case .session: if fields.isSession { text.append(" [session]" as StaticString) }
    case .label: append(kind, fields.label, to: &text)
    case .representation: append(kind, fields.representation, to: &text)
    case .handles: append(kind, columns.subscriptions(of: position), to: &text)
    case .raises: append(kind, columns.raises(of: position), to: &text)
    case .services:
      let services = columns.services(of: position).map(columns.symbols.string)
      append(kind, services.map { SpecElement(text: SpecText.value($0)) }, to: &text)
    case .state:
      append(kind, columns.states(of: position).map { SpecText.state($0, in: columns) }, to: &text)
    }
  }

  private func append(_ kind: AttributeKind, _ value: Symbol, to text: inout GrowingBuffer<UInt8>) {
    if value.isNone { return }
    open(kind, "=", in: &text)
    SpecText.append(value: value, of: columns, to: &text)
    text.append(UInt8(ascii: "]"))
  }

  private func append(
    _ kind: AttributeKind, _ elements: [SpecElement], to text: inout GrowingBuffer<UInt8>
  ) {
    if elements.isEmpty { return }
    open(kind, " ", in: &text)
    text.append(elements.written)
    text.append(UInt8(ascii: "]"))
  }

  /// Adds messages as `written` of their elements is.
  private func append(
    _ kind: AttributeKind, _ records: ArraySlice<SubscriptionRecord>,
    to text: inout GrowingBuffer<UInt8>
  ) {
    if records.isEmpty { return }
    open(kind, " ", in: &text)
    var kind: Message.Kind?
    for record in records {
      if kind != nil { text.append(", " as StaticString) }
      if record.kind != kind {
        text.append(record.kind.rawValue)
        text.append(UInt8(ascii: " "))
      }
      messages.append(MessageKey(record), to: &text)
      kind = record.kind
    }
    text.append(UInt8(ascii: "]"))
  }

  private func open(
    _ kind: AttributeKind, _ sign: Unicode.Scalar, in text: inout GrowingBuffer<UInt8>
  ) {
    text.append(" [" as StaticString)
    text.append(kind.rawValue)
    text.append(UInt8(ascii: sign))
  }
}
