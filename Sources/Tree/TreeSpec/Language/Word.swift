import TextIO

/// A word of a line: characters without a space or a comma, or with them in quotes or brackets; or a comma.
struct Word {
  typealias Line = ArraySlice<Unicode.Scalar>

  /// The text as written, and its characters, whose indices are their places in the line.
  let text: String
  let scalars: Line
  var span: Range<Int> { scalars.indices }
  var isQuoted: Bool { scalars.first == "\"" }

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
        throw LineProblem(start..<start + 1, "this isn't closed; add '\(closing)'")
      }
    }
    return rest.startIndex
  }

  /// The parts before and after the first `=`, neither of them empty.
  func parts() throws(LineProblem) -> (name: Word, value: Word?) {
    let end = try Self.end(of: scalars, before: "=")
    if end == scalars.endIndex { return (self, nil) }
    let parts = (name: Word(scalars[..<end]), value: Word(scalars[(end + 1)...]))
    for part in [parts.name, parts.value] where part.text.isEmpty {
      let place = part.span.lowerBound
      throw LineProblem(place..<place + 1, "a value is missing; an empty one is written \"\"")
    }
    return parts
  }

  /// The meaning of one of some words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ kind: SafeText, among choices: Set<Choice> = Set(Choice.allCases)
  ) throws(LineProblem) -> Choice {
    if let choice = Choice(rawValue: text), choices.contains(choice) { return choice }
    let names = Choice.allCases.filter(choices.contains).map(\.rawValue)
    throw LineProblem(span, "unknown \(kind) '\(text)'\(Hint.nearOrAll(text, names))")
  }
}
