import TreeAnalysis
import TreeSnapshot

/// Checks the routes of a tree against one assertion.
struct RouteCheck {
  private let context: AssertionCheck
  private let claim: RouteClaim
  private var snapshot: Snapshot { context.snapshot }

  private typealias Wrong = RouteFinding.Wrong

  /// So many messages of a pattern are explained by their routes.
  private static let shownRoutes = 3

  init(_ context: AssertionCheck, _ claim: RouteClaim) {
    self.context = context
    self.claim = claim
  }

  func finding() throws(LineProblem) -> RouteFinding? {
    let messages = try messages()
    let raisers = try claim.raisers.map { place throws(LineProblem) in
      try context.models(at: place, except: claim.exceptRaisers)
    }
    let excepted = context.exceptions(claim.exceptPlaces)
    let places = try context.models(at: claim.places)
    // They must be there also where no raiser's message passes them.
    for place in claim.via { _ = try context.models(at: place) }
    var wrong: [Wrong] = []
    for message in messages {
      wrong +=
        message.kind == .event
        ? wrongDeliveries(of: message, raisers, places, excepted)
        : try wrongRoutes(of: message, raisers ?? nil, places, excepted)
    }
    if wrong.isEmpty { return nil }
    let routes = wrong.prefix(Self.shownRoutes).map { entry in
      let message = Message(
        kind: entry.message.kind, domain: entry.message.domain, code: entry.message.code ?? "*")
      return snapshot.route(of: message, raisedAt: entry.raiser)
    }
    let raiserCount = raisers.map { $0?.count ?? snapshot.count } ?? 1
    return RouteFinding(
      wrong: wrong, isPattern: claim.name.pattern.literal == nil, raiserCount: raiserCount,
      routes: routes)
  }

  // MARK: Messages

  private func messages() throws(LineProblem) -> [KnownMessage] {
    if claim.name.pattern.literal != nil { return [try message()] }
    let known = context.messages.messages(of: claim.kind)
    let names = context.bound.messages
    let found = known.filter { message in
      claim.name.fits(message, names) && !claim.exceptNames.contains { $0.fits(message, names) }
    }
    if !found.isEmpty { return found }
    throw LineProblem(
      claim.nameSpan,
      .unmatchedMessages(
        claim.kind, claim.name.pattern.text,
        known: known.map { "\($0.domain).\($0.code ?? "*")" }))
  }

  private func message() throws(LineProblem) -> KnownMessage {
    do {
      if let found = try context.bound.messages.find(claim.kind, claim.name) {
        return KnownMessage(
          kind: claim.kind, domain: found.message.domain, code: found.message.code,
          label: found.label)
      }
    } catch {
      throw LineProblem(claim.nameSpan, .message(error))
    }
    throw LineProblem(claim.nameSpan, context.bound.messages.unknown(claim.kind, claim.name))
  }

  // MARK: Errors and bubbles

  private func wrongRoutes(
    of message: KnownMessage, _ raisers: [Int]?, _ places: Set<Int>, _ excepted: Set<Int>
  ) throws(LineProblem) -> [Wrong] {
    let takers = context.messages.takers(of: message)
    var wrong = snapshot.shares(of: takers, raisedAt: raisers).compactMap { share in
      fault(of: share.handler, places, excepted).map {
        Wrong(message: message, count: share.count, raiser: share.first, fact: $0)
      }
    }
    if wrong.isEmpty, !claim.via.isEmpty { wrong = try wrongWays(of: message, takers, raisers) }
    return wrong
  }

  private func fault(
    of handler: Int?, _ places: Set<Int>, _ excepted: Set<Int>
  ) -> RouteFinding.Fact? {
    switch (claim.outcome, handler) {
    case (.taken, let handler?) where excepted.contains(handler): .handled(by: handler)
    case (.lost, nil), (.taken, _?): nil
    case (_, nil): .lost
    case (.places, let handler?) where places.contains(handler): nil
    case (_, let handler?): .handled(by: handler)
    }
  }

  /// Those that reach the right model by another way.
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
        wrong = Wrong(message: message, count: 0, raiser: raiser, fact: .passes(passed))
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

  // MARK: Events

  private func wrongDeliveries(
    of message: KnownMessage, _ raisers: [Int]??, _ places: Set<Int>, _ excepted: Set<Int>
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
      let receivers = Array(takers.elements(in: snapshot[entry.session].subtree))
      return fault(of: receivers, places, excepted).map {
        Wrong(message: message, count: entry.count, raiser: entry.raiser, fact: $0)
      }
    }
  }

  private func fault(
    of receivers: [Int], _ places: Set<Int>, _ excepted: Set<Int>
  ) -> RouteFinding.Fact? {
    switch claim.outcome {
    case .taken:
      let wrong = receivers.filter(excepted.contains)
      return receivers.isEmpty ? .lost : wrong.isEmpty ? nil : .alsoDelivered(to: wrong)
    case .lost: return receivers.isEmpty ? nil : .delivered(to: receivers)
    case .places:
      let deaf = places.subtracting(receivers).sorted()
      if !deaf.isEmpty { return .notDelivered(to: deaf) }
      let others = receivers.filter { !places.contains($0) }
      return claim.isOnly && !others.isEmpty ? .alsoDelivered(to: others) : nil
    }
  }
}

extension MessageName {
  /// Whether it names a message by its code, its label or a pattern.
  ///
  /// - Parameter names: the names of the messages of the tree or the journal.
  func fits(_ message: KnownMessage, _ names: MessageNames) -> Bool {
    let own = message.code.map {
      names.names(of: Message(kind: message.kind, domain: message.domain, code: $0))
    }
    return (own ?? ["*"]).contains { name in
      if let bare { return bare == name }
      var full = "\(message.domain).\(name)"
      return full.withUTF8 { pattern.matches($0) }
    }
  }
}
