import TreeAnalysis

/// Goes through one line of a spec, byte by byte, and knows where it is.
struct LineScanner {
  let bytes: [UInt8]
  private(set) var place: Int
  private let expressions: KnownExpressions

  init(
    _ bytes: [UInt8], from place: Int = 0, expressions: KnownExpressions = KnownExpressions()
  ) {
    self.bytes = bytes
    self.place = place
    self.expressions = expressions
  }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Whether nothing but a comment follows.
  var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return next == nil || isAtComment
    }
  }

  /// A comment begins with `#` and a space, at the start of the line or behind a space.
  var isAtComment: Bool {
    guard next == UInt8(ascii: "#"), place == 0 || bytes[place - 1] == UInt8(ascii: " ") else {
      return false
    }
    return place + 1 == bytes.count || bytes[place + 1] == UInt8(ascii: " ")
  }

  /// Whether a letter stands here that looks like a space.
  var beginsWithOddSpace: Bool {
    guard let next, next >= 0x80 else { return false }
    let rest = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
    return rest.unicodeScalars.first?.properties.isWhitespace ?? false
  }

  mutating func skipSpaces() {
    while next == UInt8(ascii: " ") { place += 1 }
  }

  mutating func advance(_ count: Int = 1) { place = min(place + count, bytes.count) }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  mutating func consume(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[place...].starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  /// Everything up to one of these bytes, or the end of the line.
  mutating func text(until ends: StaticString) -> String {
    let start = place
    let ends = UnsafeBufferPointer(start: ends.utf8Start, count: ends.utf8CodeUnitCount)
    while let byte = next, !ends.contains(byte) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// The word that stands here, up to a space, for a message or to look at; nothing is consumed.
  var word: (text: String, span: Span) {
    var copy = self
    let text = copy.text(until: " ")
    return (text, Span(start: place, end: copy.place))
  }

  func span(from start: Int) -> Span { Span(start: start, end: place) }

  /// A problem with what stands between a place and here; at least one byte.
  func problem(from start: Int, _ message: String) -> LineProblem {
    LineProblem(span: Span(start: start, end: max(place, start + 1)), message: message)
  }

  /// A problem with the word that stands here.
  func problemHere(_ message: String) -> LineProblem {
    LineProblem(span: word.span, message: message)
  }
}

/// The regular expressions of a spec: the same one is read once.
final class KnownExpressions {
  private var known: [String: NameExpression] = [:]

  func expression(_ text: String) throws(NameExpressionError) -> NameExpression {
    if let expression = known[text] { return expression }
    let expression = try NameExpression(text)
    known[text] = expression
    return expression
  }
}

// Names and patterns.
extension LineScanner {
  /// A pattern up to a space or one of `ends`: `"quoted"`, `/expression/`, or a glob.
  mutating func pattern(until ends: StaticString) throws(LineProblem) -> NamePattern {
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

  /// What stands between quotes, literally but for `\"`, `\\` and `\u{1b}`.
  mutating func quoted() throws(LineProblem) -> String {
    let start = place
    place += 1
    var name: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: name, as: UTF8.self)
      case UInt8(ascii: "\\"): name += try escaped()
      default:
        name.append(byte)
        place += 1
      }
    }
    throw LineProblem(
      span: Span(start: start, end: start + 1),
      message: "the quote is not closed; put a '\"' behind")
  }

  private mutating func expression() throws(LineProblem) -> NameExpression {
    let start = place
    place += 1
    while let byte = next, byte != UInt8(ascii: "/") {
      advance(byte == UInt8(ascii: "\\") ? 2 : 1)
    }
    let content = String(decoding: bytes[start + 1..<place], as: UTF8.self)
    if content.isEmpty, next == UInt8(ascii: "/") {
      throw LineProblem(
        span: Span(start: start, end: start + 2), message: "a comment begins with '# '")
    }
    guard consume(UInt8(ascii: "/")) else {
      throw LineProblem(
        span: Span(start: start, end: start + 1),
        message: "the regular expression is not closed; put a '/' behind")
    }
    do {
      return try expressions.expression(content)
    } catch {
      let offset = min(start + 1 + error.offset, place - 1)
      throw LineProblem(
        span: Span(start: offset, end: offset + 1),
        message: "regular expression: \(error.problem)")
    }
  }

  /// A message's name up to a space or one of `ends`. The last dot that stands
  /// behind no `\` parts the domain from the code.
  mutating func messageName(until ends: StaticString) throws(LineProblem) -> MessageName {
    let start = place
    let pattern = try pattern(until: ends)
    guard let literal = pattern.literal else { return MessageName(pattern: pattern) }
    // Where a dot is escaped, the text and the name differ; the dot is looked for in the text.
    var name: [UInt8] = []
    var dot: Int?
    var scanner = LineScanner(Array(bytes[..<place]), from: start)
    let isQuoted = scanner.consume(UInt8(ascii: "\""))
    while let byte = scanner.next {
      if byte == UInt8(ascii: "\\") {
        name += try scanner.escaped()
        continue
      }
      if isQuoted, byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: ".") { dot = name.count }
      name.append(byte)
      scanner.advance()
    }
    guard let dot else { return MessageName(pattern: pattern, bare: literal) }
    return MessageName(
      pattern: pattern, domain: String(decoding: name[..<dot], as: UTF8.self),
      code: String(decoding: name[(dot + 1)...], as: UTF8.self))
  }

  private mutating func glob(until ends: StaticString) throws(LineProblem) -> NamePattern.Form {
    let ends = UnsafeBufferPointer(start: ends.utf8Start, count: ends.utf8CodeUnitCount)
    if let name = plainName(ends) { return .literal(name) }
    var elements: [Glob.Element] = []
    while let byte = next, byte != UInt8(ascii: " "), !ends.contains(byte) {
      switch byte {
      case UInt8(ascii: "*"):
        elements.append(.anyCharacters)
        place += 1
      case UInt8(ascii: "?"):
        elements.append(.anyCharacter)
        place += 1
      case UInt8(ascii: "\\"): elements += try escaped().map { .byte($0) }
      default:
        elements.append(.byte(byte))
        place += 1
      }
    }
    let glob = Glob(elements: elements)
    return glob.literal.map { .literal($0) } ?? .glob(glob)
  }

  /// A name in which every letter stands for itself; nil, and nothing consumed, for another.
  private mutating func plainName(_ ends: UnsafeBufferPointer<UInt8>) -> String? {
    var end = place
    while end < bytes.count, bytes[end] != UInt8(ascii: " "), !ends.contains(bytes[end]) {
      let byte = bytes[end]
      if byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\") {
        return nil
      }
      end += 1
    }
    defer { place = end }
    return String(decoding: bytes[place..<end], as: UTF8.self)
  }

  /// What `\` stands for together with what follows it.
  mutating func escaped() throws(LineProblem) -> [UInt8] {
    let start = place
    place += 1
    guard let first = next else {
      throw problem(from: start, "'\\' at the end stands for nothing")
    }
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
      throw problem(from: start, "this is no character; write its number as in \\u{1b}")
    }
    return Array(String(Character(scalar)).utf8)
  }
}
