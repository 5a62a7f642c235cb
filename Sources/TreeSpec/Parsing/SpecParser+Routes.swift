import TreeAnalysis
import TreeSnapshot

// Where messages and services must come from and go to.
extension SpecParser {
  /// `NetworkErrors.101 from $flow => AppAuthorizedSession via MainFlow`
  func route(
    _ kind: Message.Kind, _ scanner: inout LineScanner
  ) throws(LineProblem) -> RouteClaim {
    scanner.skipSpaces()
    if ["", "from", "=>"].contains(scanner.word.text) {
      throw scanner.problemHere("the \(kind.rawValue)'s name is missing, such as Domain.code")
    }
    let start = scanner.place
    let name = try scanner.messageName(until: "")
    let span = scanner.span(from: start)
    if name.isMalformed {
      throw LineProblem(
        span: span,
        message: "'\(name.pattern.text)' is no message; write Domain.code, or its label")
    }
    var claim = RouteClaim(kind: kind, name: name, nameSpan: span, outcome: .places)
    if try consumeFrom(kind, &scanner) {
      claim.raisers = try place(&scanner)
      try expectOnePlace(&scanner)
      try expectArrow(&scanner)
    } else if kind != .event {
      throw scanner.problemHere("who raises it is missing: write 'from ** =>' for every model")
    } else {
      scanner.advance(2)
    }
    try parseOutcome(of: &claim, &scanner)
    return claim
  }

  /// Whether `from` stands here, which is consumed, or `=>`, which is not.
  private func consumeFrom(
    _ kind: Message.Kind, _ scanner: inout LineScanner
  ) throws(LineProblem) -> Bool {
    scanner.skipSpaces()
    let next = scanner.word
    if next.text == "=>" { return false }
    guard next.text == "from" else {
      let near = nearest(to: next.text, among: ["from"]).map { "; did you mean '\($0)'?" } ?? ""
      throw LineProblem(
        span: next.span,
        message: "'from'\(kind == .event ? " or '=>'" : "") is expected here\(near)")
    }
    scanner.advance(next.text.utf8.count)
    return true
  }

  private func expectOnePlace(_ scanner: inout LineScanner) throws(LineProblem) {
    scanner.skipSpaces()
    if scanner.next == UInt8(ascii: ",") {
      throw scanner.problem(
        from: scanner.place, "one selector stands behind 'from'; write a line for each")
    }
  }

  private func expectArrow(_ scanner: inout LineScanner) throws(LineProblem) {
    scanner.skipSpaces()
    guard scanner.consume("=>" as StaticString) else {
      throw scanner.problemHere("'=>' is expected here, and behind it what must come of it")
    }
  }

  private func parseOutcome(
    of claim: inout RouteClaim, _ scanner: inout LineScanner
  ) throws(LineProblem) {
    scanner.skipSpaces()
    let word = scanner.word
    let (taken, lost) = claim.kind.outcomes
    if word.text == taken || word.text == lost {
      claim.outcome = word.text == taken ? .taken : .lost
      scanner.advance(word.text.utf8.count)
    } else if Message.Kind.allOutcomes.contains(word.text) {
      throw LineProblem(
        span: word.span,
        message: "a\(claim.kind == .bubble ? "" : "n") \(claim.kind.rawValue) is '\(taken)' or "
          + "'\(lost)', not '\(word.text)'")
    } else {
      let known = [taken, lost]
      if let near = Self.outcome(meantBy: word.text, known, lost: lost) {
        throw LineProblem(
          span: word.span,
          message: near.isAlone ? "'\(near.word)' stands alone" : "write '\(near.word)'")
      }
      claim.places = try places(&scanner)
    }
    try parseRest(of: &claim, &scanner)
  }

  /// The outcome that another word, or one with more behind it, was probably meant to be.
  private static func outcome(
    meantBy word: String, _ known: [String], lost: String
  ) -> (word: String, isAlone: Bool)? {
    let bare = word.hasSuffix(",") ? String(word.dropLast()) : word
    if bare != word, known.contains(bare) { return (bare, true) }
    if let same = known.first(where: { $0 == bare.lowercased() }) { return (same, false) }
    return ["nobody", "none", "nothing", "no-one"].contains(bare.lowercased())
      ? (lost, false) : nil
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
          span: word.span,
          message: claim.kind == .event
            ? "'only' stands once, behind the models that hear the event"
            : "'only' is for events; \(claim.kind == .bubble ? "a bubble" : "an error") is taken by one "
              + "model")
      case "via" where claim.kind != .event && claim.via.isEmpty && claim.outcome != .lost:
        scanner.advance(3)
        scanner.skipSpaces()
        let only = scanner.word
        if only.text == "only" {
          scanner.advance(4)
          claim.viaOnly = true
        }
        claim.via = try places(&scanner)
      case "via":
        throw LineProblem(
          span: word.span,
          message: claim.kind == .event
            ? "an event goes down to each model by itself; there is no way to name"
            : claim.outcome == .lost
              ? "'via' needs a model that takes the message"
              : "'via' stands once, behind who takes the message")
      default: return
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
      throw LineProblem(span: span, message: "a service is named as it is, such as APIClient")
    }
    scanner.skipSpaces()
    guard scanner.word.text == "from" else {
      throw scanner.problemHere("who asks is missing: write 'from ** =>' for every model")
    }
    scanner.advance(4)
    let askers = try place(&scanner)
    try expectOnePlace(&scanner)
    try expectArrow(&scanner)
    scanner.skipSpaces()
    let word = scanner.word
    var claim = ServiceClaim(
      service: service, serviceSpan: span, askers: askers, outcome: .places)
    let known = ["provided", "missing"]
    if !known.contains(word.text),
      let near = Self.outcome(meantBy: word.text, known, lost: "missing")
    {
      throw LineProblem(
        span: word.span,
        message: near.isAlone ? "'\(near.word)' stands alone" : "write '\(near.word)'")
    }
    if known.contains(word.text) {
      claim.outcome = word.text == "provided" ? .provided : .missing
      scanner.advance(word.text.utf8.count)
    } else {
      claim.places = try places(&scanner)
    }
    return claim
  }

  // MARK: Models

  /// What names of lines know and selectors do not: as letters it would match nothing for ever.
  private static func strangeSelector(_ text: String) -> String? {
    if text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isNumber) { return nil }
    var isEscaped = false
    var endsInSlash = false
    for letter in text.unicodeScalars {
      if !isEscaped, "\"()#".unicodeScalars.contains(letter) {
        return letter == "\""
          ? "a selector stands without quotes; '\\' takes the letter behind it as it is"
          : "'\(letter)' means nothing in a selector; write '\\\(letter)' for the letter"
      }
      endsInSlash = letter == "/" && !isEscaped
      isEscaped = letter == "\\" && !isEscaped
    }
    return text.utf8.count > 1 && text.hasPrefix("/") && endsInSlash
      ? "a selector knows '*' and '?', but no regular expression" : nil
  }

  private func places(_ scanner: inout LineScanner) throws(LineProblem) -> [SpecPlace] {
    var places: [SpecPlace] = []
    repeat {
      places.append(try place(&scanner, allowsOptional: false))
      scanner.skipSpaces()
    } while scanner.consume(UInt8(ascii: ","))
    return places
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
            ? "'$\(name)?' is for who raises or asks; leave out the '?'"
            : "a capture's name is made of letters, digits, '-' and '_'")
      }
      let text = "$\(name)\(isOptional ? "?" : "")"
      return SpecPlace(
        subject: .capture(name, isOptional: isOptional), text: text,
        span: scanner.span(from: start))
    }
    let text = scanner.selectorText()
    let span = scanner.span(from: start)
    if let problem = Self.strangeSelector(text) {
      throw LineProblem(span: span, message: problem)
    }
    do {
      let selector = try Selector(text)
      if selector.namesIDs {
        throw LineProblem(
          span: span, message: "ids are others in the next run; name the model, or capture it")
      }
      return SpecPlace(subject: .selector(selector), text: text, span: span)
    } catch let error as SelectorSyntaxError {
      throw LineProblem(span: span, message: "'\(text)': \(error.problem)")
    } catch let error as LineProblem {
      throw error
    } catch {
      throw LineProblem(span: span, message: "\(error)")
    }
  }
}

extension LineScanner {
  /// Up to a space or a comma that stands in no brackets and behind no `\`.
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

extension Message.Kind {
  /// The words for a message that is taken, and for one that is not.
  var outcomes: (taken: String, lost: String) {
    switch self {
    case .error: ("handled", "uncaught")
    case .bubble: ("handled", "unhandled")
    case .event: ("delivered", "unheard")
    }
  }

  static let allOutcomes: Set<String> = Set(
    allCases.flatMap { [$0.outcomes.taken, $0.outcomes.lost] })
}
