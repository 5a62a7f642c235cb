import TextIO
import TreeAnalysis

/// Scans one line of a spec, byte by byte.
package struct LineScanner {
  package let bytes: [UInt8]
  package var place: Int
  /// The place of the last unescaped dot in the name that was scanned last.
  var lastDot: Int?

  init(_ bytes: [UInt8], from place: Int = 0) {
    self.bytes = bytes
    self.place = place
  }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Whether only a comment follows.
  var isAtEnd: Bool {
    mutating get {
      skipSpaces()
      return next == nil || isAtComment
    }
  }

  /// A comment begins with `#` and a space, at the start of the line or after a space.
  var isAtComment: Bool {
    guard next == UInt8(ascii: "#"), place == 0 || bytes[place - 1] == UInt8(ascii: " ") else {
      return false
    }
    return place + 1 == bytes.count || bytes[place + 1] == UInt8(ascii: " ")
  }

  /// Whether the next character looks like a space but isn't one.
  var beginsWithOddSpace: Bool {
    guard let next, next >= 0x80 else { return false }
    let rest = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
    return rest.unicodeScalars.first?.properties.isWhitespace ?? false
  }

  mutating func skipSpaces() {
    while next == UInt8(ascii: " ") { place += 1 }
  }

  /// The place of the next character that isn't a space; the spaces are consumed.
  package var start: Int {
    mutating get {
      skipSpaces()
      return place
    }
  }

  mutating func advance(_ count: Int = 1) { place = min(place + count, bytes.count) }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  /// Everything up to one of these bytes, or the end of the line.
  package mutating func text(until ends: String) -> String {
    let start = place
    while let byte = next, !ends.utf8.contains(byte) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// The next word, up to a space, without consuming it.
  var nextWord: (text: String, span: Span) {
    var copy = self
    let text = copy.text(until: " ")
    return (text, Span(start: place, end: copy.place))
  }

  /// Consumes the next word and the spaces before it.
  mutating func takeWord() -> (text: String, span: Span) {
    skipSpaces()
    let word = nextWord
    place = word.span.end
    return word
  }

  /// Consumes the next word and the spaces around it if it equals another; returns whether it does.
  mutating func takes(_ word: String) -> Bool {
    skipSpaces()
    var rest = self
    guard rest.text(until: " ]") == word else { return false }
    rest.skipSpaces()
    self = rest
    return true
  }

  /// Consumes the word `only` if it is next; refuses a similar word.
  mutating func takesOnly() throws(LineProblem) -> Bool {
    if takes("only") { return true }
    if let fault = MisplacedWords.fault(ofListBegin: self) { throw problemHere(fault) }
    return false
  }

  package func span(from start: Int) -> Span { Span(start: start, end: place) }

  /// A problem with the text from a place to the position; at least one byte.
  package func problem(from start: Int, _ fault: SpecFault) -> LineProblem {
    LineProblem(Span(start: start, end: max(place, start + 1)), fault)
  }

  /// A problem with the next word.
  func problemHere(_ fault: SpecFault) -> LineProblem { LineProblem(nextWord.span, fault) }

  /// A problem with an opening character that is never closed.
  func unclosed(_ name: SafeText, _ end: SafeText, from start: Int) -> LineProblem {
    LineProblem(Span(start: start, end: start + 1), "the \(name) is not closed; add '\(end)'")
  }

  /// Elements separated by commas.
  package mutating func list<Element>(
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

/// The lines of a spec that a person wrote, apart from the tree. They are found in the bytes, even
/// if the spec can't be parsed.
package struct HandwrittenLines {
  /// A group of lines, in the order of a sentence about them.
  package enum Kind: CaseIterable, Sendable {
    case comment, limit, exclusion, route, service, rule, moment
  }

  private var lines: [Kind: [String]] = [:]

  /// - Parameter bytes: the text of the spec.
  package init(_ bytes: some Sequence<UInt8>) {
    for line in Array(bytes).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let (statement, comment) = LineScanner.parts(of: Array(line))
      if let comment { lines[.comment, default: []].append(comment) }
      // After spaces, these words would be names of models.
      guard line.first != UInt8(ascii: " "),
        let word = statement.split(separator: " ").first,
        let kind = Directive(rawValue: String(word))?.handwrittenKind
      else { continue }
      lines[kind, default: []].append(statement)
    }
  }

  /// The number of lines of each kind that another spec lacks.
  package func lost(in other: HandwrittenLines) -> [(kind: Kind, count: Int)] {
    Kind.allCases.compactMap { kind in
      var left = other.lines[kind, default: []]
      let lost = lines[kind, default: []].count { line in
        guard let place = left.firstIndex(of: line) else { return true }
        left.remove(at: place)
        return false
      }
      return lost == 0 ? nil : (kind, lost)
    }
  }
}

extension Directive {
  fileprivate var handwrittenKind: HandwrittenLines.Kind? {
    switch self {
    case .treeSpec, .default: nil
    case .include, .let, .rule: .rule
    case .not: .exclusion
    case .limit, .name, .messages: .limit
    case .error, .bubble, .event: .route
    case .service: .service
    case .always, .never, .no: .moment
    }
  }
}

extension Spec {
  /// The number of a comment's last lines to show.
  private static let shownComment = 5

  /// The comment directly above a line, without indentation.
  package func comment(aboveLine number: Int) -> [String] {
    var lines: [String] = []
    for text in text[..<(number - 1)].reversed() {
      let parts = LineScanner.parts(of: Array(text.utf8))
      guard parts.statement.isEmpty, let comment = parts.comment, lines.count < Self.shownComment
      else { break }
      lines.append(comment)
    }
    return lines.reversed()
  }

  /// A line without its indentation and its comment.
  package func statement(ofLine number: Int) -> String {
    LineScanner.parts(of: Array(text[number - 1].utf8)).statement
  }
}

extension LineScanner {
  /// A line without surrounding spaces, and its comment.
  package static func parts(of bytes: [UInt8]) -> (statement: String, comment: String?) {
    var isQuoted = false
    let start = bytes.indices.first { place in
      if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      return bytes[place] == UInt8(ascii: "#") && !isQuoted
        && LineScanner(bytes, from: place).isAtComment
    }
    func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
      let words = bytes.drop { $0 == UInt8(ascii: " ") }
      let end = words.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? words.startIndex
      return String(decoding: words[..<end], as: UTF8.self)
    }
    return (trimmed(bytes[..<(start ?? bytes.endIndex)]), start.map { trimmed(bytes[$0...]) })
  }
}
