import TextIO
import TreeAnalysis
import TreeSnapshot

// Lines of the tree, and the dots that allow other models.
extension SpecParser {
  mutating func parseModel(
    _ scanner: inout LineScanner, _ first: (text: String, span: Span), _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    let parent = try parent(of: indent, first, number)
    if parent == nil, let problem = misspelledKeyword(first, scanner) { throw problem }
    var line = TreeLine(
      number: number, indent: indent, parent: parent,
      name: NamePattern(Glob(elements: []), text: ""),
      isOrdered: spec.isOrdered)
    // Lines below belong to this line even if the rest of it is wrong.
    defer {
      if let parent { note(childOf: parent, indent, number, spec.lines.count) }
      open.append(spec.lines.count)
      spec.lines.append(line)
    }
    line.name = try scanner.name(until: "[{")
    try scanner.check(line.name, from: indent)
    line.nameSpan = scanner.span(from: indent)
    line.end = scanner.place
    while !scanner.isAtEnd {
      try parsePart(of: &line, &scanner, first)
      line.end = scanner.place
    }
    if parent == nil, line.count != TreeLine.Count() {
      throw LineProblem(first.span, "a tree has one root; it takes no count")
    }
  }

  private mutating func note(childOf parent: Int, _ indent: Int, _ number: Int, _ line: Int) {
    spec.lines[parent].children.append(line)
    if firstChildren[parent] == nil { firstChildren[parent] = (indent, number) }
  }

  /// The index of the line that a line is indented below; nil for the root.
  private mutating func parent(
    of indent: Int, _ first: (text: String, span: Span), _ number: Int
  ) throws(LineProblem) -> Int? {
    let outer = open.firstIndex { spec.lines[$0].indent >= indent } ?? open.count
    guard outer > 0 else {
      if spec.lines.isEmpty, indent == 0 { return nil }
      if indent > 0 {
        throw LineProblem(
          Span(start: 0, end: indent), "indented, but no model above it can be its parent")
      }
      throw unknownKeyword(first)
        ?? LineProblem(
          first.span,
          """
          a tree has one root, here in line \(spec.lines[0].number); indent what is below it (other \
          lines begin with \(Keyword.words.joined(separator: ", ")))
          """)
    }
    open.removeSubrange(outer...)
    let parent = open[outer - 1]
    if let (other, line) = firstChildren[parent], other != indent {
      throw LineProblem(
        Span(start: 0, end: indent),
        "indented by \(indent), but its siblings by \(other) (line \(line))")
    }
    if outer >= Spec.nestingLimit {
      throw LineProblem(
        first.span,
        "nested more than \(Spec.nestingLimit) levels deep; write a spec of a part of the tree")
    }
    return parent
  }

  private func unknownKeyword(_ first: (text: String, span: Span)) -> LineProblem? {
    let hint = Hint.near(first.text, Keyword.words)
    return hint.isEmpty
      ? nil : LineProblem(first.span, "'\(first.text)' begins no line of a spec\(hint)")
  }

  /// A misspelled first word, followed by text that can't follow a model's name.
  private func misspelledKeyword(
    _ first: (text: String, span: Span), _ scanner: LineScanner
  ) -> LineProblem? {
    var rest = scanner
    rest.place = first.span.end
    if first.text.hasPrefix("\"") || rest.isAtEnd || rest.nextWord.text == "as" { return nil }
    if let next = rest.next, "[{?".utf8.contains(next) { return nil }
    return unknownKeyword(first)
  }

  mutating func parseOpening(
    _ scanner: inout LineScanner, _ span: Span, _ indent: Int, _ number: Int
  ) throws(LineProblem) {
    scanner.place = span.end
    guard scanner.isAtEnd else { throw scanner.problemHere("'...' stands alone in its line") }
    guard indent > 0, let parent = try parent(of: indent, ("...", span), number) else {
      throw LineProblem(span, "indent '...' below the model that may have other children")
    }
    if let other = spec.lines[parent].opening {
      throw LineProblem(span, "line \(other) has '...' already")
    }
    spec.lines[parent].opening = number
    if firstChildren[parent] == nil { firstChildren[parent] = (indent, number) }
  }

  // MARK: After a model's name

  private mutating func parsePart(
    of line: inout TreeLine, _ scanner: inout LineScanner, _ first: (text: String, span: Span)
  ) throws(LineProblem) {
    let start = scanner.place
    switch scanner.next {
    case UInt8(ascii: "["):
      let attribute = try scanner.attribute()
      if line.attribute(attribute.kind) != nil {
        throw scanner.problem(from: start, "a second '\(attribute.kind.rawValue)'; keep one")
      }
      line.attributes.append(attribute)
      if attribute.kind == .ordered { line.isOrdered = attribute.claim.isSet }
    case UInt8(ascii: "{"), UInt8(ascii: "?"):
      let count = try scanner.count()
      if line.countSpan != nil { throw scanner.problem(from: start, "a second count; keep one") }
      (line.count, line.countSpan) = (count, scanner.span(from: start))
    default:
      let word = scanner.nextWord
      guard word.text == "as" else { throw unexpected(word, first) }
      scanner.place = word.span.end
      scanner.skipSpaces()
      let place = scanner.place
      let name = try scanner.captureName(until: "[{?")
      if line.capture != nil { throw scanner.problem(from: start, "a second capture; keep one") }
      if let other = spec.captures[name] {
        throw scanner.problem(
          from: place, "'$\(name)' is captured in line \(spec.lines[other].number) already")
      }
      line.capture = name
      spec.captures[name] = spec.lines.count
    }
  }

  private func unexpected(
    _ word: (text: String, span: Span), _ first: (text: String, span: Span)
  ) -> LineProblem {
    if Keyword(rawValue: first.text) != nil {
      return LineProblem(
        first.span, "'\(first.text)' begins a line of its own, at the left margin")
    }
    // The details that `print` shows after a name have another form in a spec.
    if word.text.hasPrefix("\"") {
      return LineProblem(word.span, "a label is written in brackets: [label=\(word.text)]")
    }
    if ["(R)", "(E)", "(B)", "(Err)", "(S)"].contains(word.text) {
      return LineProblem(
        word.span, "the output of 'print' isn't a spec; 'print --as-spec' writes one")
    }
    if word.text == "..." {
      return LineProblem(word.span, "'...' stands alone in a line, indented as a child")
    }
    let attributes = AttributeKind.allCases.map(\.rawValue)
    if let near = attributes.nearest(to: word.text) {
      return LineProblem(word.span, "attributes are written in brackets: '[\(near) …]'")
    }
    return LineProblem(
      word.span,
      """
      '\(word.text)' isn't expected after a model's name; a count ('{2}', '?'), 'as $name' and \
      attributes '[…]' may follow, and a name with spaces needs quotes
      """)
  }
}

extension Attribute.Claim {
  fileprivate var isSet: Bool { if case .flag(true) = self { true } else { false } }
}

extension LineScanner {
  /// Refuses text that is probably not a name.
  fileprivate func check(_ name: NamePattern, from start: Int) throws(LineProblem) {
    if name.text.isEmpty {
      throw problemHere("a model's name is missing before '\(nextWord.text)'")
    }
    if name.text == "**" {
      throw problem(
        from: start,
        "'**' would be the name of one model; '...' allows any others, '*' is one of any name")
    }
    if name.text.hasSuffix(":") {
      throw problem(from: start, "a model's name doesn't end in ':'; put it in quotes if it does")
    }
    if name.text.hasPrefix("/") {
      throw problem(
        from: start, "a name is written without '/'; '*' and '?' stand for any characters")
    }
    if let first = name.text.unicodeScalars.first, "│├└─|`".unicodeScalars.contains(first) {
      throw problem(
        from: start,
        "branches aren't drawn; indent with spaces, or let 'print --as-spec' write the spec")
    }
  }

  /// `{2}`, `{1..3}`, `{1..}` or `?`.
  fileprivate mutating func count() throws(LineProblem) -> TreeLine.Count {
    if consume(UInt8(ascii: "?")) { return TreeLine.Count(least: 0, most: 1) }
    let start = place
    place += 1
    let digits = text(until: "}")
    guard consume(UInt8(ascii: "}")) else {
      throw LineProblem(
        Span(start: start, end: start + 1), "the count isn't closed; add '}'")
    }
    func number(_ digits: some StringProtocol) -> Int? {
      let isNumber =
        !digits.isEmpty && digits.utf8.count < 10
        && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isNumber ? Int(digits) : nil
    }
    if let count = number(digits) { return TreeLine.Count(least: count, most: count) }
    let parts = digits.split(separator: "..", omittingEmptySubsequences: false)
    if parts.count == 2, let least = number(parts[0]) {
      if parts[1].isEmpty { return TreeLine.Count(least: least, most: nil) }
      if let most = number(parts[1]), least <= most {
        return TreeLine.Count(least: least, most: most)
      }
    }
    if digits.contains(":") || digits.contains("=") {
      throw problem(from: start, "state is written in brackets: [state key=value]")
    }
    throw problem(
      from: start,
      "'{\(digits)}' isn't a count; write {2}, {1..3} or {1..}, the smaller number first")
  }

  // MARK: Attributes

  fileprivate mutating func attribute() throws(LineProblem) -> Attribute {
    let open = place
    place += 1
    skipSpaces()
    let isNegated = consume(UInt8(ascii: "!"))
    let start = place
    let name = text(until: " =]")
    let names = AttributeKind.allCases.map(\.rawValue)
    guard let kind = AttributeKind(rawValue: name) else {
      throw problem(
        from: start,
        name.isEmpty
          ? "an attribute's name is missing here: \(names.joined(separator: ", "))"
          : "unknown attribute '\(name)'\(Hint.nearOrAll(name, names))")
    }
    let claim: Attribute.Claim =
      switch kind {
      case .session, .unopened, .leaf, .ordered: .flag(!isNegated)
      case .label, .representation: .value(try value(name, isNegated))
      case .handles, .raises:
        .messages(
          try list(name, isNegated) { scanner throws(LineProblem) in
            try scanner.listedMessages(isOfRaiser: kind == .raises)
          })
      case .services:
        .services(
          try list(name, isNegated) { scanner throws(LineProblem) in try scanner.listedNames() })
      case .state:
        .state(
          try list(name, isNegated) { scanner throws(LineProblem) in try scanner.listedStates() })
      }
    skipSpaces()
    guard consume(UInt8(ascii: "]")) else {
      throw next == nil
        ? LineProblem(Span(start: open, end: open + 1), "the bracket isn't closed; add ']'")
        : problemHere("']' is expected here; a value with spaces needs quotes")
    }
    return Attribute(kind: kind, claim: claim, span: span(from: open))
  }

  /// `label=main`, or `!label`.
  private mutating func value(
    _ name: String, _ isNegated: Bool
  ) throws(LineProblem) -> NamePattern? {
    if isNegated { return nil }
    skipSpaces()
    if consume(UInt8(ascii: "=")) {
      skipSpaces()
      let pattern = try self.name(until: "]")
      if !pattern.text.isEmpty { return pattern }
    }
    throw problemHere("a value is missing: write '[\(name)=…]', or '[!\(name)]' for none")
  }

  /// `handles a, b`, `handles only a, b`, `!handles`, `!handles a`.
  private mutating func list<Element>(
    _ name: String, _ isNegated: Bool,
    _ elements: (inout LineScanner) throws(LineProblem) -> [Element]
  ) throws(LineProblem) -> ListClaim<Element> {
    skipSpaces()
    if next == UInt8(ascii: "=") {
      throw problem(from: place, "'\(name)' is a list, without '=': write '[\(name) …]'")
    }
    let start = place
    let isOnly = takes("only")
    if isOnly, isNegated {
      throw LineProblem(
        Span(start: start, end: start + 4), "'only' has no opposite; leave out '!' or 'only'")
    }
    if next == UInt8(ascii: "]") || next == nil {
      if isNegated { return ListClaim(strictness: .absent, elements: []) }
      throw problemHere("nothing is listed; write '[!\(name)]' if there must be none")
    }
    return ListClaim(
      strictness: isNegated ? .absent : isOnly ? .only : .some, elements: try elements(&self))
  }

  private mutating func listedNames() throws(LineProblem) -> [NamePattern] {
    try list { scanner throws(LineProblem) in
      let pattern = try scanner.name(until: ",]")
      if pattern.text.isEmpty { throw scanner.problemHere("a name is missing here") }
      return pattern
    }
  }

  private mutating func listedStates() throws(LineProblem) -> [ListedState] {
    try list { scanner throws(LineProblem) in
      let start = scanner.place
      let key = try scanner.name(until: ",]=")
      guard let name = key.literal, !key.text.isEmpty else {
        throw scanner.problem(from: start, "a key of state is a name, without '*' and '?'")
      }
      guard scanner.consume(UInt8(ascii: "=")) else { return ListedState(key: name, value: nil) }
      let value = try scanner.name(until: ",]")
      if value.text.isEmpty {
        throw scanner.problem(from: start, "a value is missing; an empty one is written \"\"")
      }
      return ListedState(key: name, value: value)
    }
  }

  /// `error NetworkErrors.101, NetworkErrors.102, event AppEvent.*`: a kind holds up to the next.
  private mutating func listedMessages(isOfRaiser: Bool) throws(LineProblem) -> [ListedMessage] {
    var kind: Message.Kind?
    return try list { scanner throws(LineProblem) in
      let start = scanner.place
      let word = scanner.nextWord
      if let next = Message.Kind(rawValue: word.text) {
        kind = next
        scanner.place = word.span.end
        scanner.skipSpaces()
      }
      guard let kind else {
        throw LineProblem(
          word.span,
          """
          the first message needs its kind before it: error, bubble or \
          event\(Hint.near(word.text, Message.Kind.allCases.map(\.rawValue)))
          """)
      }
      let name = try scanner.messageName(until: ",]")
      let span = scanner.span(from: start)
      if name.code == nil, name.wholeDomain == nil {
        throw LineProblem(
          span, "a subscription is named in full; 'Domain.*' is one for a whole domain")
      }
      if isOfRaiser, name.code == nil {
        throw LineProblem(span, "what a model raises is named with its code")
      }
      return ListedMessage(kind: kind, name: name, span: span)
    }
  }
}
