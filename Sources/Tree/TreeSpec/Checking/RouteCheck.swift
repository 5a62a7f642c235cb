import TextIO
import TreeAnalysis
import TreeSnapshot

/// Checks the routes of a tree against one assertion.
struct RouteCheck {
  let context: AssertionCheck
  let claim: RouteClaim
  private var snapshot: Snapshot { context.snapshot }

  private typealias Wrong = RouteFinding.Wrong

  /// The number of a pattern's messages to explain by their routes.
  private static let shownRoutes = 3

  func finding() throws(LineProblem) -> RouteFinding? {
    let messages = try messages()
    let raisers = try raisers()
    let excepted = context.exceptions(claim.exceptPlaces)
    let places = try context.models(at: claim.places)
    // They must exist even if no raiser's message passes them.
    for place in claim.via { _ = try context.models(at: place) }
    var wrong: [Wrong] = []
    for message in messages {
      wrong +=
        message.kind == .event
        ? wrongDeliveries(of: message, raisers, places, excepted)
        : try wrongRoutes(of: message, raisers, places, excepted)
    }
    if wrong.isEmpty { return nil }
    let routes = wrong.prefix(Self.shownRoutes).map { entry in
      let message = Message(
        kind: entry.message.kind, domain: entry.message.domain, code: entry.message.code ?? "*")
      return snapshot.route(of: message, raisedAt: entry.raiser)
    }
    return RouteFinding(
      wrong: wrong, isPattern: claim.name.pattern.literal == nil,
      raiserCount: raisers?.count ?? snapshot.count,
      routes: routes)
  }

  /// The models that raise the messages, by default the root session; nil for every model.
  func raisers() throws(LineProblem) -> [Int]? {
    guard let place = claim.raisers else { return [0] }
    return try context.models(at: place, except: claim.exceptRaisers)
  }

  /// The models that actually handle or receive the messages: for each message, and for each group
  /// of raisers with the same result.
  func ends() throws(LineProblem) -> [ArraySlice<Int>] {
    let raisers = try raisers()
    return try messages().flatMap { message -> [ArraySlice<Int>] in
      let takers = context.takers(of: message)
      if message.kind != .event {
        return takers.shares(raisedAt: raisers).map { $0.handler.map { [$0] } ?? [] }
      }
      return sessions(of: raisers).map {
        takers.positions.elements(in: snapshot[$0.session].subtree)
      }
    }
  }

  // MARK: Messages

  func messages() throws(LineProblem) -> [KnownMessage] {
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
        among: known.map { "\($0.domain).\($0.code ?? "*")" }, domains: known.map(\.domain)))
  }

  private func message() throws(LineProblem) -> KnownMessage {
    do {
      if let found = try context.bound.messages.find(claim.kind, claim.name) {
        return KnownMessage(
          kind: claim.kind, domain: found.message.domain, code: found.message.code,
          label: found.label)
      }
    } catch {
      throw LineProblem(claim.nameSpan, SpecFault(.misspelledMessage, "\(error)"))
    }
    throw LineProblem(claim.nameSpan, context.bound.messages.unknown(claim.kind, claim.name))
  }

  // MARK: Errors and bubbles

  private func wrongRoutes(
    of message: KnownMessage, _ raisers: [Int]?, _ places: [Int], _ excepted: [Int]
  ) throws(LineProblem) -> [Wrong] {
    let takers = context.takers(of: message)
    var wrong = takers.shares(raisedAt: raisers).compactMap { share in
      fault(of: share.handler, places, excepted).map {
        Wrong(message: message, count: share.count, raiser: share.first, fact: $0)
      }
    }
    if wrong.isEmpty, !claim.via.isEmpty {
      wrong = try wrongWays(of: message, takers.positions, raisers)
    }
    return wrong
  }

  private func fault(of handler: Int?, _ places: [Int], _ excepted: [Int]) -> RouteFinding.Fact? {
    switch (claim.outcome, handler) {
    case (.taken, let handler?) where excepted.holds(handler): .handled(by: handler)
    case (.lost, nil), (.taken, _?): nil
    case (_, nil): .lost
    case (.places, let handler?) where places.holds(handler): nil
    case (_, let handler?): .handled(by: handler)
    }
  }

  /// The raisers whose messages reach the right model by a wrong way.
  private func wrongWays(
    of message: KnownMessage, _ takers: [Int], _ raisers: [Int]?
  ) throws(LineProblem) -> [Wrong] {
    let stations = try claim.via.map { place throws(LineProblem) in
      try context.models(at: place) ?? Array(snapshot.positions)
    }
    var wrong: Wrong?
    for raiser in raisers ?? Array(snapshot.positions) {
      var passed: [Int] = []
      var node = raiser
      while node >= 0, !takers.holds(node) {
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

  private func isWay(_ passed: [Int], through stations: [[Int]]) -> Bool {
    if claim.viaOnly, passed.count != stations.count { return false }
    var next = passed[...]
    for station in stations {
      while let node = next.first, !station.holds(node) {
        if claim.viaOnly { return false }
        next.removeFirst()
      }
      if next.isEmpty { return false }
      next.removeFirst()
    }
    return true
  }

  // MARK: Events

  /// The sessions from which some models raise events: models of one session reach the same
  /// receivers.
  private func sessions(of raisers: [Int]?) -> [(session: Int, raiser: Int, count: Int)] {
    var sessions: [(session: Int, raiser: Int, count: Int)] = []
    var placeOfSession: [Int: Int] = [:]
    for raiser in raisers ?? Array(snapshot.positions) {
      let session = context.sessions.session(ofEventsFrom: raiser)
      if let known = placeOfSession[session] {
        sessions[known].count += 1
      } else {
        placeOfSession[session] = sessions.count
        sessions.append((session, raiser, 1))
      }
    }
    return sessions
  }

  private func wrongDeliveries(
    of message: KnownMessage, _ raisers: [Int]?, _ places: [Int], _ excepted: [Int]
  ) -> [Wrong] {
    let takers = context.takers(of: message).positions
    return sessions(of: raisers).compactMap { entry in
      let receivers = takers.elements(in: snapshot[entry.session].subtree)
      return fault(of: receivers, places, excepted).map {
        Wrong(message: message, count: entry.count, raiser: entry.raiser, fact: $0)
      }
    }
  }

  private func fault(
    of receivers: ArraySlice<Int>, _ places: [Int], _ excepted: [Int]
  ) -> RouteFinding.Fact? {
    switch claim.outcome {
    case .taken:
      let wrong = excepted.filter(receivers.holds)
      return receivers.isEmpty ? .lost : wrong.isEmpty ? nil : .alsoDelivered(to: wrong)
    case .lost: return receivers.isEmpty ? nil : .delivered(to: Array(receivers))
    case .places:
      let deaf = places.filter { !receivers.holds($0) }
      if !deaf.isEmpty { return .notDelivered(to: deaf) }
      if !claim.isOnly || receivers.count == places.count { return nil }
      return .alsoDelivered(to: receivers.filter { !places.holds($0) })
    }
  }
}

extension SpecMessageName {
  /// Whether a message matches by its code, its label, or a pattern.
  ///
  /// - Parameter names: the names of the tree's or journal's messages.
  func fits(_ message: KnownMessage, _ names: MessageNames) -> Bool {
    let own = message.code.map {
      names.names(of: Message(kind: message.kind, domain: message.domain, code: $0))
    }
    return (own ?? ["*"]).contains { name in
      bare.map { $0 == name } ?? pattern.fits("\(message.domain).\(name)")
    }
  }
}
