import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks where messages go, or who provides a service, against a line.
struct RouteCheck {
  private let context: StatementCheck
  private let claim: RouteClaim
  /// The messages, each with the models that take it; nil for a service.
  private let subjects: [(message: KnownMessage?, takers: Takers)]
  private let raisers: [Int]
  private let wanted: [Int]
  private let excepted: [Int]
  private let via: [[Int]]
  private var snapshot: Snapshot { context.snapshot }
  private var kind: Message.Kind? { claim.kind }
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
    var raisers: [Int]
    /// The models that handle, receive, or provide it.
    var takers: [Int]
    /// What is wrong, in a clause; nil if it is as expected.
    var problem: SafeText?
  }

  /// Finds what the line names.
  init(_ claim: RouteClaim, _ context: StatementCheck) throws(LineProblem) {
    (self.claim, self.context) = (claim, context)
    subjects = try Self.subjects(claim, context)
    raisers = if let models = claim.raisers { try context.raisers(models) } else { [0] }
    wanted = try context.models(at: claim.takers.names)
    excepted = context.exceptions(of: claim.takers)
    via = try claim.via.map { place throws(LineProblem) in try context.models(at: [place]) }
  }

  private static func subjects(
    _ claim: RouteClaim, _ context: StatementCheck
  ) throws(LineProblem) -> [(KnownMessage?, Takers)] {
    if let kind = claim.kind {
      let index = context.routes.messages
      let messages = try context.traits.names.messages(
        kind, claim.subject, among: index.messages(of: kind))
      return messages.map {
        ($0, Takers(positions: index.takers(of: $0), kind: kind, snapshot: context.snapshot))
      }
    }
    let (name, snapshot) = (claim.subject.names[0], context.snapshot)
    let service = name.literal ?? ""
    let providers = snapshot.providers(of: service).providers.map(\.session)
    if !providers.isEmpty || claim.outcome == .lost {
      return [(nil, Takers(positions: providers, kind: nil, snapshot: snapshot))]
    }
    let services = snapshot.knownServices
    let near: SafeText? = services.nearest(to: service).map { "did you mean '\($0)'?" }
    let hint = near ?? "it provides \(Hint.some(services))"
    throw LineProblem(
      name.span, "no session of this tree provides '\(service)'; \(hint)", isSubject: true)
  }

  /// - Parameter line: the line's text.
  func check(_ finding: inout Finding, _ line: String) {
    let shares = subjects.flatMap(shares)
    let wrong = shares.filter { $0.problem != nil }
    guard let first = wrong.first, let problem = first.problem else { return }
    let isPattern = claim.subject.names[0].literal == nil
    let start: SafeText? = isPattern ? first.message.map { "\($0.domain).\($0.code ?? "*") " } : nil
    finding.fail((start ?? "") + problem)
    if raisers.count > 1 {
      let verb: SafeText = kind == nil ? "asked" : "raised"
      finding.problem += " when \(verb) by \(first.raisers.count) of \(raisers.count) models"
    }
    if wrong.count > 1 { finding.problem += ", and \(wrong.count - 1) more like that" }
    for share in wrong.prefix(Self.shownRoutes) { explain(share, &finding) }
    // This line with its actual outcome if that is the same for all, otherwise one for each.
    let outcomes = Set(shares.map { context.routes.outcome($0.takers, kind) })
    let head = String(line.unicodeScalars.prefix(claim.outcomeStart))
    let lines =
      outcomes.count == 1
      ? outcomes.map { head + $0 }
      : subjects.flatMap { context.routes.lines(for: name($0.message), kind, raisers, $0.takers) }
    if lines.count <= Self.mostPassing { finding.passing = lines.map { "\($0)" } }
  }

  /// The start of a line about a message or the service.
  private func name(_ message: KnownMessage?) -> String {
    message.map { "\($0.kind.rawValue) \(SpecText.message($0.domain, $0.code ?? "*"))" }
      ?? "service \(SpecText.value(claim.subject.names[0].literal ?? ""))"
  }

  private func explain(_ share: Share, _ finding: inout Finding) {
    guard let known = share.message else {
      finding.details.append("the first is \(context.name(share.raisers[0]))")
      return
    }
    let message = Message(kind: known.kind, domain: known.domain, code: known.code ?? "*")
    let route = snapshot.route(of: message, raisedAt: share.raisers[0])
    finding.routes.append(route)
    finding.tree = snapshot
    finding.details += lines(of: route, label: known.label)
  }

  // MARK: Where they end

  private func shares(of message: KnownMessage?, _ takers: Takers) -> [Share] {
    takers.groups(of: raisers).flatMap { models, end, raisers in
      let problem = problem(models)
      // The models that a message passes differ from raiser to raiser.
      let ways = Dictionary(grouping: raisers) { raiser in
        problem ?? (via.isEmpty ? nil : wrongWay(from: raiser, to: end))
      }
      return ways.map { Share(message: message, raisers: $1, takers: models, problem: $0) }
        .sorted { $0.raisers[0] < $1.raisers[0] }
    }
  }

  private func problem(_ takers: [Int]) -> SafeText? {
    func taken(_ models: [Int], _ adverb: SafeText = "") -> SafeText? {
      models.isEmpty
        ? nil : "is \(adverb)\(kind.outcomes.taken) \(isEvent ? "to" : "by") \(list(models))"
    }
    let others = takers.filter { !wanted.holds($0) }
    switch claim.outcome {
    case .lost: return taken(takers)
    case .taken where takers.isEmpty: return "is \(kind.outcomes.lost)"
    case .taken: return taken(takers.filter(excepted.holds), isEvent ? "also " : "")
    case .models where isEvent:
      let deaf = wanted.filter { !takers.holds($0) }
      if !deaf.isEmpty { return "isn't delivered to \(list(deaf))" }
      return claim.isOnly ? taken(others, "also ") : nil
    case .models: return takers.isEmpty ? "is \(kind.outcomes.lost)" : taken(others)
    }
  }

  private func list(_ models: [Int]) -> SafeText {
    let shown = models.prefix(3).map(context.name).joined(separator: ", " as SafeText)
    return shown + (models.count > 3 ? " and \(models.count - 3) more" : "")
  }

  /// What a message passes, if that isn't what the line says; nil if it is.
  private func wrongWay(from raiser: Int, to taker: Int?) -> SafeText? {
    let above = sequence(first: raiser) { Int(snapshot.columns.parents[$0]) }
    let passed = Array(above.prefix { $0 >= 0 && $0 != taker }.dropFirst())
    var rest = via[...]
    for node in passed where rest.first?.holds(node) == true { rest.removeFirst() }
    if rest.isEmpty, !claim.isViaOnly || passed.count == via.count { return nil }
    let names = passed.prefix(Self.shownHops).map { "\(snapshot[$0].name)" as SafeText }
    return "passes "
      + (names.isEmpty ? "no other model" : names.joined(separator: ", " as SafeText))
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
