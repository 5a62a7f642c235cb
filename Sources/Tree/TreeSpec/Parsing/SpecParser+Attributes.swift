import TextIO
import TreeAnalysis
import TreeSnapshot

// The brackets after a model's name.
extension LineScanner {
  mutating func parseAttribute(of line: inout SpecLine) throws(LineProblem) {
    let open = place
    advance()
    skipSpaces()
    let isNegated = consume(UInt8(ascii: "!"))
    let start = place
    let name = text(until: " =]")
    let nameSpan = span(from: start)
    guard let kind = AttributeKind(rawValue: name), kind != .name else {
      let isNear = AttributeKind.words.nearest(to: name) != nil
      throw LineProblem(
        nameSpan,
        name.isEmpty
          ? "an attribute's name is missing here: \(SpecFault.list(AttributeKind.words))"
          : (isNear ? nil : MisplacedWords.fault(ofRest: name))
            ?? .unknown("unknown attribute '\(name)'", name, AttributeKind.words))
    }
    if line.attribute(kind) != nil { throw LineProblem(nameSpan, "a second '\(name)'; keep one") }
    let claim: SpecAttribute.Claim
    switch kind {
    case .name, .session, .unopened, .leaf: claim = .flag(!isNegated)
    case .label, .representation, .source: claim = .value(try value(name, isNegated))
    case .handles, .raises:
      let list = try list(name, isNegated, mayBeOrdered: true) { scanner throws(LineProblem) in
        try scanner.subscriptions()
      }
      for element in list.elements where kind == .raises {
        guard case .wholeDomain = element.message else { continue }
        throw LineProblem(element.span, "what a model raises is named with its code")
      }
      claim = .messages(list)
    case .services:
      claim = .services(
        try list(name, isNegated) { scanner throws(LineProblem) in try scanner.names() })
    case .state:
      claim = .state(
        try list(name, isNegated) { scanner throws(LineProblem) in try scanner.states() })
    case .children, .attributes:
      if isNegated { throw LineProblem(nameSpan, "'\(name)' sets a mode, which has no opposite") }
      claim = .mode
      if kind == .attributes {
        line.unnamed = try unnamedAttributes()
      } else {
        line.mode = try childMode(inheriting: line.mode)
      }
    }
    skipSpaces()
    guard consume(UInt8(ascii: "]")) else {
      throw next == nil
        ? unclosed("bracket", "]", from: open)
        : problemHere("']' is expected here; a value with spaces needs quotes")
    }
    line.attributes.append(
      SpecAttribute(kind: kind, claim: claim, span: span(from: open)))
  }

  /// `label=main`, or `!label`.
  private mutating func value(_ name: String, _ isNegated: Bool) throws(LineProblem) -> SpecValue {
    if isNegated { return .absent }
    skipSpaces()
    if consume(UInt8(ascii: "=")) {
      skipSpaces()
      let pattern = try pattern(until: "]")
      if !pattern.text.isEmpty { return .fits(pattern) }
    }
    throw problemHere("a value is missing: write '[\(name)=…]', or '[!\(name)]' for none")
  }

  /// `handles a, b`, `handles only a, b`, `!handles`, `!handles a`.
  private mutating func list<Element>(
    _ name: String, _ isNegated: Bool, mayBeOrdered: Bool = false,
    _ elements: (inout LineScanner) throws(LineProblem) -> [Element]
  ) throws(LineProblem) -> SpecList<Element> {
    skipSpaces()
    if next == UInt8(ascii: "=") {
      throw problem(from: place, "'\(name)' is a list, without '=': write '[\(name) …]'")
    }
    let only = nextWord.span
    let isOnly = try takesOnly()
    if isOnly, isNegated {
      throw LineProblem(only, "'only' has no opposite; leave out '!' or 'only'")
    }
    let isOrdered = mayBeOrdered && !isNegated && takes("ordered")
    if next == UInt8(ascii: "]") || next == nil {
      if isNegated { return SpecList(strictness: .absent, elements: []) }
      throw problemHere("nothing is listed; write '[!\(name)]' where there must be none")
    }
    let listed = try elements(&self)
    return SpecList(
      strictness: isNegated ? .absent : isOnly ? .only : .some, isOrdered: isOrdered,
      elements: listed)
  }

  private mutating func names() throws(LineProblem) -> [NamePattern] {
    try list { scanner throws(LineProblem) in
      let pattern = try scanner.pattern(until: ",]")
      if pattern.text.isEmpty { throw scanner.problemHere("a name is missing here") }
      return pattern
    }
  }

  private mutating func states() throws(LineProblem) -> [SpecState] {
    try list { scanner throws(LineProblem) in
      let start = scanner.place
      let key = try scanner.pattern(until: ",]=")
      guard let name = key.literal, !key.text.isEmpty else {
        throw scanner.problem(from: start, "a key of state is written as it is, without patterns")
      }
      guard scanner.consume(UInt8(ascii: "=")) else { return SpecState(key: name, value: nil) }
      let value = try scanner.pattern(until: ",]")
      if value.text.isEmpty {
        throw scanner.problem(from: start, "a value is missing; an empty one is written \"\"")
      }
      return SpecState(key: name, value: value)
    }
  }

  /// `error NetworkErrors.101, NetworkErrors.102, event AppEvent.*`: a kind applies until the next.
  mutating func subscriptions() throws(LineProblem) -> [SpecSubscription] {
    var kind: Message.Kind?
    return try list { scanner throws(LineProblem) in
      let start = scanner.place
      let word = scanner.nextWord
      if let named = Message.Kind(rawValue: word.text) {
        kind = named
        scanner.advance(word.text.utf8.count)
        scanner.skipSpaces()
      }
      guard let kind else {
        throw LineProblem(
          word.span,
          """
          the first message needs its kind before it: error, bubble or \
          event\(SpecFault.addition(word.text, Message.Kind.allCases.map(\.rawValue)))
          """)
      }
      return try scanner.subscription(kind, from: start)
    }
  }

  private mutating func subscription(
    _ kind: Message.Kind, from start: Int
  ) throws(LineProblem) -> SpecSubscription {
    let nameStart = place
    let name = try messageName(until: ",]")
    let span = span(from: start)
    let text = name.pattern.text
    if text.isEmpty || name.isMalformed { throw problem(from: nameStart, .noMessageName) }
    if name.pattern.literal != nil {
      return SpecSubscription(kind: kind, message: .named(name), span: span, name: text)
    }
    // `Domain.*` is the whole domain; other patterns can't be subscriptions.
    if case .glob(let glob) = name.pattern.form, glob.elements.count > 1,
      glob.elements.suffix(2) == [.byte(UInt8(ascii: ".")), .anyCharacters],
      let domain = Glob(elements: glob.elements.dropLast(2)).literal
    {
      return SpecSubscription(kind: kind, message: .wholeDomain(domain), span: span, name: text)
    }
    throw LineProblem(span, "a subscription is named in full; 'Domain.*' is one for a whole domain")
  }
}

extension Glob {
  init(elements: ArraySlice<Element>) { self.init(elements: Array(elements)) }
}
