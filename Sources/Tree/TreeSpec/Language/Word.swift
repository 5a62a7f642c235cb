import TextIO
import TreeAnalysis

/// A part of a line, in Unicode scalars.
package struct Span: Hashable, Sendable {
  package var start = 0
  package var end = 0
}

/// A word of a line: characters without a space or a comma, or with them in quotes or brackets; or a comma.
struct Word {
  typealias Line = ArraySlice<Unicode.Scalar>

  /// The text as written.
  let text: String
  let scalars: Line
  var span: Span { Span(start: scalars.startIndex, end: scalars.endIndex) }

  init(_ scalars: Line) {
    self.scalars = scalars
    text = String(String.UnicodeScalarView(scalars))
  }

  /// What ends a word, and a word of a line of the tree: a count or an attribute may follow at once.
  static let ends = " ,"
  static let endsInTree = " ,[{"

  /// The words up to a comment.
  static func words(of line: Line, ends: String = Self.ends) throws(LineProblem) -> [Word] {
    var words: [Word] = []
    var rest = line
    while true {
      rest = rest.drop { $0 == " " }
      if rest.isEmpty || isComment(rest) { return words }
      let end = rest.first == "," ? rest.startIndex + 1 : try end(of: rest, before: ends)
      words.append(Word(rest[..<end]))
      rest = rest[end...]
    }
  }

  /// Whether a text begins with `#` and a space.
  static func isComment(_ text: some Collection<Unicode.Scalar>) -> Bool {
    text.first == "#" && text.dropFirst().first ?? " " == " "
  }

  /// The place of the first of some characters that isn't escaped, in quotes or in brackets, or the end.
  private static func end(of line: Line, before signs: String) throws(LineProblem) -> Int {
    var rest = line
    var last: Unicode.Scalar = " "
    while let scalar = rest.first,
      !signs.unicodeScalars.contains(scalar)
        || rest.startIndex == line.startIndex && signs == Self.endsInTree
    {
      let start = rest.startIndex
      rest.removeFirst()
      // Within a name, a quotation mark has no meaning; in quotes, nothing has.
      let isQuote = scalar == "\"" && " =,[".unicodeScalars.contains(last)
      let closing: Unicode.Scalar? =
        signs == "\"" ? nil : scalar == "[" ? "]" : isQuote ? "\"" : nil
      last = scalar
      if scalar == "\\" { _ = rest.takeEscaped() }
      guard let closing else { continue }
      rest = rest[try end(of: rest, before: String(closing))...]
      if rest.popFirst() == nil {
        throw LineProblem(Span(start: start, end: start + 1), "this isn't closed; add '\(closing)'")
      }
    }
    return rest.startIndex
  }

  /// The parts before and after the first `=`.
  func parts() throws(LineProblem) -> (name: Word, value: Word?) {
    let end = try Self.end(of: scalars, before: "=")
    if end == scalars.endIndex { return (self, nil) }
    return (Word(scalars[..<end]), Word(scalars[(end + 1)...]))
  }
}

extension Word.Line {
  /// Takes the character that `\` escapes, or that `\u{1b}` names; nil if there is none.
  fileprivate mutating func takeEscaped() -> Unicode.Scalar? {
    guard starts(with: "u{".unicodeScalars), let end = firstIndex(of: "}") else {
      return popFirst()
    }
    let digits = String(String.UnicodeScalarView(self[(startIndex + 2)..<end]))
    self = self[(end + 1)...]
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }
}

extension NamePattern {
  /// Reads a name in quotes, or with `*` and `?`.
  init(_ word: Word) throws(LineProblem) {
    let isQuoted = word.scalars.count > 1 && word.scalars.first == "\"" && word.scalars.last == "\""
    var rest = isQuoted ? word.scalars.dropFirst().dropLast() : word.scalars
    var elements: [Glob.Element] = []
    var dot: Int?
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*" where !isQuoted: elements.append(.anyCharacters)
      case "?" where !isQuoted: elements.append(.anyCharacter)
      case "\\":
        let start = rest.startIndex - 1
        guard let escaped = rest.takeEscaped() else {
          throw LineProblem(
            Span(start: start, end: max(rest.startIndex, start + 1)),
            "'\\' escapes a character, or begins its number, as in \\u{1b}")
        }
        elements += String(escaped).utf8.map { .byte($0) }
      default:
        if scalar == "." { dot = elements.count }
        elements += String(scalar).utf8.map { .byte($0) }
      }
    }
    self.init(Glob(elements: elements), text: word.text, dot: dot)
  }
}

extension MessagePattern {
  /// Reads a message's name or a pattern.
  init(_ word: Word) throws(LineProblem) {
    self.init(try NamePattern(word), word.span)
    // A part in quotes may be empty.
    if word.scalars.first != "\"", domain?.isEmpty == true || code?.isEmpty == true {
      throw LineProblem(
        span, "'\(word.text)' isn't a message; write Domain.code, or its label")
    }
  }
}
