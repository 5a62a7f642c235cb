import TextIO
import TreeAnalysis

// Lines of the tree, and the dots that allow other models.
extension SpecParser {
  mutating func parseModel(
    _ scanner: inout LineScanner, _ first: (text: String, span: Span), _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    let parent = try parent(of: indent, first, number)
    if parent == nil, let problem = misspeltDirective(first, scanner) { throw problem }
    // Not the whole line: with a copy of it, its children couldn't grow in place.
    let (mode, unnamed) =
      parent.map { (lines[$0].mode, lines[$0].unnamed) }
      ?? (defaultMode ?? ChildMode(), defaultUnnamed ?? UnnamedAttributes())
    var line = SpecLine(
      number: number, indent: indent, parent: parent,
      pattern: NamePattern(form: .literal(""), text: ""),
      mode: mode, unnamed: unnamed)
    // Lines below belong to this line even if the rest of it is wrong.
    defer {
      if let parent {
        lines[parent].children.append(lines.count)
        if lines[parent].firstBelow == nil { lines[parent].firstBelow = (indent, number) }
      }
      open.append(lines.count)
      lines.append(line)
    }
    line.pattern = try scanner.pattern(until: "[{")
    try scanner.checkName(line.pattern, from: indent)
    line.nameSpan = scanner.span(from: indent)
    try parseParts(of: &line, &scanner, first)
    if parent == nil, line.count != .one {
      throw LineProblem(first.span, "a tree has one root; it takes no count")
    }
  }

  private mutating func parent(
    of indent: Int, _ first: (text: String, span: Span), _ number: Int
  ) throws(LineProblem) -> Int? {
    let before = open
    while let last = open.last, lines[last].indent >= indent { open.removeLast() }
    if let parent = open.last {
      if let (other, number) = lines[parent].firstBelow, other != indent {
        throw LineProblem(
          Span(start: 0, end: indent),
          "indented by \(indent), but its siblings by \(other) (line \(number))")
      }
      if open.count >= Spec.nestingLimit {
        throw LineProblem(
          first.span,
          "nested more than \(Spec.nestingLimit) levels deep; use 'deep' above")
      }
      return parent
    }
    if lines.isEmpty, indent == margin { return nil }
    if indent != margin {
      open = before
      throw LineProblem(
        Span(start: 0, end: indent),
        "indented, but no model above it can be its parent")
    }
    // A word at the margin that is neither a directive nor the root's name.
    throw unknownDirective(first)
      ?? LineProblem(
        first.span,
        """
        a tree has one root, here in line \(lines[0].number); indent what is below it \
        (directives are \(SpecFault.list(Directive.words.dropFirst())))
        """)
  }

  private func unknownDirective(_ first: (text: String, span: Span)) -> LineProblem? {
    if let fault = MisplacedWords.fault(of: first.text) { return LineProblem(first.span, fault) }
    guard Directive.words.nearest(to: first.text) != nil else { return nil }
    return LineProblem(
      first.span, .unknown("unknown directive '\(first.text)'", first.text, Directive.words))
  }

  /// A misspelled directive: a similar word, followed by text that can't follow a model's name.
  private func misspeltDirective(
    _ first: (text: String, span: Span), _ scanner: LineScanner
  ) -> LineProblem? {
    if first.text.hasPrefix("\"") || first.text.hasPrefix("/") { return nil }
    var rest = scanner
    rest.advance(first.text.utf8.count)
    if rest.isAtEnd || rest.nextWord.text == "as" { return nil }
    if let next = rest.next, [UInt8(ascii: "["), UInt8(ascii: "{")].contains(next) { return nil }
    return unknownDirective(first)
  }

  mutating func parseOpening(
    _ scanner: inout LineScanner, _ span: Span, _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    guard scanner.isAtEnd else { throw scanner.problemHere("'...' must be alone in its line") }
    guard let parent = try parent(of: indent, ("...", span), number) else {
      throw LineProblem(span, "'...' must be indented below the model that may have other children")
    }
    if let other = lines[parent].openLine {
      throw LineProblem(span, "line \(other) has '...' already")
    }
    if lines[parent].mode.completeness != .exact {
      throw LineProblem(
        span,
        """
        '...' changes nothing: the children are '\(lines[parent].mode.text)' here, which allows \
        others
        """)
    }
    lines[parent].openLine = number
    if lines[parent].firstBelow == nil { lines[parent].firstBelow = (indent, number) }
  }
}

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
    let parts = digits.split(separator: "..", omittingEmptySubsequences: false)
    if parts.count == 2, let least = number(parts[0]) {
      if parts[1].isEmpty { return ModelCount(least: least, most: nil) }
      if let most = number(parts[1]), least <= most { return ModelCount(least: least, most: most) }
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
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
  }
}
