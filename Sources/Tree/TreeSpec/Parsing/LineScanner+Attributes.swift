import TextIO
import TreeAnalysis
import TreeSnapshot

// What stands in a line of the tree.
extension LineScanner {
  /// Refuses text that is probably not a name.
  func check(_ name: NamePattern, from start: Int) throws(LineProblem) {
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
  mutating func count() throws(LineProblem) -> TreeLine.Count {
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

  mutating func attribute() throws(LineProblem) -> Attribute {
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
    var attribute = Attribute(
      kind: kind, strictness: isNegated ? .absent : .some, span: span(from: open))
    switch kind {
    case .session, .unopened, .leaf: attribute.elements = isNegated ? [] : [.any]
    case .ordered: break
    case .label, .representation: attribute.elements = isNegated ? [] : [.name(try value(name))]
    case .handles, .raises, .services, .state: try parseList(of: &attribute)
    }
    skipSpaces()
    guard consume(UInt8(ascii: "]")) else {
      throw next == nil
        ? LineProblem(Span(start: open, end: open + 1), "the bracket isn't closed; add ']'")
        : problemHere("']' is expected here; a value with spaces needs quotes")
    }
    attribute.span = span(from: open)
    return attribute
  }

  /// `label=main`.
  private mutating func value(_ name: String) throws(LineProblem) -> NamePattern {
    skipSpaces()
    if consume(UInt8(ascii: "=")) {
      skipSpaces()
      let pattern = try self.name(until: "]")
      if !pattern.text.isEmpty { return pattern }
    }
    throw problemHere("a value is missing: write '[\(name)=…]', or '[!\(name)]' for none")
  }

  /// `handles a, b`, `handles only a, b`, `!handles`, `!handles a`.
  private mutating func parseList(of attribute: inout Attribute) throws(LineProblem) {
    let (kind, name) = (attribute.kind, attribute.kind.rawValue)
    skipSpaces()
    if next == UInt8(ascii: "=") {
      throw problem(from: place, "'\(name)' is a list, without '=': write '[\(name) …]'")
    }
    let start = place
    if takes("only") {
      if attribute.strictness == .absent {
        throw LineProblem(
          Span(start: start, end: start + 4), "'only' has no opposite; leave out '!' or 'only'")
      }
      attribute.strictness = .only
    }
    if next == UInt8(ascii: "]") || next == nil {
      if attribute.strictness == .absent { return }
      throw problemHere("nothing is listed; write '[!\(name)]' if there must be none")
    }
    var messageKind: Message.Kind?
    attribute.elements = try list { scanner throws(LineProblem) in
      switch kind {
      case .services: .name(try scanner.listedName())
      case .state: try scanner.listedState()
      default: try scanner.listedMessage(&messageKind, isRaised: kind == .raises)
      }
    }
  }

  private mutating func listedName() throws(LineProblem) -> NamePattern {
    let pattern = try name(until: ",]")
    if pattern.text.isEmpty { throw problemHere("a name is missing here") }
    return pattern
  }

  private mutating func listedState() throws(LineProblem) -> Attribute.Element {
    let start = place
    let key = try name(until: ",]=")
    guard let name = key.literal, !key.text.isEmpty else {
      throw problem(from: start, "a key of state is a name, without '*' and '?'")
    }
    guard consume(UInt8(ascii: "=")) else { return .state(key: name, value: nil) }
    let value = try self.name(until: ",]")
    if value.text.isEmpty {
      throw problem(from: start, "a value is missing; an empty one is written \"\"")
    }
    return .state(key: name, value: value)
  }

  /// `error NetworkErrors.101, NetworkErrors.102, event AppEvent.*`: a kind holds up to the next.
  private mutating func listedMessage(
    _ kind: inout Message.Kind?, isRaised: Bool
  ) throws(LineProblem) -> Attribute.Element {
    let start = place
    let word = nextWord
    if let next = Message.Kind(rawValue: word.text) {
      kind = next
      place = word.span.end
      skipSpaces()
    }
    guard let kind else {
      throw LineProblem(
        word.span,
        """
        the first message needs its kind before it: error, bubble or \
        event\(Hint.near(word.text, Message.Kind.allCases.map(\.rawValue)))
        """)
    }
    let name = try messageName(until: ",]")
    let span = span(from: start)
    if name.code == nil, name.wholeDomain == nil {
      throw LineProblem(
        span, "a subscription is named in full; 'Domain.*' is one for a whole domain")
    }
    if isRaised, name.code == nil {
      throw LineProblem(span, "what a model raises is named with its code")
    }
    return .message(kind, name, span)
  }
}
