import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks where messages go, or who provides a service, against a line.
struct RouteCheck {
  let context: StatementCheck
  let claim: RouteClaim
  /// The line's text.
  let text: String
  private var snapshot: Snapshot { context.snapshot }
  private var kind: Message.Kind? { claim.subject.kind }
  private var isEvent: Bool { kind == .event }

  /// The number of messages to explain by their routes.
  private static let shownRoutes = 3
  /// The number of a route's hops, and of an event's receivers, to list.
  private static let shownHops = 12
  /// The most lines to offer.
  private static let mostPassing = 5

  /// Models that raise a message, or ask for a service, with the same result.
  private struct Share {
    /// Nil for a service.
    var message: KnownMessage?
    /// The first of them, and their number.
    var raiser: Int
    var count = 1
    /// The models that handle, receive, or provide it.
    var takers: [Int]
    /// What is wrong, in a clause; nil if it is as expected.
    var problem: SafeText?
  }

  func check(_ finding: inout Finding) throws(LineProblem) {
    let subjects = try subjects()
    let raisers =
      try claim.raisers.map { models throws(LineProblem) in
        try context.subject(models)
      } ?? [0]
    let wanted = try context.models(at: claim.takers.places)
    let excepted = context.exceptions(of: claim.takers)
    let via = try claim.via.map { place throws(LineProblem) in try context.models(at: [place]) }
    let shares = subjects.flatMap { message, takers in
      self.shares(of: message, takers, raisers, via) { problem($0, wanted, excepted) }
    }
    let wrong = shares.filter { $0.problem != nil }
    guard let first = wrong.first, let problem = first.problem else { return }
    var start: SafeText = ""
    if case .messages(_, let messages) = claim.subject, messages.names[0].code == nil,
      let message = first.message
    {
      start = "\(message.domain).\(message.code ?? "*") "
    }
    finding.fail(start + problem)
    if raisers.count > 1 {
      let verb: SafeText = first.message == nil ? "asked" : "raised"
      finding.problem += " when \(verb) by \(first.count) of \(raisers.count) models"
    }
    if wrong.count > 1 { finding.problem += ", and \(wrong.count - 1) more like that" }
    for share in wrong.prefix(Self.shownRoutes) { explain(share, &finding) }
    // This line with its actual outcome if that is the same for all, otherwise one for each.
    let outcomes = Set(shares.map { context.routes.outcome($0.takers, kind) })
    let head = String(text.unicodeScalars.prefix(claim.outcomeStart))
    let lines =
      outcomes.count == 1
      ? outcomes.map { head + $0 }
      : subjects.flatMap { context.routes.lines(for: name($0.0), kind, raisers, $0.1) }
    if lines.count <= Self.mostPassing { finding.passing = lines.map { "\($0)" } }
  }

  /// The start of a line about a message or the service.
  private func name(_ message: KnownMessage?) -> String {
    if case .service(let name, _) = claim.subject { return "service \(SpecText.value(name))" }
    let name = message.map { SpecText.message($0.domain, $0.code ?? "*") } ?? ""
    return "\(kind?.rawValue ?? "") \(name)"
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

  private func subjects() throws(LineProblem) -> [(KnownMessage?, Takers)] {
    switch claim.subject {
    case .messages(let kind, let messages):
      return try context.traits.names.messages(
        kind, messages, among: context.messages.messages(of: kind)
      ).map { ($0, context.takers(of: $0)) }
    case .service(let service, let span):
      let providers = snapshot.providers(of: service).providers.map(\.session)
      if !providers.isEmpty || claim.outcome == .lost {
        return [(nil, Takers(providers, snapshot))]
      }
      let services = snapshot.knownServices
      let near = services.nearest(to: service)
      throw LineProblem(
        span,
        "no session of this tree provides '\(service)'; "
          + (near.map { "did you mean '\($0)'?" } ?? "it provides \(Hint.some(services))"),
        isSubject: true)
    }
  }

  // MARK: Where they end

  private struct Way: Hashable {
    var end: Int?
    var problem: SafeText?
  }

  private func shares(
    of message: KnownMessage?, _ takers: Takers, _ raisers: [Int], _ via: [[Int]],
    problem: ([Int]) -> SafeText?
  ) -> [Share] {
    var shares: [Share] = []
    var problems: [Int?: SafeText?] = [:]
    var places: [Way: Int] = [:]
    for raiser in raisers {
      let end = takers.end(of: raiser)
      let wrongEnd = problems[end] ?? problem(takers.models(at: end))
      problems[end] = .some(wrongEnd)
      let way = Way(
        end: end,
        problem: wrongEnd ?? (via.isEmpty ? nil : wrongWay(from: raiser, to: end, via)))
      if let place = places[way] {
        shares[place].count += 1
        continue
      }
      places[way] = shares.count
      shares.append(
        Share(
          message: message, raiser: raiser, takers: takers.models(at: end), problem: way.problem))
    }
    return shares
  }

  private func problem(_ takers: [Int], _ wanted: [Int], _ excepted: [Int]) -> SafeText? {
    func taken(_ models: [Int], _ adverb: SafeText = "") -> SafeText? {
      models.isEmpty
        ? nil : "is \(adverb)\(kind.outcomes.taken) \(isEvent ? "to" : "by") \(list(models))"
    }
    let needsTaker = claim.outcome == .taken || claim.outcome == .models && !isEvent
    if takers.isEmpty, needsTaker { return "is \(kind.outcomes.lost)" }
    switch claim.outcome {
    case .lost: return taken(takers)
    case .taken: return taken(takers.filter(excepted.holds), isEvent ? "also " : "")
    case .models where isEvent:
      let deaf = wanted.filter { !takers.holds($0) }
      if !deaf.isEmpty { return "isn't delivered to \(list(deaf))" }
      return claim.isOnly ? taken(takers.filter { !wanted.holds($0) }, "also ") : nil
    case .models: return taken(takers.filter { !wanted.holds($0) })
    }
  }

  private func list(_ models: [Int]) -> SafeText {
    let shown = models.prefix(3).map(context.name).joined(separator: ", " as SafeText)
    return shown + (models.count > 3 ? " and \(models.count - 3) more" : "")
  }

  /// What a message passes, if that isn't what the line says; nil if it is.
  private func wrongWay(from raiser: Int, to taker: Int?, _ via: [[Int]]) -> SafeText? {
    var passed: [Int] = []
    var node = raiser
    while node >= 0, node != taker {
      if node != raiser { passed.append(node) }
      node = Int(snapshot.columns.parents[node])
    }
    var rest = via[...]
    for node in passed where rest.first?.holds(node) == true { rest.removeFirst() }
    if rest.isEmpty, !claim.isViaOnly || passed.count == via.count { return nil }
    let names = passed.prefix(Self.shownHops).map { "\(snapshot[$0].name)" as SafeText }
    return names.isEmpty
      ? "passes no other model" : "passes \(names.joined(separator: ", " as SafeText))"
  }

  // MARK: In words

  /// A route hop by hop, the message first.
  private func lines(of route: Route, label: String?) -> [SafeText] {
    let words = RouteWords(route, in: snapshot)
    let hops = route.hops.prefix(Self.shownHops)
    let names = hops.map { words.name($0.node) }
    let width = names.map(\.columns).max() ?? 0
    var lines: [SafeText] = [
      "\(route.message)\(label.map { " (\($0))" } ?? "") raised at \(context.name(route.raiser))"
    ]
    for (number, hop) in hops.enumerated() {
      let verdict = hop.verdict == .handled ? "handled" : "passed "
      lines.append(
        "  \(number)  \(names[number].padded(to: width))  \(verdict)  \(words.reason(of: hop))")
    }
    if case .delivered(let receivers) = route.outcome {
      lines += receivers.prefix(Self.shownHops).map {
        "  \(context.name($0))  \(words.registration(at: $0))"
      }
    }
    return lines + ["  \(words.outcome.word)\(words.outcome.rest)"]
  }
}
