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
