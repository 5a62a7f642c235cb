import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks the routes of messages against a line.
struct MessageCheck {
  let context: StatementCheck
  let claim: MessageClaim
  let statement: Statement
  private var snapshot: Snapshot { context.snapshot }

  /// The number of messages to explain by their routes.
  private static let shownRoutes = 3
  /// The number of a route's hops, and of an event's receivers, to list.
  private static let shownHops = 12
  /// The most lines to offer.
  private static let mostPassing = 5

  /// Models that raise a message with the same result.
  private struct Share {
    var message: KnownMessage
    /// The number of raisers, and the first of them.
    var count: Int
    var raiser: Int
    /// The models that handle or receive it.
    var takers: [Int]
    /// What is wrong, in a clause; nil if it is as expected.
    var problem: SafeText?
  }

  func check(_ finding: inout Finding) throws(StatementCheck.Unknown) {
    let messages = try messages()
    let raisers =
      try claim.raisers.map { place throws(StatementCheck.Unknown) in
        try context.models(at: place, except: claim.exceptRaisers)
      } ?? [0]
    let places = try context.models(at: claim.places)
    let excepted = context.exceptions(claim.exceptPlaces)
    let via = try claim.via.map { place throws(StatementCheck.Unknown) in
      try context.models(at: place) ?? Array(snapshot.positions)
    }
    var shares: [Share] = []
    for message in messages {
      shares += claim.kind == .event ? deliveries(of: message, raisers) : ends(of: message, raisers)
    }
    for index in shares.indices {
      shares[index].problem = problem(shares[index].takers, places, excepted)
    }
    if !via.isEmpty, shares.allSatisfy({ $0.problem == nil }) {
      shares += messages.compactMap { wrongWay(of: $0, raisers, via) }
    }
    let wrong = shares.filter { $0.problem != nil }
    guard let first = wrong.first else { return }
    finding.outcome = .failed
    let isPattern = claim.name.code == nil
    let count = raisers?.count ?? snapshot.count
    let message: SafeText =
      isPattern ? "\(first.message.domain).\(first.message.code ?? "*") " : ""
    finding.problem = message + (first.problem ?? "")
    if count > 1 { finding.problem += " when raised by \(first.count) of \(count) models" }
    if wrong.count > 1 { finding.problem += ", and \(wrong.count - 1) more like that" }
    for share in wrong.prefix(Self.shownRoutes) {
      let message = Message(
        kind: claim.kind, domain: share.message.domain, code: share.message.code ?? "*")
      let route = snapshot.route(of: message, raisedAt: share.raiser)
      finding.routes.append(route)
      finding.details += lines(of: route, label: share.message.label)
    }
    finding.tree = snapshot
    finding.passing = passing(shares, raisers)
  }

  // MARK: Messages

  private func messages() throws(StatementCheck.Unknown) -> [KnownMessage] {
    if claim.name.code != nil {
      do {
        let message = try context.names.find(claim.kind, claim.name)
        let label = context.names.names(of: message).first { $0 != message.code }
        return [
          KnownMessage(
            kind: claim.kind, domain: message.domain, code: message.code, label: label)
        ]
      } catch {
        throw StatementCheck.Unknown(
          span: claim.nameSpan, message: error.message, isSubject: !error.isMisspelled)
      }
    }
    let known = context.messages.messages(of: claim.kind)
    let found = known.filter { message in
      claim.name.matches(message, context.names)
        && !claim.exceptNames.contains { $0.matches(message, context.names) }
    }
    if !found.isEmpty { return found }
    let unknown = UnknownName.pattern(claim.kind, claim.name, among: known)
    throw StatementCheck.Unknown(
      span: claim.nameSpan, message: unknown.message, isSubject: !unknown.isMisspelled)
  }

  // MARK: Where they end

  private func ends(of message: KnownMessage, _ raisers: [Int]?) -> [Share] {
    context.takers(of: message).shares(raisedAt: raisers).map { share in
      Share(
        message: message, count: share.count, raiser: share.first,
        takers: share.handler.map { [$0] } ?? [])
    }
  }

  /// Models in one session reach the same receivers.
  private func deliveries(of message: KnownMessage, _ raisers: [Int]?) -> [Share] {
    let takers = context.takers(of: message).positions
    var shares: [Share] = []
    var places: [Int: Int] = [:]
    for raiser in raisers ?? Array(snapshot.positions) {
      let session = context.sessions.session(ofEventsFrom: raiser)
      if let place = places[session] {
        shares[place].count += 1
      } else {
        places[session] = shares.count
        shares.append(
          Share(
            message: message, count: 1, raiser: raiser,
            takers: Array(takers.elements(in: snapshot[session].subtree))))
      }
    }
    return shares
  }

  private func problem(_ takers: [Int], _ places: [Int], _ excepted: [Int]) -> SafeText? {
    let isEvent = claim.kind == .event
    func taken() -> SafeText {
      isEvent
        ? "is delivered to \(list(takers))" : "is handled by \(context.snapshot[takers[0]].name)"
    }
    switch claim.outcome {
    case .lost: return takers.isEmpty ? nil : taken()
    case .taken where takers.isEmpty: return "is \(claim.kind.outcomes.lost)"
    case .taken:
      let wrong = takers.filter(excepted.holds)
      return wrong.isEmpty ? nil : isEvent ? "is also delivered to \(list(wrong))" : taken()
    case .places where isEvent:
      let deaf = places.filter { !takers.holds($0) }
      if !deaf.isEmpty { return "isn't delivered to \(list(deaf))" }
      let others = claim.isOnly ? takers.filter { !places.holds($0) } : []
      return others.isEmpty ? nil : "is also delivered to \(list(others))"
    case .places where takers.isEmpty: return "is \(claim.kind.outcomes.lost)"
    case .places: return takers.allSatisfy(places.holds) ? nil : taken()
    }
  }

  private func list(_ models: [Int]) -> SafeText {
    let shown = models.prefix(3).map { context.name($0) }.joined(separator: ", " as SafeText)
    return shown + (models.count > 3 ? " and \(models.count - 3) more" : "")
  }

  /// The raisers whose messages reach the right model, but by another way.
  private func wrongWay(
    of message: KnownMessage, _ raisers: [Int]?, _ via: [[Int]]
  ) -> Share? {
    let takers = context.takers(of: message).positions
    var wrong: Share?
    for raiser in raisers ?? Array(snapshot.positions) {
      var passed: [Int] = []
      var node = raiser
      while node >= 0, !takers.holds(node) {
        if node != raiser { passed.append(node) }
        node = Int(snapshot.columns.parents[node])
      }
      if isWay(passed, via) { continue }
      let names: SafeText = passed.prefix(Self.shownHops).map { "\(snapshot[$0].name)" }
        .joined(separator: ", ")
      var share =
        wrong
        ?? Share(
          message: message, count: 0, raiser: raiser, takers: node < 0 ? [] : [node],
          problem: passed.isEmpty ? "passes no other model" : "passes \(names)")
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
  private func passing(_ shares: [Share], _ raisers: [Int]?) -> [SafeText] {
    let outcomes = shares.map { context.routes.outcome($0.takers, claim.kind) }
    let text = context.spec.text.bytes(ofLine: statement.line - 1)
    let head = String(decoding: text[..<claim.outcomeSpan.start], as: UTF8.self)
    if Set(outcomes).count == 1, let outcome = outcomes.first { return ["\(head)\(outcome)"] }
    var lines: [String] = []
    for (share, outcome) in zip(shares, outcomes) {
      let name = SpecText.message(share.message.domain, share.message.code ?? "*")
      guard let place = context.routes.raisers(share.raiser, share.count) else { continue }
      let line = "\(claim.kind.rawValue) \(name) from \(place) => \(outcome)"
      if !lines.contains(line) { lines.append(line) }
    }
    return lines.count > Self.mostPassing ? [] : lines.map { "\($0)" }
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
