import TextIO
import TreeAnalysis
import TreeSnapshot

/// Names as a spec writes them, such that reading returns them.
enum SpecText {
  /// A model's name: as it is where each character in it means itself, else in quotes.
  static func name(_ name: String) -> String {
    // What looks like a heading or a drawn branch is refused without quotes.
    let isOdd =
      keywords.contains(name) || name.hasSuffix(":")
      || name.unicodeScalars.first.map { "│├└─|`".unicodeScalars.contains($0) } ?? false
    return isPlain(name) && !isOdd ? name : quoted(name)
  }

  /// A value behind `=` or in a list.
  static func value(_ value: String) -> String { isPlain(value) ? value : quoted(value) }

  /// An entry of state.
  static func state(_ record: StateRecord, in columns: Columns) -> SpecElement {
    let (key, text) = (columns.symbols.string(record.key), columns.symbols.string(record.value))
    return SpecElement(text: "\(value(key))=\(value(text))")
  }

  /// `NetworkErrors.101`: the last dot parts domain and code, so one within a code is escaped.
  static func messageName(_ domain: String, _ code: String) -> String {
    let name = "\(domain).\(code)"
    // Without quotes a part is missing.
    if domain.isEmpty || code.isEmpty, !code.contains(".") { return quoted(name) }
    if !code.contains(".") { return value(name) }
    var text = escaped(domain) + "."
    for character in escaped(code).unicodeScalars {
      if character == "." { text += "\\" }
      text.unicodeScalars.append(character)
    }
    return text
  }

  /// A model's name as a selector in a line of words.
  static func selector(_ name: String) -> String {
    let text = separated(NodePaths.selectorName(name).string)
    // What would be a word of its own, or a capture, is none after `\`.
    let isWord = outcomes.contains(name) || name.hasPrefix("$") || name.hasPrefix("=>")
    return isWord ? "\\" + text : text
  }

  /// A path as a selector in a line of words.
  static func path(_ path: SafeText) -> String { separated(path.string) }

  private static func separated(_ selector: String) -> String {
    var text = ""
    for character in selector.unicodeScalars {
      // What a selector would take for something else, or a line for the end of the selector.
      if separators.contains(character) { text += "\\" }
      text.unicodeScalars.append(character)
    }
    return text
  }

  private static let separators = Set(" ,\"()".unicodeScalars)

  private static let outcomes = Message.Kind.allOutcomes.union(
    ["only", "via", "from", "provided", "missing"])

  /// In quotes, with everything escaped that could end them or act on a terminal.
  static func quoted(_ name: String) -> String {
    "\"\(escaped(name, Set("\"\\".unicodeScalars)))\""
  }

  /// With `\` before each character that would not mean itself.
  static func escaped(_ name: String, _ signs: Set<Unicode.Scalar> = special) -> String {
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

  /// Words that begin a line of another kind at the margin, and the dots that open a model.
  private static let keywords = Set(Directive.words + ["..."])

  static let special = Set(" *?\\\"/[]{}#,=!$".unicodeScalars)

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? (0x20..<0x7F).contains(scalar.value)
      : SafeText.isPlain(scalar) && !scalar.properties.isWhitespace
  }

  /// A mark is shown on a letter only: on a space or a bracket it would look like another sign.
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
  /// How many spaces are before the text.
  var indentation: Int { utf8.prefix { $0 == UInt8(ascii: " ") }.count }
}

/// Messages of a tree as a spec writes them: by their labels if a message has one label and the label one
/// message, and else by their codes.
final class MessageTexts {
  private let columns: Columns
  private let names: MessageNames
  /// The labels that lead to one message.
  private let labels: [MessageKey: Symbol]
  /// The names that were asked for.
  private var texts: [MessageKey: String] = [:]

  /// Costs a pass over all that models are registered for and raise.
  init(_ columns: Columns, _ names: MessageNames) {
    self.columns = columns
    self.names = names
    labels = Self.uniqueLabels(columns)
  }

  /// `error NetworkErrors.badToken`; `error NetworkErrors.*` for the whole domain.
  func element(_ record: SubscriptionRecord) -> SpecElement {
    SpecElement(kind: record.kind, text: name(MessageKey(record)))
  }

  /// `NetworkErrors.badToken`.
  func name(_ key: MessageKey) -> String {
    if let text = texts[key] { return text }
    let domain = columns.symbols.string(key.domain)
    let text =
      key.code.isNone
      ? "\(SpecText.escaped(domain)).*" : SpecText.messageName(domain, codeOrLabel(of: key, domain))
    texts[key] = text
    return text
  }

  private func codeOrLabel(of key: MessageKey, _ domain: String) -> String {
    let code = columns.symbols.string(key.code)
    guard let label = labels[key].map({ columns.symbols.string($0) }), !label.isEmpty else {
      return code
    }
    // The label may be another message's code; as strings the two forms of `é` are equal.
    let other = names.find(key.kind, domain: domain, name: label)?.message.code
    return other?.utf8.elementsEqual(code.utf8) == true ? label : code
  }

  /// Which of several labels a tree is known by depends on the order of its models.
  private static func uniqueLabels(_ columns: Columns) -> [MessageKey: Symbol] {
    var labels: [MessageKey: Symbol] = [:]
    var ambiguous: Set<MessageKey> = []
    /// By a message with a label as its code: the message that has the label.
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

/// The first words of lines outside of the tree.
enum Directive: String, CaseIterable {
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

  static let words = allCases.map(\.rawValue)

  /// Those that may follow `always`.
  static let alwaysWords = [Directive.not, .limit, .error, .bubble, .event, .service].map(
    \.rawValue)
}
