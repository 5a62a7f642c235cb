import TextIO
import TreeAnalysis
import TreeSnapshot

/// Names in the form of a spec, so that parsing returns the same names.
package enum SpecText {
  /// A model's name, in quotes if a character has a meaning.
  static func name(_ name: String) -> String {
    // Without quotes, a name like a statement or a drawn branch would be refused.
    let isOdd =
      Keyword(rawValue: name) != nil || name == "..." || name.hasSuffix(":")
      || name.unicodeScalars.first.map { "│├└─|`".unicodeScalars.contains($0) } ?? false
    return isPlain(name) && !isOdd ? name : quoted(name)
  }

  /// A value after `=` or in a list.
  static func value(_ value: String) -> String { isPlain(value) ? value : quoted(value) }

  /// `NetworkErrors.101`: the last dot separates domain and code, so a dot within a code is escaped.
  package static func message(_ domain: String, _ code: String) -> String {
    let name = "\(domain).\(code)"
    // Without quotes, an empty part would count as missing.
    if domain.isEmpty || code.isEmpty, !code.contains(".") { return quoted(name) }
    if !code.contains(".") { return value(name) }
    return escaped(domain) + "." + escaped(code).replacing(".", with: "\\.")
  }

  /// A model's name as a selector within a line.
  package static func selector(_ name: String) -> String {
    let text = separated(NodePaths.selectorName(name).string)
    // After `\`, a name that equals a word of the line or looks like a capture is a name.
    let isWord = outcomes.contains(name) || name.hasPrefix("$") || name.hasPrefix("=>")
    return isWord ? "\\" + text : text
  }

  /// A path as a selector within a line.
  static func path(_ path: SafeText) -> String { separated(path.string) }

  private static func separated(_ selector: String) -> String {
    var text = ""
    for character in selector.unicodeScalars {
      // Characters with a meaning in a selector, or that would end it.
      if " ,\"()".unicodeScalars.contains(character) { text += "\\" }
      text.unicodeScalars.append(character)
    }
    return text
  }

  private static let outcomes = Message.Kind.allOutcomes.union(
    ["only", "via", "from", "except", "within", "provided", "missing"])

  /// In quotes, with all characters escaped that could end them or affect a terminal.
  static func quoted(_ name: String) -> String {
    "\"\(escaped(name, Set("\"\\".unicodeScalars)))\""
  }

  /// With `\` before each character that has a meaning.
  static func escaped(_ name: String, _ signs: Set<Unicode.Scalar> = special) -> String {
    var text = ""
    var previous: Unicode.Scalar?
    for scalar in name.unicodeScalars {
      if !isShown(scalar, after: previous) {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        if signs.contains(scalar) { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return text
  }

  private static let special = Set(" *?\\\"/[]{}#,=!$".unicodeScalars)

  /// Whether a character is shown as it is. A combining mark is visible only on a letter: on a space or a
  /// bracket, it would look like another character.
  private static func isShown(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    guard SafeText.isPlain(scalar), !scalar.properties.isWhitespace else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark:
      return previous.map { !special.contains($0) && SafeText.isPlain($0) } ?? false
    default:
      return true
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    guard !text.isEmpty, text != "only" else { return false }
    var previous: Unicode.Scalar?
    return text.unicodeScalars.allSatisfy { scalar in
      defer { previous = scalar }
      return isShown(scalar, after: previous) && !special.contains(scalar)
    }
  }
}

/// A value or an element of an attribute, in the form of a spec.
struct AttributeValue: Hashable {
  /// The kind of a message; nil for other elements.
  var kind: Message.Kind?
  var text: String
}

extension [AttributeValue] {
  /// The elements, separated by commas; a kind is written once for consecutive messages.
  var written: String {
    var kind: Message.Kind?
    return map { element in
      defer { kind = element.kind }
      guard let own = element.kind, own != kind else { return element.text }
      return "\(own.rawValue) \(element.text)"
    }.joined(separator: ", ")
  }
}

/// Describes the models of a tree in the form of a spec.
struct ModelTexts {
  let columns: Columns
  private let messages: MessageTexts

  init(_ snapshot: Snapshot, _ names: MessageNames) {
    columns = snapshot.columns
    messages = MessageTexts(snapshot.columns, names)
  }

  /// A line for models that are alike: their name, their number, and their attributes in brackets.
  func line(of position: Int, count: Int, _ kinds: Set<AttributeKind>) -> String {
    var text = SpecText.name(columns.symbols.string(columns.shownType(position)))
    if count > 1 { text += " {\(count)}" }
    for kind in AttributeKind.allCases where kinds.contains(kind) {
      if let attribute = attribute(kind, of: position) { text += " \(attribute)" }
    }
    return text
  }

  /// One attribute in brackets; nil if the model doesn't have it.
  func attribute(_ kind: AttributeKind, of position: Int) -> String? {
    let fields = columns.nodes.fixed[position]
    switch kind {
    case .session: return fields.isSession ? "[session]" : nil
    case .unopened: return fields.isUnopened ? "[unopened]" : nil
    case .leaf, .ordered: return nil
    case .label, .representation:
      return values(kind, of: position).first.map { "[\(kind.rawValue)=\($0.text)]" }
    case .handles, .services, .raises, .state:
      let values = values(kind, of: position)
      return values.isEmpty ? nil : "[\(kind.rawValue) \(values.written)]"
    }
  }

  /// The value of an attribute, or the elements of a list.
  func values(_ kind: AttributeKind, of position: Int) -> [AttributeValue] {
    let fields = columns.nodes.fixed[position]
    func values(_ symbols: some Sequence<Symbol>) -> [AttributeValue] {
      symbols.filter { !$0.isNone }.map {
        AttributeValue(text: SpecText.value(columns.symbols.string($0)))
      }
    }
    switch kind {
    case .session, .unopened, .leaf, .ordered: return []
    case .label: return values([fields.label])
    case .representation: return values([fields.representation])
    case .services: return values(columns.nodes.services(of: position))
    case .handles: return columns.nodes.subscriptions(of: position).map(messages.value)
    case .raises: return columns.nodes.raises(of: position).map(messages.value)
    case .state:
      return columns.nodes.states(of: position).map { record in
        let (key, text) = (columns.symbols.string(record.key), columns.symbols.string(record.value))
        return AttributeValue(text: "\(SpecText.value(key))=\(SpecText.value(text))")
      }
    }
  }
}

/// Names of a tree's messages in the form of a spec: by label if the message has one label and the
/// label one message, otherwise by code.
struct MessageTexts {
  private let columns: Columns
  private let names: MessageNames
  /// The labels that are unambiguous.
  private var labels: [MessageKey: Symbol] = [:]

  /// Costs a pass over all subscriptions and raised messages.
  init(_ columns: Columns, _ names: MessageNames) {
    self.columns = columns
    self.names = names
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
  }

  func value(_ record: SubscriptionRecord) -> AttributeValue {
    AttributeValue(kind: record.kind, text: name(MessageKey(record)))
  }

  /// `NetworkErrors.badToken`; `NetworkErrors.*` for the whole domain.
  func name(_ key: MessageKey) -> String {
    let domain = columns.symbols.string(key.domain)
    if key.code.isNone { return "\(SpecText.escaped(domain)).*" }
    return SpecText.message(domain, codeOrLabel(of: key, domain))
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
}
