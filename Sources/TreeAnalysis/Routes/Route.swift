import TextIO
package import TreeSnapshot

/// The route of one message raised at one model.
///
/// Nodes are identified by their positions in the route's snapshot.
package struct Route: Hashable, Sendable {
  /// A model that an error or a bubble is offered to.
  package struct Hop: Hashable, Sendable {
    /// The model's position.
    package var node: Int
    /// Whether it handles the message.
    package var verdict: Verdict
    /// The reason.
    package var reason: Reason

    /// Creates a hop.
    package init(node: Int, verdict: Verdict, reason: Reason) {
      self.node = node
      self.verdict = verdict
      self.reason = reason
    }
  }

  /// Whether a model handles the message.
  package enum Verdict: String, Hashable, Sendable {
    /// It passes the message on.
    case passed
    /// It handles the message.
    case handled
  }

  /// Why a model handles or passes the message. Only subscriptions of the message's kind matter.
  package enum Reason: String, Hashable, Sendable {
    /// Registered for the code.
    case code
    /// Registered for the whole domain, but not for the code.
    case domain
    /// Registered for nothing of this kind.
    case noHandlers = "no-handlers"
    /// Registered for other codes of the domain.
    case otherCodes = "other-codes"
    /// Registered only in other domains.
    case otherDomains = "other-domains"
    /// Registered for it, but only with a value of another type.
    case otherPayload = "other-payload"
  }

  /// The end of a route.
  package enum Outcome: Hashable, Sendable {
    /// The model at this position handles it.
    case handled(by: Int)
    /// An error that no model handles; the root session is notified.
    case uncaught
    /// A bubble that no model handles.
    case unhandled
    /// An event that these models receive, in the order of delivery.
    case delivered(to: [Int])
    /// An event that no model receives.
    case unheard
  }

  /// The message.
  package var message: Message
  /// The type of its value; nil for any type that subscriptions require.
  package var payload: String?
  /// The position of the raiser.
  package var raiser: Int
  /// The models that are offered the message, the raiser first; empty for an event.
  package var hops: [Hop]
  /// The outcome.
  package var outcome: Outcome

  /// Creates a route.
  package init(
    message: Message, payload: String? = nil, raiser: Int, hops: [Hop], outcome: Outcome
  ) {
    self.message = message
    self.payload = payload
    self.raiser = raiser
    self.hops = hops
    self.outcome = outcome
  }
}

extension Route {
  /// Whether any model handles or receives the message.
  package var isTaken: Bool {
    switch outcome {
    case .handled, .delivered: true
    case .uncaught, .unhandled, .unheard: false
    }
  }
}

extension Route.Outcome {
  /// The outcome's word in JSON.
  package var word: String {
    switch self {
    case .handled: "handled"
    case .uncaught: "uncaught"
    case .unhandled: "unhandled"
    case .delivered: "delivered"
    case .unheard: "unheard"
    }
  }
}

/// Decides at each model whether it gets a message. No other code does.
///
/// Names are compared as symbols of the snapshot; one that the snapshot doesn't contain matches
/// nothing. Types of values are compared by name.
struct RouteQuery {
  /// The value of a message.
  enum Payload {
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

  init(_ message: Message, payload: String?, in columns: Columns) {
    self.init(message, payload.map { .type(columns.symbols.find($0)) } ?? .fitting, in: columns)
  }

  init(_ message: Message, _ payload: Payload = .fitting, in columns: Columns) {
    self.payload = payload
    self.columns = columns
    kind = message.kind
    domain = columns.symbols.find(message.domain)
    code = columns.symbols.find(message.code)
  }

  /// How a subscription compares with the message.
  enum Match {
    case code
    case wholeDomain
    case otherCode
    case otherDomain
    case otherPayload
  }

  /// Compares a subscription with the message; only one of the same kind can match.
  func match(_ record: SubscriptionRecord) -> Match {
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
    let own = columns.subscriptions(of: node)
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

  func reason(at node: Int) -> Route.Reason { decision(at: node).reason }

  func isTaken(at node: Int) -> Bool { decision(at: node).registration != nil }
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
    switch message.kind {
    case .error, .bubble:
      var hops: [Route.Hop] = []
      var node = raiser
      while node >= 0 {
        let (reason, registration) = query.decision(at: node)
        let isHandler = registration != nil
        hops.append(Route.Hop(node: node, verdict: isHandler ? .handled : .passed, reason: reason))
        if isHandler {
          return Route(
            message: message, payload: payload, raiser: raiser, hops: hops,
            outcome: .handled(by: node))
        }
        node = Int(columns.parents[node])
      }
      return Route(
        message: message, payload: payload, raiser: raiser, hops: hops,
        outcome: message.kind == .error ? .uncaught : .unhandled)
    case .event:
      let scope = self[eventSession(ofRaiserAt: raiser)].subtree
      let receivers = scope.filter(query.isTaken)
      return Route(
        message: message, payload: payload, raiser: raiser, hops: [],
        outcome: receivers.isEmpty ? .unheard : .delivered(to: receivers))
    }
  }

  /// Why a model would get or pass a message.
  ///
  /// - Parameter payload: the type of its value; nil for any type that subscriptions require.
  package func reason(for message: Message, payload: String? = nil, at node: Int) -> Route.Reason {
    RouteQuery(message, payload: payload, in: columns).reason(at: node)
  }

  /// The subscription by which a model would get a message, as an index among the model's
  /// subscriptions; nil if the model would pass it.
  ///
  /// - Parameter payload: the type of its value; nil for any type that subscriptions require.
  package func registration(taking message: Message, payload: String? = nil, at node: Int) -> Int? {
    RouteQuery(message, payload: payload, in: columns).decision(at: node).registration.map {
      $0 - columns.subscriptions(of: node).startIndex
    }
  }
}

extension Route {
  /// Creates the route that a message actually took. Its handlers were recorded; the reasons of the
  /// other models come from the snapshot.
  package init(
    _ taken: TakenRoute, of message: Message, raisedAt raiser: Int, in snapshot: Snapshot
  ) {
    let positions = Dictionary(
      uniqueKeysWithValues: zip(snapshot.positions.map { snapshot[$0].id }, snapshot.positions))
    let takers = taken.takers.compactMap { positions[$0.id] }
    if message.kind == .event {
      self.init(
        message: message, raiser: raiser, hops: [],
        outcome: takers.isEmpty ? .unheard : .delivered(to: takers))
      return
    }
    func hop(_ id: Int, _ verdict: Verdict) -> Hop? {
      let query = RouteQuery(
        message, verdict == .handled ? .fitting : .unfitting, in: snapshot.columns)
      return positions[id].map { Hop(node: $0, verdict: verdict, reason: query.reason(at: $0)) }
    }
    let hops =
      taken.passed.compactMap { hop($0.id, .passed) }
      + taken.takers.compactMap { hop($0.id, .handled) }
    let outcome: Outcome =
      if let handler = takers.first {
        .handled(by: handler)
      } else {
        message.kind == .error ? .uncaught : .unhandled
      }
    self.init(message: message, raiser: raiser, hops: hops, outcome: outcome)
  }
}

/// Finds the source lines of registrations, for many messages of one tree. The first lookup for a
/// model costs one step for each of its subscriptions.
package final class RegistrationSources {
  private let columns: Columns
  /// The sources by message, of models looked up before.
  private var tables: [Int: [MessageKey: Symbol]] = [:]

  /// Prepares a tree.
  package init(_ snapshot: Snapshot) { columns = snapshot.columns }

  /// The line of the registration by which a model gets a message; nil if unknown, or if it doesn't
  /// get it.
  package func source(taking key: MessageKey, at node: Int) -> Symbol? {
    let table = tables[node] ?? makeTable(node)
    let source = table[key] ?? table[key.wholeDomain]
    return source?.isNone == false ? source : nil
  }

  private func makeTable(_ node: Int) -> [MessageKey: Symbol] {
    let subscriptions = columns.subscriptions(of: node)
    let table = Dictionary(subscriptions.map { (MessageKey($0), $0.source) }) { first, _ in first }
    tables[node] = table
    return table
  }
}
