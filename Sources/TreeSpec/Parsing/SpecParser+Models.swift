import TreeAnalysis
import TreeSnapshot

// What stands behind a model's name.
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
        try parseAttribute(of: &line, &scanner)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "?"):
        let count = try modelCount(&scanner)
        if line.countSpan != nil {
          throw scanner.problem(from: start, "a second count; keep one")
        }
        line.countSpan = scanner.span(from: start)
        line.count = count
        continue
      default: break
      }
      let word = scanner.word
      guard word.text == "as" else { throw unexpected(word, first, line) }
      scanner.advance(2)
      scanner.skipSpaces()
      try parseCapture(of: &line, &scanner, from: start)
    }
  }

  private func unexpected(
    _ word: (text: String, span: Span), _ first: (text: String, span: Span), _ line: SpecLine
  ) -> LineProblem {
    let directives = Directive.allCases.map(\.rawValue)
    if directives.contains(first.text) {
      return LineProblem(
        span: first.span,
        message: "'\(first.text)' begins a line of its own at the left margin, not an indented one")
    }
    if let hint = Self.printedForm(of: word.text) {
      return LineProblem(span: word.span, message: hint)
    }
    let attributes = Self.attributeNames
    if let near = attributes.contains(word.text)
      ? word.text : nearest(to: word.text, among: attributes)
    {
      return LineProblem(
        span: word.span, message: "attributes stand in brackets: write '[\(near) …]'")
    }
    return LineProblem(
      span: word.span,
      message: "'\(word.text)' is not expected behind a model's name; there may be a count '{2}', "
        + "'?', 'as $name' and attributes '[…]', and a name with spaces stands in quotes")
  }

  /// What `print` shows behind a name, which a spec writes in another way.
  private static func printedForm(of word: String) -> String? {
    if word.hasPrefix("\"") { return "a label is written in brackets: [label=\(word)]" }
    let marks = ["(R)", "(E)", "(B)", "(Err)", "(S)"]
    return marks.contains(word)
      ? "what 'print' shows is no spec; 'print --as-spec' writes one" : nil
  }

  /// Refuses what was probably not meant as a name.
  func checkName(
    _ pattern: NamePattern, _ scanner: LineScanner, from start: Int
  ) throws(LineProblem) {
    let text = pattern.text
    if text.isEmpty {
      throw scanner.problemHere("a model's name must stand before '\(scanner.word.text)'")
    }
    if pattern.form == .glob(Glob(elements: [.anyCharacters, .anyCharacters])) {
      throw scanner.problem(
        from: start,
        "'**' would stand for one model; '...' allows any others, '*' is one of any "
          + "name")
    }
    if text.hasSuffix(":") {
      throw scanner.problem(
        from: start, "a model's name does not end in ':'; put it in quotes if it does")
    }
    if let first = text.unicodeScalars.first, "│├└─|`".unicodeScalars.contains(first) {
      throw scanner.problem(
        from: start,
        "branches are not drawn; indent with spaces, or let 'print --as-spec' write "
          + "the spec")
    }
  }

  /// `{2}`, `{1..3}`, `{1..}` or `?`.
  private func modelCount(_ scanner: inout LineScanner) throws(LineProblem) -> ModelCount {
    if scanner.consume(UInt8(ascii: "?")) { return ModelCount(least: 0, most: 1) }
    let start = scanner.place
    scanner.advance()
    let digits = scanner.text(until: "}")
    guard scanner.consume(UInt8(ascii: "}")) else {
      throw LineProblem(
        span: Span(start: start, end: start + 1),
        message: "the count is not closed; put a '}' behind")
    }
    func number(_ digits: some StringProtocol) -> Int? {
      let isNumber =
        !digits.isEmpty && digits.utf8.count < 10
        && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isNumber ? Int(digits) : nil
    }
    if let count = number(digits) { return ModelCount(least: count, most: count) }
    // `1..3` without its dots is 1, nothing and 3.
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 3, parts[1].isEmpty, let least = number(parts[0]) {
      if parts[2].isEmpty { return ModelCount(least: least, most: nil) }
      if let most = number(parts[2]), least <= most {
        return ModelCount(least: least, most: most)
      }
    }
    if digits.contains(":") || digits.contains("=") {
      throw scanner.problem(from: start, "state is written in brackets: [state key=value]")
    }
    throw scanner.problem(
      from: start, "'{\(digits)}' is no count; write {2}, {1..3} or {1..}, the smaller number first"
    )
  }

  private mutating func parseCapture(
    of line: inout SpecLine, _ scanner: inout LineScanner, from start: Int
  ) throws(LineProblem) {
    let nameStart = scanner.place
    guard scanner.consume(UInt8(ascii: "$")) else {
      throw scanner.problem(from: start, "a capture's name begins with '$': write 'as $name'")
    }
    let name = scanner.text(until: " [{?#,")
    guard Self.isCaptureName(name) else {
      throw scanner.problem(
        from: nameStart,
        "a capture's name is made of letters, digits, '-' and '_': write 'as $name'")
    }
    if line.capture != nil { throw scanner.problem(from: start, "a second capture; keep one") }
    if let other = captures[name] {
      throw scanner.problem(from: nameStart, "'$\(name)' is captured in line \(other) already")
    }
    captures[name] = line.number
    line.capture = name
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
