package import TreeSnapshot

extension Snapshot {
  /// Finds which models would get a message, and why; nothing is raised.
  ///
  /// Costs a walk to the handler for an error or a bubble, and one over the session's subtree for
  /// an event.
  ///
  /// - Parameters:
  ///   - message: what would be raised.
  ///   - raiser: the position of the model that would raise it.
  package func route(of message: Message, raisedAt raiser: Int) -> Route {
    let query = RouteQuery(message, in: columns)
    switch message.kind {
    case .error, .bubble:
      var hops: [Route.Hop] = []
      var node = raiser
      while node >= 0 {
        let (reason, registration) = query.decision(at: node)
        let isHandler = registration != nil
        hops.append(
          Route.Hop(node: node, verdict: isHandler ? .handled : .passed, reason: reason))
        if isHandler {
          return Route(message: message, raiser: raiser, hops: hops, outcome: .handled(by: node))
        }
        node = Int(columns.parents[node])
      }
      return Route(
        message: message, raiser: raiser, hops: hops,
        outcome: message.kind == .error ? .uncaught : .unhandled)
    case .event:
      let scope = self[eventSession(ofRaiserAt: raiser)].subtree
      let receivers = scope.filter(query.isTaken)
      return Route(
        message: message, raiser: raiser, hops: [],
        outcome: receivers.isEmpty ? .unheard : .delivered(to: receivers))
    }
  }

  /// Why the model at a position would take a message, or let it pass.
  package func reason(for message: Message, at node: Int) -> Route.Reason {
    RouteQuery(message, in: columns).reason(at: node)
  }

  /// The subscription by which the model at a position would take a message: its place among the
  /// model's subscriptions; nil where the model would let it pass.
  package func registration(taking message: Message, at node: Int) -> Int? {
    RouteQuery(message, in: columns).decision(at: node).registration.map {
      $0 - columns.subscriptions(of: node).startIndex
    }
  }
}
