package import TreeAnalysis
package import TreeSnapshot

/// What a test message did: the answer to `raise`.
package struct RaisedRoute: Hashable, Sendable {
  /// A model that the message was offered to.
  struct Hop: Hashable, Sendable {
    var node: Int
    var verdict: Route.Verdict
    var reason: Route.Reason
  }

  /// What was raised, and at which model.
  var message: Message
  var raiser: Int
  var hops: [Hop]
  var receivers: [Int]
  /// Where it ended, in the word of a route's outcome.
  var outcome: String
  /// What the handlers did.
  var handlings: [TakenRoute.Handling]
  /// What a person should know besides.
  package var notes: [String]
  /// The tree when all handlers had returned; nil if the app held none any more.
  package var mark: TreeMark?
  /// The journal's record after which the consequences follow; nil without a journal.
  package var record: Int?

  /// The levels of handlers, each of which raised what the one below it took, that travel.
  static let levels = 64
}

extension RaisedRoute {
  /// Takes the facts out of a report.
  package init(_ report: RaiseReport, mark: TreeMark?) {
    let snapshot = report.before.snapshot
    func id(_ position: Int) -> Int { snapshot[position].id }
    message = report.route.message
    raiser = id(report.route.raiser)
    hops = report.route.hops.map {
      Hop(node: id($0.node), verdict: $0.verdict, reason: $0.reason)
    }
    receivers = []
    if case .delivered(let to) = report.route.outcome { receivers = to.map(id) }
    outcome = report.route.outcome.word
    handlings = report.taken.handlings
    notes = report.notes
    record = report.record
    self.mark = mark
  }

  /// The route in a picture of the tree before; nil if the raiser is not in that. What has left the
  /// tree since it was taken is left out.
  package func route(in snapshot: Snapshot) -> Route? {
    func positions(_ ids: [Int]) -> [Int] { ids.compactMap { snapshot.position(ofID: $0) } }
    guard let from = snapshot.position(ofID: raiser) else { return nil }
    let hops = hops.compactMap { hop in
      snapshot.position(ofID: hop.node).map {
        Route.Hop(node: $0, verdict: hop.verdict, reason: hop.reason)
      }
    }
    let handler = hops.last { $0.verdict == .handled }?.node
    let outcome: Route.Outcome =
      switch message.kind {
      case .event:
        receivers.isEmpty ? .unheard : .delivered(to: positions(receivers))
      case .error: handler.map { .handled(by: $0) } ?? .uncaught
      case .bubble: handler.map { .handled(by: $0) } ?? .unhandled
      }
    return Route(message: message, raiser: from, hops: hops, outcome: outcome)
  }

  /// The route as it was recorded, with the names that the models have in a picture of the tree
  /// before.
  package func taken(in snapshot: Snapshot) -> TakenRoute {
    func stop(_ id: Int) -> TakenRoute.Stop {
      let type = snapshot.position(ofID: id).map { snapshot[$0].type }
      return TakenRoute.Stop(id: id, type: type ?? "?")
    }
    return TakenRoute(
      message: message, raiser: stop(raiser),
      passed: hops.filter { $0.verdict == .passed }.map { stop($0.node) },
      handlings: handlings, isUncaught: outcome == Route.Outcome.uncaught.word)
  }
}
