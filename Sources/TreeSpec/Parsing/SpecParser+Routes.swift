import TextIO
import TreeAnalysis
import TreeSnapshot

// The lines about messages and services.
extension SpecParser {
  /// `NetworkErrors.101 from $flow => AppAuthorizedSession via MainFlow`
  ///
  /// - Parameter mayLackRaiser: whether any model may raise it where none is named.
  func route(
    _ kind: Message.Kind, _ scanner: inout LineScanner, mayLackRaiser: Bool = false
  ) throws(LineProblem) -> RouteClaim {
    scanner.skipSpaces()
    if ["", "from", "=>", "except"].contains(scanner.word.text) {
      throw scanner.problemHere("the \(kind.rawValue)'s name is missing, such as Domain.code")
    }
    let start = scanner.place
    let name = try scanner.messageName(until: "")
    let span = scanner.span(from: start)
    if name.isMalformed { throw LineProblem(span, .badMessage(name)) }
    var claim = RouteClaim(kind: kind, name: name, nameSpan: span, outcome: .places)
    claim.exceptNames = try exceptions(&scanner) { scanner throws(LineProblem) in
      let start = scanner.place
      let name = try scanner.messageName(until: ",")
      if name.isMalformed { throw scanner.problem(from: start, .badMessage(name)) }
      return name
    }
    // Without it, the line is about what happened.
    var missing: LineProblem?
    if try consumeFrom(kind, &scanner) {
      claim.raisers = try place(&scanner)
      claim.exceptRaisers = try exceptedPlaces(&scanner)
      try expectOnePlace(&scanner)
      try expectArrow(&scanner)
    } else {
      if kind != .event, !mayLackRaiser { missing = scanner.problemHere(.missingFrom) }
      scanner.advance(2)
      if missing != nil, scanner.isAtEnd { throw missing ?? scanner.problemHere(.missingFrom) }
    }
    try parseOutcome(of: &claim, &scanner)
    if let missing, claim.limit == nil { throw missing }
    if claim.limit != nil, claim.outcome == .lost || !claim.via.isEmpty {
      throw LineProblem(span, .limitedRoute)
    }
    return claim
  }

  /// Whether the next word is `from`, which is consumed, or `=>`, which is not.
  private func consumeFrom(
    _ kind: Message.Kind, _ scanner: inout LineScanner
  ) throws(LineProblem) -> Bool {
    scanner.skipSpaces()
    let next = scanner.word
    if next.text == "=>" { return false }
    guard next.text == "from" else {
      throw LineProblem(
        next.span,
        """
        'from'\(kind == .event ? " or '=>'" : "") is expected \
        here\(SpecFault.addition(next.text, ["from"]))
        """)
    }
    scanner.advance(next.text.utf8.count)
    return true
  }

  private func expectOnePlace(_ scanner: inout LineScanner) throws(LineProblem) {
    scanner.skipSpaces()
    if scanner.next == UInt8(ascii: ",") {
      throw scanner.problem(from: scanner.place, "'from' takes one selector; write a line for each")
    }
  }

  private func expectArrow(_ scanner: inout LineScanner) throws(LineProblem) {
    scanner.skipSpaces()
    guard scanner.consume("=>" as StaticString) else {
      throw scanner.problemHere("'=>' is expected here, and after it the outcome")
    }
  }

  private func parseOutcome(
    of claim: inout RouteClaim, _ scanner: inout LineScanner
  ) throws(LineProblem) {
    scanner.skipSpaces()
    let start = scanner.place
    let word = scanner.word
    let (taken, lost) = claim.kind.outcomes
    if word.text == taken || word.text == lost {
      claim.outcome = word.text == taken ? .taken : .lost
      scanner.advance(word.text.utf8.count)
      if claim.outcome == .taken { claim.exceptPlaces = try exceptedPlaces(&scanner) }
    } else if Message.Kind.allOutcomes.contains(word.text) {
      throw LineProblem(
        word.span,
        """
        \(claim.kind.withArticle) is '\(claim.kind.outcomes.taken)' or \
        '\(claim.kind.outcomes.lost)', not '\(word.text)'
        """)
    } else {
      if let fault = Self.outcomeFault(word.text, [taken, lost], lost: lost) {
        throw LineProblem(word.span, fault)
      }
      claim.places = try places(&scanner)
    }
    try parseRest(of: &claim, &scanner)
    claim.outcomeSpan = scanner.span(from: start)
  }

  /// What is wrong with a word that probably is an outcome; nil where it is not.
  private static func outcomeFault(
    _ word: String, _ known: [String], lost: String
  ) -> SpecFault? {
    let bare = word.hasSuffix(",") ? String(word.dropLast()) : word
    if bare != word, known.contains(bare) { return "'\(bare)' must be alone" }
    if let same = known.first(where: { $0 == bare.lowercased() }) { return "write '\(same)'" }
    return ["nobody", "none", "nothing", "no-one"].contains(bare.lowercased())
      ? "write '\(lost)'" : nil
  }

  private func parseRest(
    of claim: inout RouteClaim, _ scanner: inout LineScanner
  ) throws(LineProblem) {
    while !scanner.isAtEnd {
      let word = scanner.word
      switch word.text {
      case "only" where claim.kind == .event && claim.outcome == .places && !claim.isOnly:
        scanner.advance(4)
        claim.isOnly = true
      case "only":
        throw LineProblem(
          word.span,
          claim.kind == .event
            ? "write 'only' once, after the models that receive the event"
            : "'only' is for events; one model handles \(claim.kind.withArticle)")
      case "via" where claim.kind != .event && claim.via.isEmpty && claim.outcome != .lost:
        scanner.advance(3)
        scanner.skipSpaces()
        let only = scanner.word
        if only.text == "only" {
          scanner.advance(4)
          claim.viaOnly = true
        } else if let fault = MisplacedWords.fault(ofListBegin: scanner) {
          throw LineProblem(only.span, fault)
        }
        claim.via = try places(&scanner)
      case "via":
        throw LineProblem(
          word.span,
          claim.kind == .event
            ? "an event reaches each model directly; it passes no others to name"
            : claim.outcome == .lost
              ? "'via' needs a model that handles the message"
              : "write 'via' once, after the model that handles the message")
      case "within" where claim.limit == nil:
        scanner.advance(6)
        claim.limit = try time(&scanner)
      default:
        let known = ["only", "via", "within"]
        guard known.nearest(to: word.text) != nil else { return }
        throw LineProblem(word.span, .unknown("unknown word '\(word.text)'", word.text, known))
      }
    }
  }

  /// `APIClient from ** => AppAuthorizedSession`
  func service(_ scanner: inout LineScanner) throws(LineProblem) -> ServiceClaim {
    scanner.skipSpaces()
    let start = scanner.place
    let name = try scanner.pattern(until: "")
    let span = scanner.span(from: start)
    guard let service = name.literal, !name.text.isEmpty, name.text != "from" else {
      throw LineProblem(span, "a service is named as it is, such as APIClient")
    }
    scanner.skipSpaces()
    guard scanner.word.text == "from" else { throw scanner.problemHere(.missingFrom) }
    scanner.advance(4)
    let askers = try place(&scanner)
    let exceptAskers = try exceptedPlaces(&scanner)
    try expectOnePlace(&scanner)
    try expectArrow(&scanner)
    scanner.skipSpaces()
    let word = scanner.word
    var claim = ServiceClaim(
      service: service, serviceSpan: span, askers: askers, exceptAskers: exceptAskers,
      outcome: .places)
    let known = ["provided", "missing"]
    if known.contains(word.text) {
      claim.outcome = word.text == "provided" ? .provided : .missing
      scanner.advance(word.text.utf8.count)
    } else if let fault = Self.outcomeFault(word.text, known, lost: "missing") {
      throw LineProblem(word.span, fault)
    } else {
      claim.places = try places(&scanner)
    }
    return claim
  }

  // MARK: Models

  /// What names of lines know and selectors do not: taken as characters, it would never match.
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

  private func exceptedPlaces(
    _ scanner: inout LineScanner
  ) throws(LineProblem) -> [SpecPlace] {
    try exceptions(&scanner) { scanner throws(LineProblem) in
      try place(&scanner, allowsOptional: false)
    }
  }

  func places(_ scanner: inout LineScanner) throws(LineProblem) -> [SpecPlace] {
    try scanner.list { scanner throws(LineProblem) in try place(&scanner, allowsOptional: false) }
  }

  /// A selector or a capture.
  func place(
    _ scanner: inout LineScanner, allowsOptional: Bool = true
  ) throws(LineProblem) -> SpecPlace {
    scanner.skipSpaces()
    let start = scanner.place
    if scanner.isAtEnd { throw scanner.problemHere("a selector is missing here, such as MainFlow") }
    if scanner.consume(UInt8(ascii: "$")) {
      let name = scanner.text(until: " ,?=")
      let isOptional = scanner.consume(UInt8(ascii: "?"))
      guard Self.isCaptureName(name), allowsOptional || !isOptional else {
        throw scanner.problem(
          from: start,
          isOptional
            ? "'$\(name)?' is for models that raise or ask; leave out the '?'" : .captureName)
      }
      let text = "$\(name)\(isOptional ? "?" : "")"
      return SpecPlace(
        subject: .capture(name, isOptional: isOptional), text: text,
        span: scanner.span(from: start))
    }
    let text = scanner.selectorText()
    let span = scanner.span(from: start)
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
  /// Up to a space or a comma outside brackets, unless a `\` is before it.
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
