import TextIO
import TreeAnalysis
import TreeSnapshot

// The lines about messages and services.
extension LineScanner {
  /// `NetworkErrors.101 from $flow => AppAuthorizedSession via MainFlow`
  ///
  /// - Parameter mayLackRaiser: whether the raiser is optional, so that any model may raise it.
  mutating func route(
    _ kind: Message.Kind, mayLackRaiser: Bool = false
  ) throws(LineProblem) -> RouteClaim {
    skipSpaces()
    if ["", "from", "=>", "except"].contains(nextWord.text) {
      throw problemHere("the \(kind.rawValue)'s name is missing, such as Domain.code")
    }
    let start = place
    let name = try messageName(until: "")
    let span = span(from: start)
    if name.isMalformed { throw LineProblem(span, .badMessage(name)) }
    var claim = RouteClaim(kind: kind, name: name, nameSpan: span, outcome: .places)
    claim.exceptNames = try exceptedMessages()
    // Without `within`, a raiser is required.
    var missing: LineProblem?
    if try consumeFrom(kind) {
      claim.raisers = try place()
      claim.exceptRaisers = try exceptedPlaces()
      try expectOnePlace()
      try expectArrow()
    } else {
      if kind != .event, !mayLackRaiser { missing = problemHere(.missingFrom) }
      advance(2)
      if missing != nil, isAtEnd { throw missing ?? problemHere(.missingFrom) }
    }
    try parseOutcome(of: &claim)
    if let missing, claim.limit == nil { throw missing }
    if claim.limit != nil, claim.outcome == .lost || !claim.via.isEmpty {
      throw LineProblem(span, .limitedRoute)
    }
    return claim
  }

  /// A message in a list.
  mutating func listedMessage() throws(LineProblem) -> SpecMessageName {
    let start = place
    let name = try messageName(until: ",")
    if name.isMalformed { throw problem(from: start, .badMessage(name)) }
    return name
  }

  mutating func exceptedMessages() throws(LineProblem) -> [SpecMessageName] {
    try exceptions { scanner throws(LineProblem) in try scanner.listedMessage() }
  }

  /// Consumes `from` if it is the next word; `=>` isn't consumed.
  private mutating func consumeFrom(_ kind: Message.Kind) throws(LineProblem) -> Bool {
    if takes("from") { return true }
    let next = nextWord
    if next.text == "=>" { return false }
    throw LineProblem(
      next.span,
      """
      'from'\(kind == .event ? " or '=>'" : "") is expected \
      here\(SpecFault.addition(next.text, ["from"]))
      """)
  }

  private mutating func expectOnePlace() throws(LineProblem) {
    skipSpaces()
    if next == UInt8(ascii: ",") {
      throw problem(from: place, "'from' takes one selector; write a line for each")
    }
  }

  private mutating func expectArrow() throws(LineProblem) {
    skipSpaces()
    guard bytes[place...].starts(with: "=>".utf8) else {
      throw problemHere("'=>' is expected here, and after it the outcome")
    }
    advance(2)
  }

  private mutating func parseOutcome(of claim: inout RouteClaim) throws(LineProblem) {
    let start = start
    let word = nextWord
    let (taken, lost) = claim.kind.outcomes
    if Message.Kind.allOutcomes.contains(word.text), word.text != taken, word.text != lost {
      throw LineProblem(
        word.span,
        """
        \(claim.kind.withArticle) is '\(taken)' or '\(lost)', not '\(word.text)'
        """)
    }
    (claim.outcome, claim.places) = try outcome(taken, lost)
    if claim.outcome == .taken { claim.exceptPlaces = try exceptedPlaces() }
    try parseRest(of: &claim)
    claim.outcomeSpan = span(from: start)
  }

  /// One of two words, or models. Refuses a word that is probably meant as one of the two.
  private mutating func outcome(
    _ taken: String, _ lost: String
  ) throws(LineProblem) -> (RouteClaim.Outcome, [SpecPlace]) {
    skipSpaces()
    let word = nextWord
    if word.text == taken || word.text == lost {
      place = word.span.end
      return (word.text == taken ? .taken : .lost, [])
    }
    let bare = word.text.hasSuffix(",") ? String(word.text.dropLast()) : word.text
    if bare == taken || bare == lost { throw LineProblem(word.span, "'\(bare)' must be alone") }
    let known = ["nobody", "none", "nothing", "no-one"].contains(bare.lowercased()) ? lost : nil
    if let right = [taken, lost].first(where: { $0 == bare.lowercased() }) ?? known {
      throw LineProblem(word.span, "write '\(right)'")
    }
    return (.places, try places())
  }

  private mutating func parseRest(of claim: inout RouteClaim) throws(LineProblem) {
    while !isAtEnd {
      let word = nextWord
      switch word.text {
      case "only" where claim.kind == .event && claim.outcome == .places && !claim.isOnly:
        advance(4)
        claim.isOnly = true
      case "only":
        throw LineProblem(
          word.span,
          claim.kind == .event
            ? "write 'only' once, after the models that receive the event"
            : "'only' is for events; one model handles \(claim.kind.withArticle)")
      case "via" where claim.kind != .event && claim.via.isEmpty && claim.outcome != .lost:
        advance(3)
        skipSpaces()
        claim.viaOnly = try takesOnly()
        claim.via = try places()
      case "via":
        throw LineProblem(
          word.span,
          claim.kind == .event
            ? "an event reaches each model directly; it passes no others to name"
            : claim.outcome == .lost
              ? "'via' needs a model that handles the message"
              : "write 'via' once, after the model that handles the message")
      case "within" where claim.limit == nil:
        advance(6)
        claim.limit = try time()
      default:
        let known = ["only", "via", "within"]
        guard known.nearest(to: word.text) != nil else { return }
        throw LineProblem(word.span, .unknown("unknown word '\(word.text)'", word.text, known))
      }
    }
  }

  /// `APIClient from ** => AppAuthorizedSession`
  package mutating func service() throws(LineProblem) -> ServiceClaim {
    let start = start
    let name = try pattern(until: "")
    let span = span(from: start)
    guard let service = name.literal, !name.text.isEmpty, name.text != "from" else {
      throw LineProblem(span, "a service is named as it is, such as APIClient")
    }
    guard takes("from") else { throw problemHere(.missingFrom) }
    let askers = try place()
    let exceptAskers = try exceptedPlaces()
    try expectOnePlace()
    try expectArrow()
    let (outcome, places) = try outcome("provided", "missing")
    return ServiceClaim(
      service: service, serviceSpan: span, askers: askers, exceptAskers: exceptAskers,
      outcome: outcome, places: places)
  }

  // MARK: Models

  /// The fault of syntax that names in lines have but selectors don't; taken literally, it would
  /// never match.
  private static func fault(ofSelector text: String) -> SpecFault? {
    if text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isNumber) { return nil }
    var isEscaped = false
    var endsInSlash = false
    for character in text.unicodeScalars {
      if !isEscaped, "\"()#".unicodeScalars.contains(character) {
        return """
          '\(String(character))' means nothing in a selector; write '\\\(String(character))' for \
          the character
          """
      }
      endsInSlash = character == "/" && !isEscaped
      isEscaped = character == "\\" && !isEscaped
    }
    return text.utf8.count > 1 && text.hasPrefix("/") && endsInSlash
      ? "a selector knows '*' and '?', but no regular expressions" : nil
  }

  mutating func exceptedPlaces() throws(LineProblem) -> [SpecPlace] {
    try exceptions { scanner throws(LineProblem) in
      try scanner.place(allowsOptional: false)
    }
  }

  package mutating func places() throws(LineProblem) -> [SpecPlace] {
    try list { scanner throws(LineProblem) in try scanner.place(allowsOptional: false) }
  }

  /// A selector or a capture.
  package mutating func place(allowsOptional: Bool = true) throws(LineProblem) -> SpecPlace {
    let start = start
    if isAtEnd { throw problemHere("a selector is missing here, such as MainFlow") }
    if consume(UInt8(ascii: "$")) {
      let name = text(until: " ,?=")
      let isOptional = consume(UInt8(ascii: "?"))
      guard LineScanner.isCaptureName(name), allowsOptional || !isOptional else {
        throw problem(
          from: start,
          isOptional
            ? "'$\(name)?' is for models that raise or ask; leave out the '?'" : .captureName)
      }
      let text = "$\(name)\(isOptional ? "?" : "")"
      return SpecPlace(
        subject: .capture(name, isOptional: isOptional), text: text,
        span: span(from: start))
    }
    let text = selectorText()
    let span = span(from: start)
    if let fault = Self.fault(ofSelector: text) { throw LineProblem(span, fault) }
    let selector: Selector
    do { selector = try Selector(text) } catch {
      throw LineProblem(span, "'\(error.selector)': \(error.problem)")
    }
    if selector.namesIDs {
      throw LineProblem(span, "ids differ from run to run; name the model, or capture it")
    }
    return SpecPlace(subject: .selector(selector), text: text, span: span)
  }
}

extension LineScanner {
  /// Text up to an unescaped space or comma outside brackets.
  mutating func selectorText() -> String {
    let start = place
    var isInBrackets = false
    while let byte = next {
      if byte == UInt8(ascii: "\\") { advance() }
      if byte == UInt8(ascii: "[") { isInBrackets = true }
      if byte == UInt8(ascii: "]") { isInBrackets = false }
      if !isInBrackets, byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") { break }
      advance()
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }
}
