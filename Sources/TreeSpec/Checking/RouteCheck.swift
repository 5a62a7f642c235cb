import TextIO
import TreeAnalysis
import TreeSnapshot

/// Holds the routes of a tree to one assertion.
struct RouteCheck {
  private let context: AssertionCheck
  private let claim: RouteClaim
  private var snapshot: Snapshot { context.snapshot }

  /// So many messages of a pattern, and so many routes, are explained.
  private static let shown = 3
  /// So many hops of a route.
  private static let shownHops = 12

  init(_ context: AssertionCheck, _ claim: RouteClaim) {
    self.context = context
    self.claim = claim
  }

  /// A route that is not as it should be.
  private struct Wrong {
    var message: KnownMessage
    /// From how many of the models.
    var count: Int
    /// The first of them.
    var raiser: Int
    var problem: String
  }

  func failure() throws(LineProblem) -> AssertionFailure? {
    let messages = try messages()
    let raisers = try claim.raisers.map { place throws(LineProblem) in
      try context.models(at: place)
    }
    let places = try context.models(at: claim.places)
    // Also where no raiser passes them, they must be there.
    for place in claim.via { _ = try context.models(at: place) }
    var wrong: [Wrong] = []
    for message in messages {
      wrong +=
        message.kind == .event
        ? wrongDeliveries(of: message, raisers, places)
        : try wrongRoutes(of: message, raisers ?? nil, places)
    }
    guard let first = wrong.first else { return nil }
    return explain(wrong, first, messageCount: messages.count, of: raisers?.map(\.count))
  }

  // MARK: Messages

  private func messages() throws(LineProblem) -> [KnownMessage] {
    if claim.name.pattern.literal != nil { return [try message()] }
    let known = context.messages.messages(of: claim.kind)
    let found = known.filter { message in
      [message.code ?? "*", message.label].contains { name in
        guard let name else { return false }
        var full = "\(message.domain).\(name)"
        return full.withUTF8 { claim.name.pattern.matches($0) }
      }
    }
    if !found.isEmpty { return found }
    let names = known.prefix(5).map { "\($0.domain).\($0.code ?? "*")" }.joined(separator: ", ")
    let more = known.count > 5 ? " and \(known.count - 5) more" : ""
    throw LineProblem(
      span: claim.nameSpan,
      message: "no \(claim.kind.rawValue) that this tree knows fits "
        + "'\(claim.name.pattern.text)'; it knows \(names.isEmpty ? "none" : names)\(more)")
  }

  private func message() throws(LineProblem) -> KnownMessage {
    do {
      if let found = try context.bound.messages.find(claim.kind, claim.name) {
        return KnownMessage(
          kind: claim.kind, domain: found.message.domain, code: found.message.code,
          label: found.label)
      }
    } catch {
      throw LineProblem(span: claim.nameSpan, message: "\(error)")
    }
    throw LineProblem(
      span: claim.nameSpan, message: context.bound.messages.unknown(claim.kind, claim.name))
  }

  // MARK: Errors and bubbles

  private func wrongRoutes(
    of message: KnownMessage, _ raisers: [Int]?, _ places: Set<Int>
  ) throws(LineProblem) -> [Wrong] {
    let takers = context.messages.takers(of: message)
    var wrong = snapshot.shares(of: takers, raisedAt: raisers).compactMap { share in
      problem(with: share.handler, places).map {
        Wrong(message: message, count: share.count, raiser: share.first, problem: $0)
      }
    }
    if wrong.isEmpty, !claim.via.isEmpty { wrong = try wrongWays(of: message, takers, raisers) }
    return wrong
  }

  private func problem(with handler: Int?, _ places: Set<Int>) -> String? {
    let name = handler.map { SafeText.escape(snapshot[$0].type) }
    switch claim.outcome {
    case .taken: return name == nil ? "is \(claim.kind.outcomes.lost)" : nil
    case .lost: return name.map { "is handled by \($0)" }
    case .places:
      if let handler, places.contains(handler) { return nil }
      return name.map { "is handled by \($0)" } ?? "is \(claim.kind.outcomes.lost)"
    }
  }

  /// Those that come to the right model on the wrong way.
  private func wrongWays(
    of message: KnownMessage, _ takers: [Int], _ raisers: [Int]?
  ) throws(LineProblem) -> [Wrong] {
    var stations: [Set<Int>] = []
    for place in claim.via {
      stations.append(Set(try context.models(at: place) ?? Array(snapshot.positions)))
    }
    let isTaker = Set(takers)
    var wrong: Wrong?
    for raiser in raisers ?? Array(snapshot.positions) {
      var passed: [Int] = []
      var node = raiser
      while node >= 0, !isTaker.contains(node) {
        if node != raiser { passed.append(node) }
        node = Int(snapshot.columns.parents[node])
      }
      if isWay(passed, through: stations) { continue }
      if wrong == nil {
        wrong = Wrong(message: message, count: 0, raiser: raiser, problem: problem(with: passed))
      }
      wrong?.count += 1
    }
    return wrong.map { [$0] } ?? []
  }

  private func isWay(_ passed: [Int], through stations: [Set<Int>]) -> Bool {
    if claim.viaOnly, passed.count != stations.count { return false }
    var next = passed[...]
    for station in stations {
      while let node = next.first, !station.contains(node) {
        if claim.viaOnly { return false }
        next.removeFirst()
      }
      if next.isEmpty { return false }
      next.removeFirst()
    }
    return true
  }

  private func problem(with passed: [Int]) -> String {
    let names = passed.prefix(Self.shownHops).map { SafeText.escape(snapshot[$0].type) }
    return passed.isEmpty
      ? "passes no other model" : "passes \(names.joined(separator: ", "))"
  }

  // MARK: Events

  private func wrongDeliveries(
    of message: KnownMessage, _ raisers: [Int]??, _ places: Set<Int>
  ) -> [Wrong] {
    // Models of one session have the same receivers.
    var sessions: [(session: Int, raiser: Int, count: Int)] = []
    var placeOfSession: [Int: Int] = [:]
    for raiser in raisers.map({ $0 ?? Array(snapshot.positions) }) ?? [0] {
      let session = context.sessions.session(ofEventsFrom: raiser)
      if let known = placeOfSession[session] {
        sessions[known].count += 1
      } else {
        placeOfSession[session] = sessions.count
        sessions.append((session, raiser, 1))
      }
    }
    let takers = context.messages.takers(of: message)
    return sessions.compactMap { entry in
      let scope = snapshot[entry.session].subtree
      let receivers = takers.filter(scope.contains)
      return problem(with: receivers, places).map {
        Wrong(message: message, count: entry.count, raiser: entry.raiser, problem: $0)
      }
    }
  }

  private func problem(with receivers: [Int], _ places: Set<Int>) -> String? {
    switch claim.outcome {
    case .taken: return receivers.isEmpty ? "is unheard" : nil
    case .lost:
      return receivers.isEmpty ? nil : "is delivered to \(names(receivers))"
    case .places:
      let heard = Set(receivers)
      let deaf = places.subtracting(heard).sorted()
      if !deaf.isEmpty { return "is not delivered to \(names(deaf))" }
      let others = receivers.filter { !places.contains($0) }
      return claim.isOnly && !others.isEmpty ? "is also delivered to \(names(others))" : nil
    }
  }

  private func names(_ models: [Int]) -> String {
    let shown = models.prefix(Self.shown).map { context.paths.shortPath(of: $0) }
    let more = models.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  // MARK: Explaining

  private func explain(
    _ wrong: [Wrong], _ first: Wrong, messageCount: Int, of raiserCount: Int??
  ) -> AssertionFailure {
    let all = (raiserCount ?? nil) ?? (claim.raisers == nil ? 1 : snapshot.count)
    var problem = first.problem
    if claim.name.pattern.literal == nil {
      problem = "\(first.message.domain).\(first.message.code ?? "*") \(problem)"
    }
    if all > 1 {
      problem += " when raised by \(first.count) of \(all) models"
    }
    if wrong.count > 1 { problem += ", and \(wrong.count - 1) more like that" }
    var failure = AssertionFailure(problem: problem)
    for entry in wrong.prefix(Self.shown) {
      let message = Message(
        kind: entry.message.kind, domain: entry.message.domain, code: entry.message.code ?? "*")
      let route = snapshot.route(of: message, raisedAt: entry.raiser)
      failure.routes.append(route)
      failure.details += lines(of: route, entry)
    }
    return failure
  }

  private func lines(of route: Route, _ wrong: Wrong) -> [String] {
    let words = RouteWords(route, in: snapshot)
    let label = wrong.message.label.map { " (\($0))" } ?? ""
    var lines = [
      SafeText.escape("\(route.message)\(label) raised at ")
        + context.paths.shortPath(of: route.raiser)
    ]
    let width = route.hops.prefix(Self.shownHops).map { words.name($0.node).count }.max() ?? 0
    for (number, hop) in route.hops.prefix(Self.shownHops).enumerated() {
      let name = words.name(hop.node)
      let padding = String(repeating: " ", count: width - name.count)
      let verdict = hop.verdict == .handled ? "handled" : "passed "
      lines.append(
        "  \(number)  \(name)\(padding)  \(verdict)  \(words.reason(of: hop))")
    }
    let more = route.hops.count - Self.shownHops
    if more > 0 { lines.append("  … \(more) more hops") }
    if case .delivered(let receivers) = route.outcome {
      for receiver in receivers.prefix(Self.shownHops) {
        lines.append(
          "  \(context.paths.shortPath(of: receiver))  \(words.registration(at: receiver))")
      }
    }
    lines.append("  \(words.outcome.word)\(words.outcome.rest)")
    return lines
  }
}
