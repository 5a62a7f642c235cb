/// Decides at each model whether it gets a message. No other code does.
///
/// Names are compared as symbols of the snapshot; one that the snapshot doesn't contain matches
/// nothing. Types of values are compared by name.
package struct RouteQuery {
  /// The value of a message.
  package enum Payload {
    /// A value of any type that a subscription requires.
    case fitting
    /// A value of a type.
    case type(Symbol?)
    /// A value that no subscription's type matches.
    case unfitting
  }

  private let columns: Columns
  private let kind: Message.Kind
  private let domain: Symbol?
  private let code: Symbol?
  private let payload: Payload

  package init(_ message: Message, payload: String?, in columns: Columns) {
    self.init(message, payload.map { .type(columns.symbols.find($0)) } ?? .fitting, in: columns)
  }

  package init(_ message: Message, _ payload: Payload = .fitting, in columns: Columns) {
    self.payload = payload
    self.columns = columns
    kind = message.kind
    domain = columns.symbols.find(message.domain)
    code = columns.symbols.find(message.code)
  }

  /// How a subscription compares with the message.
  package enum Match {
    case code
    case wholeDomain
    case otherCode
    case otherDomain
    case otherPayload
  }

  /// Compares a subscription with the message; only one of the same kind can match.
  package func match(_ record: SubscriptionRecord) -> Match {
    if record.domain != domain { return .otherDomain }
    if record.code != code, !record.code.isNone { return .otherCode }
    if !fits(record.payload) { return .otherPayload }
    return record.code.isNone ? .wholeDomain : .code
  }

  private func fits(_ type: Symbol) -> Bool {
    if type.isNone { return true }
    switch payload {
    case .fitting: return true
    case .type(let own): return own == type
    case .unfitting: return false
    }
  }

  /// Why a node gets or passes the message, and the deciding registration: its index among those of
  /// all nodes; nil if there is none.
  func decision(at node: Int) -> (reason: Route.Reason, registration: Int?) {
    var reason = Route.Reason.noHandlers
    var registration: Int?
    let own = columns.nodes.subscriptions(of: node)
    for index in own.indices where own[index].kind == kind {
      switch match(own[index]) {
      case .code: return (.code, index)
      case .wholeDomain: (reason, registration) = (.domain, index)
      case .otherPayload: if reason != .domain { reason = .otherPayload }
      case .otherCode: if registration == nil, reason != .otherPayload { reason = .otherCodes }
      case .otherDomain: if reason == .noHandlers { reason = .otherDomains }
      }
    }
    return (reason, registration)
  }

  package func reason(at node: Int) -> Route.Reason { decision(at: node).reason }

  package func isTaken(at node: Int) -> Bool { decision(at: node).registration != nil }
}

extension Snapshot {
  /// Returns the route of a message, and why; nothing is raised.
  ///
  /// Costs a walk up to the handler for an error or a bubble, and a walk over the session's subtree
  /// for an event.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - payload: the type of its value; nil for any type that subscriptions require.
  ///   - raiser: the position of the raiser.
  package func route(of message: Message, payload: String? = nil, raisedAt raiser: Int) -> Route {
    let query = RouteQuery(message, payload: payload, in: columns)
    var hops: [Route.Hop] = []
    var outcome: Route.Outcome
    switch message.kind {
    case .error, .bubble:
      outcome = message.kind == .error ? .uncaught : .unhandled
      var node = raiser
      while node >= 0 {
        let (reason, registration) = query.decision(at: node)
        let isHandler = registration != nil
        hops.append(Route.Hop(node: node, verdict: isHandler ? .handled : .passed, reason: reason))
        if isHandler { outcome = .handled(by: node) }
        node = isHandler ? -1 : Int(columns.parents[node])
      }
    case .event:
      let receivers = self[eventSession(ofRaiserAt: raiser)].subtree.filter(query.isTaken)
      outcome = receivers.isEmpty ? .unheard : .delivered(to: receivers)
    }
    return Route(message: message, payload: payload, raiser: raiser, hops: hops, outcome: outcome)
  }

  /// The subscription by which a model would get a message, as an index among the model's
  /// subscriptions; nil if the model would pass it.
  ///
  /// - Parameter payload: the type of its value; nil for any type that subscriptions require.
  package func registration(taking message: Message, payload: String? = nil, at node: Int) -> Int? {
    RouteQuery(message, payload: payload, in: columns).decision(at: node).registration.map {
      $0 - columns.nodes.subscriptions(of: node).startIndex
    }
  }
}
