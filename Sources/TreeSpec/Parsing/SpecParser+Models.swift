import TextIO
import TreeAnalysis
import TreeSnapshot

// The part of a line after a model's name.
extension SpecParser {
  mutating func parseParts(
    of line: inout SpecLine, _ scanner: inout LineScanner, _ first: (text: String, span: Span)
  ) throws(LineProblem) {
    line.partsEnd = scanner.place
    while !scanner.isAtEnd {
      let start = scanner.place
      defer { line.partsEnd = scanner.place }
      switch scanner.next {
      case UInt8(ascii: "["):
        try scanner.parseAttribute(of: &line)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "?"):
        let count = try scanner.modelCount()
        if line.countSpan != nil { throw scanner.problem(from: start, "a second count; keep one") }
        line.countSpan = scanner.span(from: start)
        line.count = count
        continue
      default: break
      }
      let word = scanner.nextWord
      guard word.text == "as" else { throw unexpected(word, first, line) }
      scanner.advance(2)
      scanner.skipSpaces()
      try parseCapture(of: &line, &scanner, from: start)
    }
  }

  private func unexpected(
    _ word: (text: String, span: Span), _ first: (text: String, span: Span), _ line: SpecLine
  ) -> LineProblem {
    if Directive.words.contains(first.text) {
      return LineProblem(
        first.span,
        "'\(first.text)' begins a line of its own at the left margin, not an indented one")
    }
    if let fault = MisplacedWords.fault(of: first.text) { return LineProblem(first.span, fault) }
    // The details that `print` shows after a name have another form in a spec.
    if word.text.hasPrefix("\"") {
      return LineProblem(word.span, "a label is written in brackets: [label=\(word.text)]")
    }
    if ["(R)", "(E)", "(B)", "(Err)", "(S)"].contains(word.text) {
      return LineProblem(
        word.span,
        "what 'print' shows is not a spec; 'print --as-spec' writes one")
    }
    let attributes = AttributeKind.words
    let isAttribute = attributes.contains(word.text)
    if let near = isAttribute ? word.text : attributes.nearest(to: word.text) {
      return LineProblem(word.span, "attributes are written in brackets: '[\(near) …]'")
    }
    return LineProblem(
      word.span,
      MisplacedWords.fault(ofRest: word.text) ?? """
        '\(word.text)' is not expected after a model's name; a count ('{2}', '?'), 'as $name' \
        and attributes '[…]' may follow, and a name with spaces needs quotes
        """)
  }

  private mutating func parseCapture(
    of line: inout SpecLine, _ scanner: inout LineScanner, from start: Int
  ) throws(LineProblem) {
    let nameStart = scanner.place
    guard scanner.consume(UInt8(ascii: "$")) else {
      throw scanner.problem(from: start, "a capture's name begins with '$': write 'as $name'")
    }
    let name = scanner.text(until: " [{?#,")
    guard LineScanner.isCaptureName(name) else {
      throw scanner.problem(from: nameStart, .captureName)
    }
    if line.capture != nil { throw scanner.problem(from: start, "a second capture; keep one") }
    if let other = captures[name] {
      throw scanner.problem(from: nameStart, .takenCapture(name, line: other))
    }
    captures[name] = line.number
    line.capture = name
  }
}

extension LineScanner {
  /// Refuses text that is probably not a name.
  func checkName(_ pattern: NamePattern, from start: Int) throws(LineProblem) {
    let text = pattern.text
    if text.isEmpty { throw problemHere("a model's name is missing before '\(nextWord.text)'") }
    if pattern.form == .glob(Glob(elements: [.anyCharacters, .anyCharacters])) {
      throw problem(
        from: start,
        "'**' would be the name of one model; '...' allows any others, '*' is one of any name")
    }
    if text.hasSuffix(":") {
      throw problem(from: start, "a model's name does not end in ':'; put it in quotes if it does")
    }
    if let first = text.unicodeScalars.first, "│├└─|`".unicodeScalars.contains(first) {
      throw problem(
        from: start,
        "branches are not drawn; indent with spaces, or let 'print --as-spec' write the spec")
    }
  }

  /// `{2}`, `{1..3}`, `{1..}` or `?`.
  mutating func modelCount() throws(LineProblem) -> ModelCount {
    if consume(UInt8(ascii: "?")) { return ModelCount(least: 0, most: 1) }
    let start = place
    advance()
    let digits = text(until: "}")
    guard consume(UInt8(ascii: "}")) else { throw unclosed("count", "}", from: start) }
    func number(_ digits: some StringProtocol) -> Int? {
      let isNumber =
        !digits.isEmpty && digits.utf8.count < 10
        && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isNumber ? Int(digits) : nil
    }
    if let count = number(digits) { return ModelCount(least: count, most: count) }
    // `1..3` splits at its dots into 1, an empty part, and 3.
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 3, parts[1].isEmpty, let least = number(parts[0]) {
      if parts[2].isEmpty { return ModelCount(least: least, most: nil) }
      if let most = number(parts[2]), least <= most { return ModelCount(least: least, most: most) }
    }
    if digits.contains(":") || digits.contains("=") {
      throw problem(from: start, "state is written in brackets: [state key=value]")
    }
    throw problem(
      from: start,
      "'{\(digits)}' is not a count; write {2}, {1..3} or {1..}, the smaller number first")
  }

  static func isCaptureName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

/// Words that people try in places where the language doesn't have them.
enum MisplacedWords {
  /// Words that other languages use in such places.
  private static let existence = ["exists", "exist", "existing", "present"]

  /// The fault of an invalid word that begins a line or follows a name; nil if it may be a name.
  static func fault(of word: String) -> SpecFault? {
    if existence.contains(word.lowercased()) {
      return """
        unknown word '\(word)': a line of the tree that names a model says that it is there, \
        and 'default children: deep' above the tree, that others may be around it
        """
    }
    guard word == "only" || isNearlyOnly(word) else { return nil }
    let correction: SpecSuggestion =
      word == "only"
      ? ""
      : SpecSuggestion(
        "unknown word '\(word)'; did you mean 'only'? ",
        SpecCorrection(wrong: word, right: "only"))
    return """
      \(correction)'only' stands before or behind a list: 'event … => A, B only', 'via only A', \
      'messages only …', '[handles only …]'
      """
  }

  /// The fault of a word after a statement.
  static func fault(ofRest word: String) -> SpecFault? {
    Directive.words.contains(word)
      ? "'\(word)' begins a line of its own at the left margin" : fault(of: word)
  }

  /// The fault of a word before a list; nil if it is the list's first element.
  static func fault(ofListBegin scanner: LineScanner) -> SpecFault? {
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
