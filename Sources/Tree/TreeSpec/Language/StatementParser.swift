import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

// The lines that aren't of the tree, after their first word.
extension LineParser {
  /// - Parameter isExpectation: whether the line is about a message of a journal, which any model may raise.
  func claim(_ word: Keyword, isExpectation: Bool) throws(LineProblem) -> Statement.Claim {
    switch word {
    case .error, .bubble, .event, .service:
      return .route(try route(Message.Kind(rawValue: word.rawValue), isExpectation))
    case .not, .some:
      captures = nil
      return word == .not
        ? .absent(Listed(names: [try model()], except: try except(model))) : .present(try model())
    case .limit: return .limits(try list(limit))
    case .never: return .never(try never())
    case .treeSpec: throw problem("nothing")
    }
  }

  // MARK: Messages and services

  /// `NetworkErrors.101 from $flow => AppAuthorizedSession via MainFlow`, or `APIClient from ** => provided`.
  private func route(
    _ kind: Message.Kind?, _ isExpectation: Bool
  ) throws(LineProblem) -> RouteClaim {
    var claim = RouteClaim(kind: kind, subject: try subject(kind))
    let arrow = place
    if takes("from") {
      claim.raisers = Listed(names: [try model()], except: try except(model))
    } else if next?.text != "=>" || kind == nil {
      throw problem("'from'", near: ["from", "=>"])
    }
    if !takes("=>") { throw problem("'=>'", near: ["=>"]) }
    claim.outcomeStart = place.lowerBound
    try parseOutcome(of: &claim)
    guard let kind else { return claim }
    if kind == .event {
      claim.isOnly = claim.outcome == .models && takes("only")
    } else if claim.outcome != .lost, takes("via") {
      claim.isViaOnly = takes("only")
      claim.via = try list(model)
    }
    if takes("within") { claim.limit = try time() }
    let isOfJournal = claim.limit != nil || isExpectation
    if claim.raisers == nil, !isOfJournal, kind != .event {
      throw LineProblem(arrow, "'from' is expected here; 'from **' is every model")
    }
    if claim.limit != nil && claim.outcome == .lost || isOfJournal && !claim.via.isEmpty {
      throw LineProblem(arrow, "'within' needs models that take the message, and no 'via'")
    }
    let places = [claim.raisers ?? Listed(), claim.takers].flatMap { $0.names + $0.except }
    if isOfJournal, let place = places.first(where: { $0.selector == nil }) {
      throw LineProblem(place.span, Self.noCapture)
    }
    return claim
  }

  private func subject(_ kind: Message.Kind?) throws(LineProblem) -> Listed<NamePattern> {
    let expected: SafeText =
      kind.map { "the \($0.rawValue)'s name, such as Domain.code," }
      ?? "a service's name, such as APIClient,"
    if ["from", "=>", "except"].contains(next?.text) { throw problem(expected) }
    if kind != nil { return Listed(names: [try message(expected)], except: try except(message)) }
    let name = try NamePattern(take(expected))
    if name.literal != nil { return Listed(names: [name]) }
    throw LineProblem(name.span, "\(expected) is expected here, not '\(name.text)'")
  }

  private func parseOutcome(of claim: inout RouteClaim) throws(LineProblem) {
    let (taken, lost) = claim.kind.outcomes
    claim.outcome = takes(taken) ? .taken : takes(lost) ? .lost : .models
    if claim.outcome == .taken { claim.takers.except = try except(model) }
    if claim.outcome != .models { return }
    claim.takers.names = try list(model)
    if let wrong = claim.takers.names.first(where: { Statement.outcomes.contains($0.text) }) {
      throw LineProblem(
        wrong.span,
        "'\(taken)' or '\(lost)' alone, or models, are expected here, not '\(wrong.text)'")
    }
  }

  private func message() throws(LineProblem) -> NamePattern {
    try message("a message such as Domain.code")
  }

  private func except<Name>(
    _ name: () throws(LineProblem) -> Name
  ) throws(LineProblem) -> [Name] {
    takes("except") ? try list(name) : []
  }

  // MARK: Models

  /// Takes a selector or a capture.
  private func model() throws(LineProblem) -> Place {
    let word = try take("a selector such as MainFlow")
    if word.text.hasPrefix("$") {
      guard let captures else { throw LineProblem(word.span, Self.noCapture) }
      if captures[word.text] != nil { return Place(text: word.text, span: word.span) }
      let hint: SafeText =
        captures.isEmpty
        ? "; write 'as \(word.text)' after a model's name"
        : Hint.nearOrAll(word.text, captures.keys.sorted())
      throw LineProblem(word.span, "no line above captures '\(word.text)'\(hint)")
    }
    do {
      let selector = try Selector(word.text)
      if !selector.namesIDs { return Place(selector: selector, text: word.text, span: word.span) }
    } catch {
      throw LineProblem(word.span, "'\(error.selector)': \(error.problem)")
    }
    throw LineProblem(word.span, "ids differ from run to run; name the model, or capture it")
  }

  private static let noCapture: SafeText =
    "a capture is of models that the tree has; write a selector here"

  // MARK: Sizes and times

  /// `depth <= 8`
  private func limit() throws(LineProblem) -> SizeLimit {
    let measure: SizeLimit.Measure = try take("measure").choice("measure")
    let sign = try take("a comparison such as <=")
    let word = try take("a number such as 8")
    guard let limit = Int(word.text), (0..<Int.max).contains(limit) else {
      throw LineProblem(word.span, "a number such as 8 is expected here, not '\(word.text)'")
    }
    let ranges = [
      "<=": 0..<(limit + 1), "<": 0..<limit, "=": limit..<(limit + 1), ">=": limit..<Int.max,
      ">": (limit + 1)..<Int.max,
    ]
    if let range = ranges[sign.text] { return SizeLimit(measure: measure, range: range) }
    throw LineProblem(
      sign.span, "a comparison (<=, <, =, >=, >) is expected here, not '\(sign.text)'")
  }

  /// `uncaught NetworkErrors.* except badResponse`, `leaked`, `slower 100 ms`
  private func never() throws(LineProblem) -> NeverClaim {
    var claim = NeverClaim(what: try take("violation").choice("violation"))
    if claim.what == .slower { claim.limit = try time() }
    if claim.what == .leaked { return claim }
    if let word = next, word.text != "except" { claim.messages.names = try list(message) }
    claim.messages.except = try except(message)
    return claim
  }

  /// `2 s` or `300ms`, in nanoseconds.
  private func time() throws(LineProblem) -> Int {
    let word = try take("a time such as 2 s, 300 ms or 1 m")
    let unit = word.text.last?.isLetter == true ? "" : next?.text ?? ""
    guard let time = Moment.duration("\(word.text)\(unit)") else {
      throw LineProblem(word.span, "a time such as 2 s, 300 ms or 1 m is expected here")
    }
    _ = takes(unit)
    return time
  }
}
