import TextIO
import TreeAnalysis
import TreeSnapshot

// The lines that aren't of the tree, after their first word.
extension LineScanner {
  /// - Parameter isExpectation: whether the line is about a message of a journal, which any model may raise.
  mutating func claim(
    _ word: Keyword, isExpectation: Bool
  ) throws(LineProblem) -> Statement.Claim {
    switch word {
    case .error: .route(try message(.error, isExpectation))
    case .bubble: .route(try message(.bubble, isExpectation))
    case .event: .route(try message(.event, isExpectation))
    case .service: .route(try service())
    case .not: .absent(try model(), except: try exceptedPlaces())
    case .some: .present(try model())
    case .limit: .limits(try limits())
    case .never: .never(try never())
    case .treeSpec: throw problemHere("'tree-spec' belongs in the first line only")
    }
  }

  // MARK: Messages

  /// `NetworkErrors.101 from $flow => AppAuthorizedSession via MainFlow`
  private mutating func message(
    _ kind: Message.Kind, _ isExpectation: Bool
  ) throws(LineProblem) -> RouteClaim {
    if isAtEnd || ["from", "=>", "except"].contains(nextWord.text) {
      throw problemHere("the \(kind.rawValue)'s name is missing, such as Domain.code")
    }
    let start = place
    let name = try messageName(until: "")
    let span = span(from: start)
    let except = try exceptedMessages()
    let word = nextWord
    let isFrom = takes("from")
    if !isFrom, word.text != "=>" {
      throw LineProblem(word.span, "'from' is expected here\(Hint.near(word.text, ["from"]))")
    }
    let claim = try route(.message(kind, name, except: except), span, isFrom: isFrom)
    if !isFrom, claim.limit == nil, kind != .event, !isExpectation {
      throw LineProblem(word.span, "'from' is missing: write 'from ** =>' for every model")
    }
    if claim.limit != nil, claim.outcome == .lost {
      throw LineProblem(span, "'within' needs a model that handles the message")
    }
    if claim.limit != nil || isExpectation, !claim.via.isEmpty {
      throw LineProblem(span, "a journal doesn't know 'via'; leave it out")
    }
    return claim
  }

  /// `APIClient from ** => AppAuthorizedSession`
  private mutating func service() throws(LineProblem) -> RouteClaim {
    skipSpaces()
    let start = place
    let name = try name(until: "")
    guard let service = name.literal, !name.text.isEmpty, name.text != "from" else {
      throw problem(from: start, "a service is named in full, such as APIClient")
    }
    let span = span(from: start)
    guard takes("from") else {
      throw problemHere("'from' is missing: write 'from ** =>' for every model")
    }
    return try route(.service(service), span, isFrom: true)
  }

  /// What follows the message or the service.
  private mutating func route(
    _ subject: RouteClaim.Subject, _ span: Span, isFrom: Bool
  ) throws(LineProblem) -> RouteClaim {
    var claim = RouteClaim(subject: subject, subjectSpan: span)
    if isFrom {
      claim.raisers = try model()
      claim.exceptRaisers = try exceptedPlaces()
    }
    skipSpaces()
    if next == UInt8(ascii: ",") {
      throw problem(from: place, "'from' takes one selector; write a line for each")
    }
    guard takes("=>") else {
      throw problemHere("'=>' is expected here, followed by the outcome")
    }
    let start = place
    try parseOutcome(of: &claim)
    claim.outcomeSpan = self.span(from: start)
    return claim
  }

  private mutating func parseOutcome(of claim: inout RouteClaim) throws(LineProblem) {
    let word = nextWord
    let kind = claim.subject.kind
    let (taken, lost) = kind.outcomes
    if let kind, Message.Kind.allOutcomes.contains(word.text), ![taken, lost].contains(word.text) {
      throw LineProblem(
        word.span, "\(kind.withArticle) is '\(taken)' or '\(lost)', not '\(word.text)'")
    }
    if word.text == taken || word.text == lost {
      place = word.span.end
      claim.outcome = word.text == taken ? .taken : .lost
    } else {
      claim.places = try places()
      if let wrong = claim.places.first(where: { $0.text == taken || $0.text == lost }) {
        throw LineProblem(wrong.span, "'\(wrong.text)' stands alone")
      }
    }
    if claim.outcome == .taken { claim.exceptPlaces = try exceptedPlaces() }
    guard let kind else { return }
    while !isAtEnd, try parseLimit(of: &claim, kind) {}
  }

  /// One of the words that may follow the outcome of a message; false for another.
  private mutating func parseLimit(
    of claim: inout RouteClaim, _ kind: Message.Kind
  ) throws(LineProblem) -> Bool {
    let word = nextWord
    switch word.text {
    case "only" where kind == .event && claim.outcome == .places && !claim.isOnly:
      claim.isOnly = true
      place = word.span.end
    case "only":
      throw LineProblem(
        word.span,
        kind == .event
          ? "write 'only' once, after the models that receive the event"
          : "'only' is for events; one model handles \(kind.withArticle)")
    case "via" where kind != .event && claim.via.isEmpty && claim.outcome != .lost:
      place = word.span.end
      claim.viaOnly = takes("only")
      claim.via = try places()
    case "via":
      throw LineProblem(
        word.span,
        kind == .event
          ? "an event reaches each model directly, and passes no others"
          : claim.outcome == .lost
            ? "'via' needs a model that handles the message"
            : "write 'via' once, after the model that handles the message")
    case "within" where claim.limit == nil:
      place = word.span.end
      claim.limit = try time()
    default:
      guard let near = ["only", "via", "within"].nearest(to: word.text) else { return false }
      throw LineProblem(word.span, "unknown word '\(word.text)'; did you mean '\(near)'?")
    }
    return true
  }

  // MARK: Models

  private mutating func exceptedMessages() throws(LineProblem) -> [MessagePattern] {
    try exceptions { scanner throws(LineProblem) in try scanner.messageName(until: ",") }
  }

  private mutating func exceptions<Element>(
    _ element: (inout LineScanner) throws(LineProblem) -> Element
  ) throws(LineProblem) -> [Element] {
    takes("except") ? try list(element) : []
  }

  private mutating func exceptedPlaces() throws(LineProblem) -> [Place] {
    try exceptions { scanner throws(LineProblem) in try scanner.model() }
  }

  private mutating func places() throws(LineProblem) -> [Place] {
    try list { scanner throws(LineProblem) in try scanner.model() }
  }

  /// A selector or a capture.
  private mutating func model() throws(LineProblem) -> Place {
    if isAtEnd { throw problemHere("a selector is missing here, such as MainFlow") }
    let start = place
    if next == UInt8(ascii: "$") {
      let name = try captureName(until: "")
      return Place(subject: .capture(name), text: "$\(name)", span: span(from: start))
    }
    let text = selectorText()
    let span = span(from: start)
    if let sign = text.first(where: { "\"()".contains($0) }), !text.contains("\\") {
      throw LineProblem(
        span, "'\(sign)' means nothing in a selector; write '\\\(sign)' for the character")
    }
    let selector: Selector
    do { selector = try Selector(text) } catch {
      throw LineProblem(span, "'\(error.selector)': \(error.problem)")
    }
    if selector.namesIDs {
      throw LineProblem(span, "ids differ from run to run; name the model, or capture it")
    }
    return Place(subject: .selector(selector), text: text, span: span)
  }

  /// Text up to an unescaped space or comma outside brackets.
  private mutating func selectorText() -> String {
    let start = place
    var isInBrackets = false
    while let byte = next {
      if byte == UInt8(ascii: "\\") { place += 1 }
      if byte == UInt8(ascii: "[") { isInBrackets = true }
      if byte == UInt8(ascii: "]") { isInBrackets = false }
      if !isInBrackets, byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") { break }
      place = min(place + 1, bytes.count)
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  // MARK: Sizes and times

  /// `depth <= 8, nodes <= 200`
  private mutating func limits() throws(LineProblem) -> [SizeLimit] {
    try list { scanner throws(LineProblem) in
      let start = scanner.place
      let name = scanner.text(until: " <>=,")
      let names = SizeLimit.Measure.allCases.map(\.rawValue)
      guard let measure = SizeLimit.Measure(rawValue: name) else {
        throw scanner.problem(
          from: start, "'\(name)' can't be limited\(Hint.nearOrAll(name, names))")
      }
      scanner.skipSpaces()
      let sign = scanner.place
      while let next = scanner.next, "<>=!".utf8.contains(next) { scanner.place += 1 }
      let text = String(decoding: scanner.bytes[sign..<scanner.place], as: UTF8.self)
      guard let comparison = SizeLimit.Comparison(rawValue: text) else {
        throw scanner.problem(from: sign, "a comparison is missing, such as 'depth <= 8'")
      }
      scanner.skipSpaces()
      let digits = scanner.place
      guard let limit = Int(scanner.text(until: " ,")), limit >= 0 else {
        throw scanner.problem(from: digits, "a number is missing here, such as 8")
      }
      return SizeLimit(measure: measure, comparison: comparison, limit: limit)
    }
  }

  /// `uncaught NetworkErrors.* except badResponse`, `leaked`, `slower 100 ms`
  private mutating func never() throws(LineProblem) -> NeverClaim {
    let words = Message.Kind.allCases.map(\.outcomes.lost) + ["leaked", "slower"]
    let word = takeWord()
    var claim = NeverClaim(what: .leaked, namesSpan: word.span)
    if let kind = Message.Kind.allCases.first(where: { $0.outcomes.lost == word.text }) {
      claim.what = .lost(kind)
    } else if word.text == "slower" {
      claim.what = .slower(try time())
    } else if word.text != "leaked" {
      throw LineProblem(
        word.span,
        "'never' is followed by \(words.joined(separator: ", "))\(Hint.near(word.text, words))")
    }
    if claim.what == .leaked { return claim }
    if !isAtEnd, nextWord.text != "except" {
      let start = place
      claim.names = try list { scanner throws(LineProblem) in
        try scanner.messageName(until: ",")
      }
      claim.namesSpan = span(from: start)
    }
    claim.exceptNames = try exceptedMessages()
    return claim
  }

  /// Parses `2 s` or `300ms`; returns nanoseconds.
  private mutating func time() throws(LineProblem) -> Int {
    skipSpaces()
    let start = place
    let number = text(until: " msh")
    let unit = takeWord()
    let lengths = ["ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9]
    guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let count = Double(number), let length = lengths[unit.text], count * length < 1e18
    else {
      throw problem(from: start, "a time is missing here, such as 2 s, 300 ms or 1 m")
    }
    return Int(count * length)
  }
}
