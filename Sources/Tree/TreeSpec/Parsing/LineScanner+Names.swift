import TextIO
import TreeAnalysis
import TreeSnapshot

// Names and patterns.
extension LineScanner {
  /// A pattern up to a space or one of `ends`: `"quoted"`, `/expression/`, or a glob.
  package mutating func pattern(until ends: String) throws(LineProblem) -> NamePattern {
    let start = place
    let form: NamePattern.Form
    if next == UInt8(ascii: "\"") {
      form = .literal(try quoted())
    } else if next == UInt8(ascii: "/") {
      form = .expression(try expression())
    } else {
      form = try glob(until: ends)
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    return NamePattern(form: form, text: text)
  }

  /// The text between quotes, literal except for `\"`, `\\`, and `\u{1b}`.
  package mutating func quoted() throws(LineProblem) -> String {
    let start = place
    place += 1
    lastDot = nil
    var name: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: name, as: UTF8.self)
      case UInt8(ascii: "\\"): name += try escaped()
      default:
        if byte == UInt8(ascii: ".") { lastDot = name.count }
        name.append(byte)
        place += 1
      }
    }
    throw unclosed("quotation mark", "\"", from: start)
  }

  private mutating func expression() throws(LineProblem) -> NameExpression {
    let start = place
    place += 1
    while let byte = next, byte != UInt8(ascii: "/") {
      advance(byte == UInt8(ascii: "\\") ? 2 : 1)
    }
    let content = String(decoding: bytes[start + 1..<place], as: UTF8.self)
    if content.isEmpty, next == UInt8(ascii: "/") {
      throw LineProblem(Span(start: start, end: start + 2), .commentWithoutSpace)
    }
    guard consume(UInt8(ascii: "/")) else { throw unclosed("regular expression", "/", from: start) }
    do {
      return try NameExpression(content)
    } catch {
      let offset = min(start + 1 + error.offset, place - 1)
      throw LineProblem(
        Span(start: offset, end: offset + 1),
        "regular expression: \(error.message)")
    }
  }

  /// A message's name up to a space or one of `ends`. The last unescaped dot separates the domain
  /// from the code.
  package mutating func messageName(until ends: String) throws(LineProblem) -> SpecMessageName {
    let pattern = try pattern(until: ends)
    guard let literal = pattern.literal else { return SpecMessageName(pattern: pattern) }
    guard let lastDot else { return SpecMessageName(pattern: pattern, bare: literal) }
    let name = Array(literal.utf8)
    return SpecMessageName(
      pattern: pattern, domain: String(decoding: name[..<lastDot], as: UTF8.self),
      code: String(decoding: name[(lastDot + 1)...], as: UTF8.self))
  }

  private mutating func glob(until ends: String) throws(LineProblem) -> NamePattern.Form {
    lastDot = nil
    var elements: [Glob.Element] = []
    while let byte = next, byte != UInt8(ascii: " "), !ends.utf8.contains(byte) {
      switch byte {
      case UInt8(ascii: "*"):
        elements.append(.anyCharacters)
        place += 1
      case UInt8(ascii: "?"):
        elements.append(.anyCharacter)
        place += 1
      case UInt8(ascii: "\\"): elements += try escaped().map { .byte($0) }
      default:
        if byte == UInt8(ascii: ".") { lastDot = elements.count }
        elements.append(.byte(byte))
        place += 1
      }
    }
    let glob = Glob(elements: elements)
    return glob.literal.map { .literal($0) } ?? .glob(glob)
  }

  /// The meaning of `\` and the next character.
  package mutating func escaped() throws(LineProblem) -> [UInt8] {
    let start = place
    place += 1
    guard let first = next else { throw problem(from: start, "'\\' at the end escapes nothing") }
    guard first == UInt8(ascii: "u"), place + 1 < bytes.count,
      bytes[place + 1] == UInt8(ascii: "{")
    else {
      // The whole character, however many bytes it has.
      var end = place + 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      defer { place = end }
      return Array(bytes[place..<end])
    }
    place += 2
    let digits = text(until: "} ")
    guard consume(UInt8(ascii: "}")), digits.utf8.count <= 8, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
    else {
      throw problem(from: start, "this is not a character; write its number as in \\u{1b}")
    }
    return Array(String(Character(scalar)).utf8)
  }
}

/// Words that people try in places where the language doesn't have them.
enum MisplacedWords {
  /// Words that other languages use in such places.
  private static let existence = ["exists", "exist", "existing", "present"]

  /// The fault of an invalid word that begins a line or follows a name; nil if it may be a name.
  package static func fault(of word: String) -> SpecFault? {
    if existence.contains(word.lowercased()) {
      return """
        unknown word '\(word)': a line of the tree that names a model says that it is there, \
        and 'default children: deep' above the tree, that others may be around it
        """
    }
    guard word == "only" || isNearlyOnly(word) else { return nil }
    let correction: SafeText =
      word == "only"
      ? "" : "unknown word '\(word)'; \(SpecFault.meant("only")) "
    return """
      \(correction)'only' stands before or behind a list: 'event … => A, B only', 'via only A', \
      'messages only …', '[handles only …]'
      """
  }

  /// The fault of a word after a statement.
  package static func fault(ofRest word: String) -> SpecFault? {
    Directive.words.contains(word)
      ? "'\(word)' begins a line of its own at the left margin" : fault(of: word)
  }

  /// The fault of a word before a list; nil if it is the list's first element.
  package static func fault(ofListBegin scanner: LineScanner) -> SpecFault? {
    let word = scanner.nextWord.text
    guard isNearlyOnly(word) else { return nil }
    var rest = scanner
    rest.advance(word.utf8.count)
    // An element may have a similar name; then the next element or nothing follows it.
    if rest.isAtEnd || rest.next == UInt8(ascii: "]") { return nil }
    return .unknown("unknown word '\(word)'", word, ["only"])
  }

  private static func isNearlyOnly(_ word: String) -> Bool {
    // Most words are longer than any similar one.
    word.utf8.count < 8 && word != "only" && word.first?.isLowercase == true
      && Message.Kind(rawValue: word) == nil && ["only"].nearest(to: word) != nil
  }
}
