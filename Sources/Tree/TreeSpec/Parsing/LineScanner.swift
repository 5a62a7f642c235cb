import TextIO
import TreeAnalysis

/// Scans one line of a spec, byte by byte.
struct LineScanner {
  let bytes: [UInt8]
  var place: Int
  /// The place of the last unescaped dot in the name that was scanned last, in bytes of the name.
  private(set) var lastDot: Int?

  init(_ bytes: [UInt8], from place: Int = 0) {
    self.bytes = bytes
    self.place = place
  }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Whether only a comment follows. Spaces are skipped.
  var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return next == nil || isAtComment
    }
  }

  /// A comment begins with `#` and a space, at the start of the line or after a space.
  private var isAtComment: Bool {
    next == UInt8(ascii: "#") && (place == 0 || bytes[place - 1] == UInt8(ascii: " "))
      && (place + 1 == bytes.count || bytes[place + 1] == UInt8(ascii: " "))
  }

  mutating func skipSpaces() {
    while next == UInt8(ascii: " ") { place += 1 }
  }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  /// Everything up to one of these bytes, or the end of the line.
  mutating func text(until ends: String) -> String {
    let start = place
    while let byte = next, !ends.utf8.contains(byte) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// The next word, up to a space, without consuming it.
  var nextWord: (text: String, span: Span) {
    var copy = self
    copy.skipSpaces()
    let start = copy.place
    let text = copy.text(until: " ")
    return (text, Span(start: start, end: copy.place))
  }

  /// Consumes the next word.
  mutating func takeWord() -> (text: String, span: Span) {
    let word = nextWord
    place = word.span.end
    return word
  }

  /// Consumes the next word, with the spaces around it, if it equals another.
  mutating func takes(_ word: String) -> Bool {
    skipSpaces()
    var rest = self
    guard rest.text(until: " ]") == word else { return false }
    rest.skipSpaces()
    self = rest
    return true
  }

  func span(from start: Int) -> Span { Span(start: start, end: max(place, start + 1)) }

  /// A problem with the text from a place on.
  func problem(from start: Int, _ message: SafeText) -> LineProblem {
    LineProblem(span(from: start), message)
  }

  /// A problem with the next word.
  func problemHere(_ message: SafeText) -> LineProblem { LineProblem(nextWord.span, message) }

  /// Elements separated by commas.
  mutating func list<Element>(
    _ element: (inout LineScanner) throws(LineProblem) -> Element
  ) throws(LineProblem) -> [Element] {
    var elements: [Element] = []
    repeat {
      skipSpaces()
      elements.append(try element(&self))
      skipSpaces()
    } while consume(UInt8(ascii: ","))
    return elements
  }
}

// Names.
extension LineScanner {
  /// A name in quotes, or with `*` and `?`, up to a space or one of these bytes.
  mutating func name(until ends: String) throws(LineProblem) -> NamePattern {
    let start = place
    lastDot = nil
    var elements: [Glob.Element] = []
    func take(_ bytes: [UInt8]) { elements += bytes.map { .byte($0) } }
    if consume(UInt8(ascii: "\"")) {
      while next != UInt8(ascii: "\"") {
        guard let byte = next else {
          throw LineProblem(
            Span(start: start, end: start + 1), "the quotation mark isn't closed; add '\"'")
        }
        if byte == UInt8(ascii: ".") { lastDot = elements.count }
        if byte == UInt8(ascii: "\\") { take(try escaped()) } else { take([byte]); place += 1 }
      }
      place += 1
    } else {
      while let byte = next, byte != UInt8(ascii: " "), !ends.utf8.contains(byte) {
        switch byte {
        case UInt8(ascii: "\\"):
          take(try escaped())
          continue
        case UInt8(ascii: "*"): elements.append(.anyCharacters)
        case UInt8(ascii: "?"): elements.append(.anyCharacter)
        default:
          if byte == UInt8(ascii: ".") { lastDot = elements.count }
          take([byte])
        }
        place += 1
      }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    return NamePattern(Glob(elements: elements), text: text)
  }

  /// A message's name or a pattern, up to a space or one of these bytes.
  mutating func messageName(until ends: String) throws(LineProblem) -> MessagePattern {
    let start = place
    let pattern = try name(until: ends)
    let name = MessagePattern(pattern, dot: lastDot)
    // A quoted part may be empty.
    let lacksPart =
      pattern.glob.elements.isEmpty
      || !pattern.text.hasPrefix("\"")
        && (name.domain?.isEmpty == true || name.code?.isEmpty == true)
    if lacksPart {
      throw problem(
        from: start, "'\(pattern.text)' isn't a message; write Domain.code, or its label")
    }
    return name
  }

  /// The meaning of `\` and the next character.
  private mutating func escaped() throws(LineProblem) -> [UInt8] {
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
      throw problem(from: start, "this isn't a character; write its number as in \\u{1b}")
    }
    return Array(String(Character(scalar)).utf8)
  }

  /// The name after a `$`.
  mutating func captureName(until ends: String) throws(LineProblem) -> String {
    let start = place
    let name = consume(UInt8(ascii: "$")) ? text(until: " ,#" + ends) : ""
    let isName =
      !name.isEmpty
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    if isName { return name }
    throw problem(
      from: start, "a capture's name is '$' and letters, digits, '-' or '_': write '$name'")
  }
}

extension LineScanner {
  /// A line without surrounding spaces, and its comment.
  static func parts(of bytes: [UInt8]) -> (statement: String, comment: String?) {
    var isQuoted = false
    let start = bytes.indices.first { place in
      if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      return !isQuoted && LineScanner(bytes, from: place).isAtComment
    }
    func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
      let words = bytes.drop { $0 == UInt8(ascii: " ") }
      let end = words.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? words.startIndex
      return String(decoding: words[..<end], as: UTF8.self)
    }
    return (trimmed(bytes[..<(start ?? bytes.count)]), start.map { trimmed(bytes[$0...]) })
  }
}

extension Spec {
  /// The number of a comment's last lines to show.
  private static let shownComment = 5

  /// The comment directly above a line, without indentation.
  func comment(aboveLine number: Int) -> [SafeText] {
    var lines: [SafeText] = []
    for index in (0..<number - 1).reversed() {
      let parts = LineScanner.parts(of: text.bytes(ofLine: index))
      guard parts.statement.isEmpty, let comment = parts.comment, lines.count < Self.shownComment
      else { break }
      lines.append("\(comment)")
    }
    return lines.reversed()
  }

  /// A line without its indentation and its comment.
  package func statement(ofLine number: Int) -> String {
    LineScanner.parts(of: text.bytes(ofLine: number - 1)).statement
  }

  /// A fault of a part of a line.
  func fault(_ problem: LineProblem, line: Int) -> SpecError.Fault {
    SpecError.Fault(line: line, text: text[line - 1], problem)
  }

  /// A fault of a line as a whole.
  func fault(_ message: SafeText, line: Int) -> SpecError.Fault {
    let bytes = text.bytes(ofLine: line - 1)
    let indent = bytes.prefix { $0 == UInt8(ascii: " ") }.count
    return fault(LineProblem(Span(start: indent, end: bytes.count), message), line: line)
  }
}
