public import TreeSnapshot

extension Snapshot {
  /// Finds who would get a message, and why; nothing is raised.
  ///
  /// Costs a walk to the handler for an error or a bubble, and one over the session's subtree for
  /// an event.
  ///
  /// - Parameters:
  ///   - message: what would be raised.
  ///   - raiser: the position of the model that would raise it.
  public func route(of message: Message, raisedAt raiser: Int) -> Route {
    let query = RouteQuery(message, in: columns)
    switch message.kind {
    case .error, .bubble:
      var hops: [Route.Hop] = []
      var node = raiser
      while node >= 0 {
        let reason = query.reason(at: node)
        let isHandler = reason == .code || reason == .domain
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
      let receivers = scope.filter { node in
        let reason = query.reason(at: node)
        return reason == .code || reason == .domain
      }
      return Route(
        message: message, raiser: raiser, hops: [],
        outcome: receivers.isEmpty ? .unheard : .delivered(to: receivers))
    }
  }

  /// Why the model at a position would take a message, or let it pass.
  public func reason(for message: Message, at node: Int) -> Route.Reason {
    RouteQuery(message, in: columns).reason(at: node)
  }

  /// The position of the session from which an event raised at a model goes down: the nearest one
  /// above it, and the root where there is none.
  public func eventSession(ofRaiserAt raiser: Int) -> Int {
    var node = Int(columns.parents[raiser])
    while node > 0, !columns.fixed[node].isSession { node = Int(columns.parents[node]) }
    return max(node, 0)
  }
}

/// A message in the symbols of one snapshot; a name that the snapshot does not hold matches nothing.
private struct RouteQuery {
  private let columns: Columns
  private let kind: Message.Kind
  private let domain: Symbol?
  private let code: Symbol?

  init(_ message: Message, in columns: Columns) {
    self.columns = columns
    kind = message.kind
    domain = columns.symbols.find(message.domain)
    code = columns.symbols.find(message.code)
  }

  func reason(at node: Int) -> Route.Reason {
    var reason = Route.Reason.noHandlers
    for record in columns.subscriptions(of: node) where record.kind == kind {
      if record.domain != domain {
        if reason == .noHandlers { reason = .otherDomains }
      } else if record.code == code {
        return .code
      } else if record.code.isNone {
        reason = .domain
      } else if reason != .domain {
        reason = .otherCodes
      }
    }
    return reason
  }
}
