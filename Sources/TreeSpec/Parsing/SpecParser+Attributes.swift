import TextIO
import TreeAnalysis
import TreeSnapshot

// The brackets after a model's name.
extension SpecParser {
  mutating func parseAttribute(
    of line: inout SpecLine, _ scanner: inout LineScanner
  ) throws(LineProblem) {
    let open = scanner.place
    scanner.advance()
    scanner.skipSpaces()
    let isNegated = scanner.consume(UInt8(ascii: "!"))
    let start = scanner.place
    let name = scanner.text(until: " =]")
    let nameSpan = scanner.span(from: start)
    if line.attributes.places[name] != nil {
      throw LineProblem(nameSpan, "a second '\(name)'; keep one")
    }
    switch name {
    case "session": line.attributes.isSession = !isNegated
    case "leaf": line.attributes.isLeaf = !isNegated
    case "label": line.attributes.label = try value(name, isNegated, &scanner)
    case "representation": line.attributes.representation = try value(name, isNegated, &scanner)
    case "source": line.attributes.source = try value(name, isNegated, &scanner)
    case "handles":
      line.attributes.handles = try list(
        name, isNegated, &scanner, mayBeOrdered: true, subscriptions)
    case "raises":
      let raises = try list(name, isNegated, &scanner, mayBeOrdered: true, subscriptions)
      line.attributes.raises = raises
      for element in raises.elements {
        guard case .wholeDomain = element.message else { continue }
        throw LineProblem(element.span, "what a model raises is named with its code")
      }
    case "services": line.attributes.services = try list(name, isNegated, &scanner, names)
    case "state": line.attributes.state = try list(name, isNegated, &scanner, states)
    case "children" where !isNegated:
      let written = try childMode(&scanner)
      line.mode = written.mode(inheriting: line.mode)
      line.inheritsCompleteness = written.completeness == nil
    case "attributes" where !isNegated:
      line.unnamed = try unnamedAttributes(&scanner)
    case "children", "attributes":
      throw LineProblem(nameSpan, "'\(name)' sets a mode, which has no opposite")
    case "":
      throw LineProblem(
        nameSpan,
        "an attribute's name is missing here: \(SpecFault.list(SpecAttributes.words))")
    default:
      throw LineProblem(
        nameSpan,
        (SpecAttributes.words.nearest(to: name) == nil ? MisplacedWords.fault(ofRest: name) : nil)
          ?? .unknown("unknown attribute '\(name)'", name, SpecAttributes.words))
    }
    scanner.skipSpaces()
    guard scanner.consume(UInt8(ascii: "]")) else {
      throw scanner.next == nil
        ? scanner.unclosed("bracket", "]", from: open)
        : scanner.problemHere("']' is expected here; a value with spaces needs quotes")
    }
    line.attributes.places[name] = scanner.span(from: open)
  }

  /// `label=main`, or `!label`.
  private func value(
    _ name: String, _ isNegated: Bool, _ scanner: inout LineScanner
  ) throws(LineProblem) -> SpecValue {
    if isNegated { return .absent }
    scanner.skipSpaces()
    guard scanner.consume(UInt8(ascii: "=")) else {
      throw scanner.problemHere("a value is missing: write '[\(name)=…]', or '[!\(name)]' for none")
    }
    scanner.skipSpaces()
    let pattern = try scanner.pattern(until: "]")
    if pattern.text.isEmpty {
      throw scanner.problemHere("a value is missing: write '[\(name)=…]', or '[!\(name)]' for none")
    }
    return .fits(pattern)
  }

  /// `handles a, b`, `handles only a, b`, `!handles`, `!handles a`.
  private func list<Element>(
    _ name: String, _ isNegated: Bool, _ scanner: inout LineScanner, mayBeOrdered: Bool = false,
    _ elements: (inout LineScanner) throws(LineProblem) -> [Element]
  ) throws(LineProblem) -> SpecList<Element> {
    scanner.skipSpaces()
    if scanner.next == UInt8(ascii: "=") {
      throw scanner.problem(
        from: scanner.place,
        "'\(name)' is a list, without '=': write '[\(name) …]'")
    }
    let only = scanner.word
    let isOnly = only.text == "only" || only.text == "only]"
    if isOnly {
      if isNegated {
        throw LineProblem(only.span, "'only' has no opposite; leave out '!' or 'only'")
      }
      scanner.advance(4)
      scanner.skipSpaces()
    } else if let fault = MisplacedWords.fault(ofListBegin: scanner) {
      throw LineProblem(only.span, fault)
    }
    let isOrdered = mayBeOrdered && !isNegated && scanner.word.text == "ordered"
    if isOrdered {
      scanner.advance(7)
      scanner.skipSpaces()
    }
    if scanner.next == UInt8(ascii: "]") || scanner.next == nil {
      if isNegated { return SpecList(strictness: .absent, elements: []) }
      throw scanner.problemHere("nothing is listed; write '[!\(name)]' where there must be none")
    }
    let listed = try elements(&scanner)
    return SpecList(
      strictness: isNegated ? .absent : isOnly ? .only : .some, isOrdered: isOrdered,
      elements: listed)
  }

  private func names(_ scanner: inout LineScanner) throws(LineProblem) -> [NamePattern] {
    try scanner.list { scanner throws(LineProblem) in
      let pattern = try scanner.pattern(until: ",]")
      if pattern.text.isEmpty { throw scanner.problemHere("a name is missing here") }
      return pattern
    }
  }

  private func states(_ scanner: inout LineScanner) throws(LineProblem) -> [SpecState] {
    try scanner.list { scanner throws(LineProblem) in
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

  /// `error NetworkErrors.101, NetworkErrors.102, event AppEvent.*`: a kind holds until the next.
  func subscriptions(
    _ scanner: inout LineScanner
  ) throws(LineProblem) -> [SpecSubscription] {
    var kind: Message.Kind?
    return try scanner.list { scanner throws(LineProblem) in
      let start = scanner.place
      let word = scanner.word
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
      return try subscription(kind, &scanner, from: start)
    }
  }

  private func subscription(
    _ kind: Message.Kind, _ scanner: inout LineScanner, from start: Int
  ) throws(LineProblem) -> SpecSubscription {
    let nameStart = scanner.place
    let name = try scanner.messageName(until: ",]")
    let span = scanner.span(from: start)
    let text = name.pattern.text
    if text.isEmpty || name.isMalformed { throw scanner.problem(from: nameStart, .noMessageName) }
    if name.pattern.literal != nil {
      return SpecSubscription(kind: kind, message: .named(name), span: span, name: text)
    }
    // `Domain.*` is the whole domain; no other pattern is a subscription.
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
