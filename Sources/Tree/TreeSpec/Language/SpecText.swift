package import TextIO
package import TreeAnalysis
package import TreeSnapshot

/// Writes names in the form of a spec, so that parsing returns the same names.
package enum SpecText {
  /// A model's name: unchanged if every character is literal, otherwise in quotes.
  package static func name(_ name: String) -> String {
    // Without quotes, a name like a heading or a drawn branch would be refused.
    let isOdd =
      keywords.contains(name) || name.hasSuffix(":")
      || name.unicodeScalars.first.map { "│├└─|`".unicodeScalars.contains($0) } ?? false
    return isPlain(name) && !isOdd ? name : quoted(name)
  }

  /// A value after `=` or in a list.
  package static func value(_ value: String) -> String { isPlain(value) ? value : quoted(value) }

  /// An entry of state.
  static func state(_ record: StateRecord, in columns: Columns) -> SpecElement {
    let (key, text) = (columns.symbols.string(record.key), columns.symbols.string(record.value))
    return SpecElement(text: "\(value(key))=\(value(text))")
  }

  /// `NetworkErrors.101`: the last dot separates domain and code, so a dot within a code is
  /// escaped.
  package static func messageName(_ domain: String, _ code: String) -> String {
    let name = "\(domain).\(code)"
    // Without quotes, an empty part would count as missing.
    if domain.isEmpty || code.isEmpty, !code.contains(".") { return quoted(name) }
    if !code.contains(".") { return value(name) }
    return escaped(domain) + "." + escaped(code).replacing(".", with: "\\.")
  }

  /// A model's name as a selector within a line.
  package static func selector(_ name: String) -> String {
    let text = separated(NodePaths.selectorName(name).string)
    // After `\`, a name that equals a keyword or looks like a capture is a name.
    let isWord = outcomes.contains(name) || name.hasPrefix("$") || name.hasPrefix("=>")
    return isWord ? "\\" + text : text
  }

  /// A path as a selector within a line.
  package static func path(_ path: SafeText) -> String { separated(path.string) }

  private static func separated(_ selector: String) -> String {
    var text = ""
    for character in selector.unicodeScalars {
      // Characters with a meaning in a selector, or that would end it.
      if separators.contains(character) { text += "\\" }
      text.unicodeScalars.append(character)
    }
    return text
  }

  private static let separators = Set(" ,\"()".unicodeScalars)

  private static let outcomes = Message.Kind.allOutcomes.union(
    ["only", "via", "from", "provided", "missing"])

  /// In quotes, with all characters escaped that could end them or affect a terminal.
  package static func quoted(_ name: String) -> String {
    "\"\(escaped(name, Set("\"\\".unicodeScalars)))\""
  }

  /// With `\` before each character that has a special meaning.
  package static func escaped(_ name: String, _ signs: Set<Unicode.Scalar> = special) -> String {
    var text = ""
    var previous: Unicode.Scalar?
    for scalar in name.unicodeScalars {
      defer { previous = scalar }
      if !isShown(scalar, after: previous) {
        text += number(scalar)
      } else {
        if signs.contains(scalar) { text += "\\" }
        text += String(Character(scalar))
      }
    }
    return text
  }

  private static func number(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }

  /// Words that begin another kind of line at the margin, and the dots that allow other models.
  private static let keywords = Set(Directive.words + ["..."])

  static let special = Set(" *?\\\"/[]{}#,=!$".unicodeScalars)

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? (0x20..<0x7F).contains(scalar.value)
      : SafeText.isPlain(scalar) && !scalar.properties.isWhitespace
  }

  /// A combining mark is visible only on a letter: on a space or a bracket, it would look like
  /// another character.
  private static func isShown(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    guard isShown(scalar) else { return false }
    if scalar.isASCII || !isMark(scalar) { return true }
    guard let previous else { return false }
    return isShown(previous) && !special.contains(previous)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text != "only" else { return false }
    return isShown(first, after: nil)
      && text.unicodeScalars.allSatisfy { isShown($0) && !special.contains($0) }
  }
}

extension String {
  /// The number of leading spaces.
  package var indentation: Int { utf8.prefix { $0 == UInt8(ascii: " ") }.count }
}

/// Describes a model as a line of a spec.
package struct ModelText {
  let columns: Columns
  package let messages: MessageTexts

  package init(columns: Columns, messages: MessageTexts) {
    self.columns = columns
    self.messages = messages
  }

  /// A line for models: their name, their number, and their attributes in brackets.
  ///
  /// - Parameters:
  ///   - position: one of the models, which are identical.
  ///   - kinds: the attributes to include.
  package func line(of position: Int, count: Int, _ kinds: [AttributeKind]) -> String {
    var text = SpecText.name(columns.symbols.string(columns.shownType(position)))
    if count > 1 { text += " {\(count)}" }
    let hasLists = columns.nodes.hasLists(at: position)
    for kind in AttributeKind.unnamed
    where kinds.contains(kind) && (hasLists || AttributeKind.single.contains(kind)) {
      if let attribute = attribute(kind, of: position) { text += " \(attribute)" }
    }
    return text
  }

  /// One attribute in brackets; nil if the model has none.
  package func attribute(_ kind: AttributeKind, of position: Int) -> String? {
    let fields = columns.nodes.fixed[position]
    switch kind {
    case .session: return fields.isSession ? "[session]" : nil
    case .unopened: return fields.isUnopened ? "[unopened]" : nil
    default:
      let elements = elements(kind, of: position)
      if elements.isEmpty { return nil }
      let isList = ![.label, .representation, .source].contains(kind)
      return "[\(kind.rawValue)\(isList ? " " : "=")\(elements.written)]"
    }
  }

  /// The value of an attribute, or the elements of a list.
  package func elements(_ kind: AttributeKind, of position: Int) -> [SpecElement] {
    let fields = columns.nodes.fixed[position]
    func values(_ symbols: some Sequence<Symbol>) -> [SpecElement] {
      symbols.filter { !$0.isNone }.map {
        SpecElement(text: SpecText.value(columns.symbols.string($0)))
      }
    }
    return switch kind {
    case .label: values([fields.label])
    case .representation: values([fields.representation])
    case .source: values([fields.source])
    case .handles: columns.nodes.subscriptions(of: position).map(messages.element)
    case .raises: columns.nodes.raises(of: position).map(messages.element)
    case .services: values(columns.nodes.services(of: position))
    case .state: columns.nodes.states(of: position).map { SpecText.state($0, in: columns) }
    case .name, .session, .unopened, .leaf, .children, .attributes: []
    }
  }
}

/// Names of a tree's messages in the form of a spec: by label if the message has one label and the
/// label one message, otherwise by code.
package struct MessageTexts {
  private let columns: Columns
  private let names: MessageNames
  /// The labels that are unambiguous.
  private let labels: [MessageKey: Symbol]

  /// Costs a pass over all subscriptions and raised messages.
  package init(_ columns: Columns, _ names: MessageNames) {
    self.columns = columns
    self.names = names
    labels = Self.uniqueLabels(columns)
  }

  /// `error NetworkErrors.badToken`; `error NetworkErrors.*` for the whole domain.
  package func element(_ record: SubscriptionRecord) -> SpecElement {
    SpecElement(kind: record.kind, text: name(MessageKey(record)))
  }

  /// `NetworkErrors.badToken`.
  package func name(_ key: MessageKey) -> String {
    let domain = columns.symbols.string(key.domain)
    return key.code.isNone
      ? "\(SpecText.escaped(domain)).*" : SpecText.messageName(domain, codeOrLabel(of: key, domain))
  }

  private func codeOrLabel(of key: MessageKey, _ domain: String) -> String {
    let code = columns.symbols.string(key.code)
    guard let label = labels[key].map({ columns.symbols.string($0) }), !label.isEmpty else {
      return code
    }
    // The label may equal another message's code; as strings, the two forms of `é` are equal.
    let other = names.find(key.kind, domain: domain, name: label)?.message.code
    return other?.utf8.elementsEqual(code.utf8) == true ? label : code
  }

  /// If a message has several labels, the tree's order of models decides which one it knows.
  private static func uniqueLabels(_ columns: Columns) -> [MessageKey: Symbol] {
    var labels: [MessageKey: Symbol] = [:]
    var ambiguous: Set<MessageKey> = []
    /// By a message with a label in place of its code: the message with that label.
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

/// The first words of lines other than tree lines.
package enum Directive: String, CaseIterable {
  case treeSpec = "tree-spec"
  case `default`
  case not
  case limit
  case error
  case bubble
  case event
  case service
  case name
  case messages
  case `let`
  case rule
  case include
  case always
  case never
  case no

  package static let words = allCases.map(\.rawValue)

  /// The words that may follow `always`.
  package static let alwaysWords = [Directive.not, .limit, .error, .bubble, .event, .service].map(
    \.rawValue)
}
