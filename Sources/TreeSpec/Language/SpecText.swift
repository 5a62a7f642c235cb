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
    var text = "\""
    var previous: Unicode.Scalar?
    for scalar in name.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text += isShown(scalar, after: previous) ? String(Character(scalar)) : number(scalar)
      previous = scalar
    }
    return text + "\""
  }

  /// With `\` before each character that would not mean itself.
  static func escaped(_ name: String) -> String {
    var text = ""
    var previous: Unicode.Scalar?
    for scalar in name.unicodeScalars {
      defer { previous = scalar }
      if !isShown(scalar, after: previous) {
        text += number(scalar)
      } else {
        if special.contains(scalar) { text += "\\" }
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

  private static let special = Set(" *?\\\"/[]{}#,=!$".unicodeScalars)

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? (0x20..<0x7F).contains(scalar.value)
      : SafeText.isPlain(scalar) && !scalar.properties.isWhitespace
  }

  /// A mark is shown on a letter only: on a space or a bracket it would look like another sign.
  private static func isShown(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?
  ) -> Bool {
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
