import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks where messages go, or who provides a service, against a line.
struct RouteCheck {
  let context: StatementCheck
  let claim: RouteClaim
  let statement: Statement
  private var snapshot: Snapshot { context.snapshot }
  private var isEvent: Bool { claim.subject.kind == .event }

  /// The number of messages to explain by their routes.
  private static let shownRoutes = 3
  /// The number of a route's hops, and of an event's receivers, to list.
  private static let shownHops = 12
  /// The most lines to offer.
  private static let mostPassing = 5

  /// A message or a service, and the models that take or provide it.
  private struct Subject {
    /// Nil for a service.
    var message: KnownMessage?
    var takers: Takers
  }

  /// Models that raise a message, or ask for a service, with the same result.
  private struct Share {
    var message: KnownMessage?
    /// The first of them, and their number.
    var raiser: Int
    var count = 0
    /// The models that handle, receive, or provide it.
    var takers: [Int]
    /// What is wrong, in a clause; nil if it is as expected.
    var problem: SafeText?
  }

  func check(_ finding: inout Finding) throws(StatementCheck.Unknown) {
    let subjects = try subjects()
    let raisers =
      try claim.raisers.map { place throws(StatementCheck.Unknown) in
        try context.models(at: place, except: claim.exceptRaisers)
      } ?? [0]
    let places = try context.models(at: claim.places)
    let excepted = context.exceptions(claim.exceptPlaces)
    let via = try claim.via.map { place throws(StatementCheck.Unknown) in
      try context.models(at: place)
    }
    var shares = subjects.flatMap { self.shares(of: $0, raisers) }
    for index in shares.indices {
      shares[index].problem = problem(shares[index].takers, places, excepted)
    }
    if !via.isEmpty, shares.allSatisfy({ $0.problem == nil }) {
      shares += subjects.compactMap { wrongWay(of: $0, raisers, via) }
    }
    let wrong = shares.filter { $0.problem != nil }
    guard let first = wrong.first else { return }
    finding.outcome = .failed
    if case .message(_, let name, _) = claim.subject, name.code == nil, let message = first.message
    {
      finding.problem = "\(message.domain).\(message.code ?? "*") "
    }
    finding.problem += first.problem ?? ""
    if raisers.count > 1 {
      let verb: SafeText = first.message == nil ? "asked" : "raised"
      finding.problem += " when \(verb) by \(first.count) of \(raisers.count) models"
    }
    if wrong.count > 1 { finding.problem += ", and \(wrong.count - 1) more like that" }
    for share in wrong.prefix(Self.shownRoutes) { explain(share, &finding) }
    finding.passing = passing(shares)
  }

  private func explain(_ share: Share, _ finding: inout Finding) {
    guard let known = share.message else {
      finding.details.append("the first is \(context.name(share.raiser))")
      return
    }
    let message = Message(kind: known.kind, domain: known.domain, code: known.code ?? "*")
    let route = snapshot.route(of: message, raisedAt: share.raiser)
    finding.routes.append(route)
    finding.tree = snapshot
    finding.details += lines(of: route, label: known.label)
  }

  // MARK: Messages and services

  private func subjects() throws(StatementCheck.Unknown) -> [Subject] {
    switch claim.subject {
    case .message(let kind, let name, let except):
      return try messages(kind, name, except).map {
        Subject(message: $0, takers: context.takers(of: $0))
      }
    case .service(let service):
      let providers = snapshot.providers(of: service).providers.map(\.session)
      if providers.isEmpty, claim.outcome != .lost {
        let services = snapshot.knownServices
        let near = services.nearest(to: service)
        throw StatementCheck.Unknown(
          span: claim.subjectSpan,
          message: "no session of this tree provides '\(service)'; "
            + (near.map { "did you mean '\($0)'?" } ?? "it provides \(Hint.some(services))"),
          isSubject: true)
      }
      return [Subject(message: nil, takers: Takers(providers, snapshot))]
    }
  }

  private func messages(
    _ kind: Message.Kind, _ name: MessagePattern, _ except: [MessagePattern]
  ) throws(StatementCheck.Unknown) -> [KnownMessage] {
    do throws(UnknownName) {
      if name.code != nil {
        let message = try context.names.find(kind, name)
        let label = context.names.names(of: message).first { $0 != message.code }
        return [
          KnownMessage(kind: kind, domain: message.domain, code: message.code, label: label)
        ]
      }
      let known = context.messages.messages(of: kind)
      let found = known.filter { message in
        name.matches(message, context.names)
          && !except.contains { $0.matches(message, context.names) }
      }
      if found.isEmpty { throw UnknownName.pattern(kind, name, among: known) }
      return found
    } catch {
      throw StatementCheck.Unknown(
        span: claim.subjectSpan, message: error.message, isSubject: !error.isMisspelled)
    }
  }

  // MARK: Where they end

  private func shares(of subject: Subject, _ raisers: [Int]) -> [Share] {
    var shares: [Share] = []
    var places: [Int?: Int] = [:]
    for raiser in raisers {
      let end = subject.takers.end(of: raiser)
      let place = places[end, default: shares.count]
      if place == shares.count {
        places[end] = place
        shares.append(
          Share(
            message: subject.message, raiser: raiser, takers: subject.takers.models(at: end)))
      }
      shares[place].count += 1
    }
    return shares
  }

  private func problem(_ takers: [Int], _ places: [Int], _ excepted: [Int]) -> SafeText? {
    func taken(_ models: [Int], _ adverb: SafeText = "") -> SafeText? {
      models.isEmpty
        ? nil
        : "is \(adverb)\(claim.subject.kind.outcomes.taken) \(isEvent ? "to" : "by") \(list(models))"
    }
    let needsTaker = claim.outcome == .taken || claim.outcome == .places && !isEvent
    if takers.isEmpty, needsTaker { return "is \(claim.subject.kind.outcomes.lost)" }
    switch claim.outcome {
    case .lost: return taken(takers)
    case .taken: return taken(takers.filter(excepted.holds), isEvent ? "also " : "")
    case .places where isEvent:
      let deaf = places.filter { !takers.holds($0) }
      if !deaf.isEmpty { return "isn't delivered to \(list(deaf))" }
      return claim.isOnly ? taken(takers.filter { !places.holds($0) }, "also ") : nil
    case .places: return taken(takers.filter { !places.holds($0) })
    }
  }

  private func list(_ models: [Int]) -> SafeText {
    let shown = models.prefix(3).map(context.name).joined(separator: ", " as SafeText)
    return shown + (models.count > 3 ? " and \(models.count - 3) more" : "")
  }

  /// The raisers whose messages reach the right model, but by another way.
  private func wrongWay(of subject: Subject, _ raisers: [Int], _ via: [[Int]]) -> Share? {
    var wrong: Share?
    for raiser in raisers {
      let taker = subject.takers.end(of: raiser)
      var passed: [Int] = []
      var node = raiser
      while node >= 0, node != taker {
        if node != raiser { passed.append(node) }
        node = Int(snapshot.columns.parents[node])
      }
      if isWay(passed, via) { continue }
      let names = passed.prefix(Self.shownHops).map { "\(snapshot[$0].name)" as SafeText }
      var share =
        wrong
        ?? Share(
          message: subject.message, raiser: raiser, takers: taker.map { [$0] } ?? [],
          problem: names.isEmpty
            ? "passes no other model" : "passes \(names.joined(separator: ", " as SafeText))")
      share.count += 1
      wrong = share
    }
    return wrong
  }

  private func isWay(_ passed: [Int], _ via: [[Int]]) -> Bool {
    if claim.viaOnly {
      return passed.count == via.count && zip(passed, via).allSatisfy { $1.holds($0) }
    }
    var rest = via[...]
    for node in passed where rest.first?.holds(node) == true { rest.removeFirst() }
    return rest.isEmpty
  }

  // MARK: In words

  /// A route hop by hop, the message first.
  private func lines(of route: Route, label: String?) -> [SafeText] {
    let words = RouteWords(route, in: snapshot)
    let hops = route.hops.prefix(Self.shownHops)
    var lines: [SafeText] = [
      "\(route.message)\(label.map { " (\($0))" } ?? "") raised at \(context.name(route.raiser))"
    ]
    let names = hops.map { words.name($0.node) }
    let width = names.map(\.columns).max() ?? 0
    for (number, hop) in hops.enumerated() {
      let verdict = hop.verdict == .handled ? "handled" : "passed "
      lines.append(
        "  \(number)  \(names[number].padded(to: width))  \(verdict)  \(words.reason(of: hop))")
    }
    let more = route.hops.count - hops.count
    if more > 0 { lines.append("  … \(more) more hops") }
    if case .delivered(let receivers) = route.outcome {
      for receiver in receivers.prefix(Self.shownHops) {
        lines.append("  \(context.name(receiver))  \(words.registration(at: receiver))")
      }
    }
    lines.append("  \(words.outcome.word)\(words.outcome.rest)")
    return lines
  }

  /// The lines that would pass: this one with its actual outcome if that is the same for all, otherwise one
  /// for each.
  private func passing(_ shares: [Share]) -> [SafeText] {
    let outcomes = shares.map { context.routes.outcome($0.takers, claim.subject.kind) }
    let text = context.spec.text.bytes(ofLine: statement.line - 1)
    let head = String(decoding: text[..<claim.outcomeSpan.start], as: UTF8.self)
    if Set(outcomes).count == 1, let outcome = outcomes.first { return ["\(head)\(outcome)"] }
    var lines: [String] = []
    for (share, outcome) in zip(shares, outcomes) {
      guard let message = share.message,
        let place = context.routes.raisers(share.raiser, share.count)
      else { continue }
      let name = SpecText.message(message.domain, message.code ?? "*")
      let line = "\(message.kind.rawValue) \(name) from \(place) => \(outcome)"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines.count > Self.mostPassing ? [] : lines.map { "\($0)" }
  }
}

/// The models that take a message or provide a service.
struct Takers {
  /// Their positions, ascending and each once.
  private let positions: [Int]
  private let snapshot: Snapshot
  private let runs: [NearestRuns.Run]
  /// Of an event: the sessions.
  private let sessions: SessionScopes?

  /// Costs two steps for each of them.
  init(_ positions: [Int], _ snapshot: Snapshot, sessions: SessionScopes? = nil) {
    self.positions = positions
    self.snapshot = snapshot
    self.sessions = sessions
    runs = sessions == nil ? Array(snapshot.runs(nearestTo: positions)) : []
  }

  /// What raisers with the same takers have in common: the first taker at the raiser or above it, if any; of
  /// an event, the session from which it travels. Costs a binary search.
  func end(of raiser: Int) -> Int? {
    if let sessions { return sessions.session(ofEventsFrom: raiser) }
    return runs[runs.partitionIndex { $0.positions.upperBound > raiser }].nearest.map {
      positions[$0]
    }
  }

  /// The models that take what ends there.
  func models(at end: Int?) -> [Int] {
    guard let end else { return [] }
    return sessions == nil ? [end] : Array(positions.elements(in: snapshot[end].subtree))
  }
}

extension UnknownName {
  /// A pattern that matches no message that a tree or a journal knows.
  static func pattern(
    _ kind: Message.Kind, _ name: MessagePattern, among known: [KnownMessage]
  ) -> UnknownName {
    let text = name.pattern.text
    let heading: SafeText = "no \(kind.rawValue) that this tree knows fits '\(text)'"
    let dot = text.lastIndex(of: ".") ?? text.startIndex
    let domain = String(text[..<dot])
    let domains = Set(known.map(\.domain)).sorted()
    if !domains.contains(domain), let near = domains.nearest(to: domain) {
      return UnknownName(
        message: "\(heading); did you mean '\(near)\(text[dot...])'?", isMisspelled: true)
    }
    return UnknownName(
      message: "\(heading); it knows \(Hint.some(known.map { "\($0.domain).\($0.code ?? "*")" }))")
  }
}
