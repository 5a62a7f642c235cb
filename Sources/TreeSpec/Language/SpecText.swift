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

  /// Adds a model's name as `name` writes it.
  static func append(name symbol: Symbol, of columns: Columns, to text: inout GrowingBuffer<UInt8>)
  {
    let isWord = columns.symbols.withBytes(of: symbol) { name in
      // No line of another kind begins with a capital letter.
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(name.first ?? 0)
        && name.last != UInt8(ascii: ":") && isPlainASCII(name) == true
    }
    if isWord {
      columns.append(symbol, to: &text)
    } else {
      text.append(name(columns.symbols.string(symbol)))
    }
  }

  /// Adds a value as `value` writes it.
  static func append(value symbol: Symbol, of columns: Columns, to text: inout GrowingBuffer<UInt8>)
  {
    let isWord = columns.symbols.withBytes(of: symbol) { value in
      // Only one word of ASCII is no value.
      !value.isEmpty && value.first != UInt8(ascii: "o") && isPlainASCII(value) == true
    }
    if isWord {
      columns.append(symbol, to: &text)
    } else {
      text.append(value(columns.symbols.string(symbol)))
    }
  }

  /// Adds a message's name as `messageName` writes it, where each character in it means itself.
  ///
  /// - Parameter name: its code or its label; nil for the whole domain.
  /// - Returns: whether it was added.
  static func append(
    plainMessage domain: Symbol, _ name: Symbol?, of columns: Columns,
    to text: inout GrowingBuffer<UInt8>
  ) -> Bool {
    let symbols = columns.symbols
    guard symbols.withBytes(of: domain, { !$0.isEmpty && isPlainASCII($0) == true }) else {
      return false
    }
    guard let name else {
      columns.append(domain, to: &text)
      text.append(".*" as StaticString)
      return true
    }
    let isWord = symbols.withBytes(of: name) { name in
      !name.isEmpty && isPlainASCII(name) == true && !name.contains(UInt8(ascii: "."))
    }
    guard isWord else { return false }
    columns.append(domain, to: &text)
    text.append(UInt8(ascii: "."))
    columns.append(name, to: &text)
    return true
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

  /// Adds a path as a selector in a line of words.
  static func append(path: UnsafeBufferPointer<UInt8>, to text: inout GrowingBuffer<UInt8>) {
    if path.contains(where: isSeparator) {
      text.append(separated(String(decoding: path, as: UTF8.self)))
    } else {
      text.append(path)
    }
  }

  private static func separated(_ selector: String) -> String {
    var selector = selector
    if selector.withUTF8({ !$0.contains(where: isSeparator) }) { return selector }
    var text = ""
    for character in selector.unicodeScalars {
      // What a selector would take for something else, or a line for the end of the selector.
      if character.isASCII, isSeparator(UInt8(character.value)) { text += "\\" }
      text.unicodeScalars.append(character)
    }
    return text
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "("),
      UInt8(ascii: ")"):
      true
    default: false
    }
  }

  private static let outcomes = Message.Kind.allOutcomes.union(
    ["only", "via", "from", "provided", "missing"])

  /// In quotes, with everything escaped that could end them or act on a terminal.
  static func quoted(_ name: String) -> String {
    if name.utf8.allSatisfy({ needsNoEscapeInQuotes($0) }) { return "\"\(name)\"" }
    var text = "\""
    var previous: Unicode.Scalar?
    for scalar in name.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text += isShown(scalar, after: previous) ? String(Character(scalar)) : number(scalar)
      previous = scalar
    }
    return text + "\""
  }

  private static func needsNoEscapeInQuotes(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// With `\` before each character that would not mean itself.
  static func escaped(_ name: String) -> String {
    if isPlainASCII(name) == true { return name }
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

  /// By byte of ASCII: a bit that says whether it is a character that means itself.
  private static let meansItself = {
    var bits: (UInt64, UInt64) = (0, 0)
    for byte in UInt8(0x21)..<0x7F where !special.contains(Unicode.Scalar(byte)) {
      if byte < 64 { bits.0 |= 1 << byte } else { bits.1 |= 1 << (byte - 64) }
    }
    return bits
  }()

  /// Whether each character means itself; nil where some are beyond ASCII.
  private static func isPlainASCII(_ text: String) -> Bool? {
    var text = text
    return text.withUTF8 { isPlainASCII($0) }
  }

  private static func isPlainASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let (lower, upper) = meansItself
    var meaning: UInt64 = 1
    for byte in text {
      if byte >= 0x80 { return nil }
      meaning &= (byte < 64 ? lower : upper) &>> UInt64(byte)
    }
    return meaning == 1
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || SafeText.isPlain(scalar) && !scalar.properties.isWhitespace
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
    if let isPlain = isPlainASCII(text) { return isPlain && !text.isEmpty && text != "only" }
    guard let first = text.unicodeScalars.first, text != "only" else { return false }
    return isShown(first, after: nil)
      && text.unicodeScalars.allSatisfy { isShown($0) && !special.contains($0) }
  }
}
