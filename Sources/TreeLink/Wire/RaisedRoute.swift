package import TreeAnalysis
package import TreeSnapshot

/// The effects of a test message: the answer to `raise`.
package struct RaisedRoute: Hashable, Sendable {
  /// A model that the message was offered to.
  struct Hop: Hashable, Sendable {
    var node: Int
    var verdict: Route.Verdict
    var reason: Route.Reason
  }

  /// The message, and the model that raised it.
  var message: Message
  var raiser: Int
  var hops: [Hop]
  var receivers: [Int]
  /// The outcome, in the word of a route.
  var outcome: String
  /// The handlers, and the messages they raised.
  var handlings: [TakenRoute.Handling]
  /// Additional notes.
  package var notes: [String]
  /// The tree after all handlers returned; nil if the app no longer had one.
  package var mark: TreeMark?
  /// The journal's record before the effects; nil without a journal.
  package var record: Int?

  /// The maximum number of nested handlers to send.
  static let levels = 64
}

extension RaisedRoute {
  /// Extracts the facts of a report.
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

  /// The route in an earlier snapshot of the tree; nil if the raiser isn't in it. Models that have
  /// left since are skipped.
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

  /// The recorded route, with the models' names in an earlier snapshot of the tree.
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
