package import TreeSnapshot

/// What happens to one message raised at one model.
///
/// Nodes are named by their positions in the snapshot that the route was found in.
package struct Route: Hashable, Sendable {
  /// One model that an error or a bubble was offered to.
  package struct Hop: Hashable, Sendable {
    /// The model's position.
    package var node: Int
    /// Whether it took the message.
    package var verdict: Verdict
    /// Why.
    package var reason: Reason

    /// Describes a hop.
    package init(node: Int, verdict: Verdict, reason: Reason) {
      self.node = node
      self.verdict = verdict
      self.reason = reason
    }
  }

  /// Whether a model took the message.
  package enum Verdict: String, Hashable, Sendable {
    /// It let the message pass.
    case passed
    /// It took the message.
    case handled
  }

  /// Why a model took the message or let it pass. Only subscriptions of the message's kind count.
  package enum Reason: String, Hashable, Sendable {
    /// Registered for the code.
    case code
    /// Registered for the whole domain, and not for the code.
    case domain
    /// Registered for nothing of this kind.
    case noHandlers = "no-handlers"
    /// Registered for other codes of the domain.
    case otherCodes = "other-codes"
    /// Registered in other domains only.
    case otherDomains = "other-domains"
  }

  /// Where the message ends.
  package enum Outcome: Hashable, Sendable {
    /// The model at this position takes it.
    case handled(by: Int)
    /// An error that no model takes; the root session is notified.
    case uncaught
    /// A bubble that no model takes.
    case unhandled
    /// An event that these models receive, in the order of delivery.
    case delivered(to: [Int])
    /// An event that no model receives.
    case unheard
  }

  /// What was raised.
  package var message: Message
  /// The position of the model that raised it.
  package var raiser: Int
  /// The models that were asked, the raiser first; empty for an event.
  package var hops: [Hop]
  /// Where it ended.
  package var outcome: Outcome

  /// Describes a route.
  package init(message: Message, raiser: Int, hops: [Hop], outcome: Outcome) {
    self.message = message
    self.raiser = raiser
    self.hops = hops
    self.outcome = outcome
  }
}

extension Route {
  /// Whether a model takes the message.
  package var isTaken: Bool {
    switch outcome {
    case .handled, .delivered: true
    case .uncaught, .unhandled, .unheard: false
    }
  }
}

extension Route.Outcome {
  /// The outcome in the word that JSON answers use.
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
