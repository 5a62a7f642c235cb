public import TreeSnapshot

/// What happens to one message raised at one model.
///
/// Nodes are named by their positions in the snapshot that the route was found in.
public struct Route: Hashable, Sendable {
  /// One model that an error or a bubble was offered to.
  public struct Hop: Hashable, Sendable {
    /// The model's position.
    public var node: Int
    /// Whether it took the message.
    public var verdict: Verdict
    /// Why.
    public var reason: Reason

    /// Describes a hop.
    public init(node: Int, verdict: Verdict, reason: Reason) {
      self.node = node
      self.verdict = verdict
      self.reason = reason
    }
  }

  /// Whether a model took the message.
  public enum Verdict: String, Hashable, Sendable {
    case passed
    case handled
  }

  /// Why a model took the message or let it pass. Only registrations of the message's kind count.
  public enum Reason: String, Hashable, Sendable {
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
  public enum Outcome: Hashable, Sendable {
    /// The model at this position takes it.
    case handled(by: Int)
    /// An error that nobody takes: the root session is told.
    case uncaught
    /// A bubble that nobody takes.
    case unhandled
    /// An event that these models get, in the order of delivery.
    case delivered(to: [Int])
    /// An event that nobody gets.
    case unheard
  }

  /// What was raised.
  public var message: Message
  /// The position of the model that raised it.
  public var raiser: Int
  /// The models that were asked, the raiser first; empty for an event.
  public var hops: [Hop]
  /// Where it ended.
  public var outcome: Outcome

  /// Describes a route.
  public init(message: Message, raiser: Int, hops: [Hop], outcome: Outcome) {
    self.message = message
    self.raiser = raiser
    self.hops = hops
    self.outcome = outcome
  }
}

extension Route {
  /// Whether a model takes the message.
  public var isTaken: Bool {
    switch outcome {
    case .handled, .delivered: true
    case .uncaught, .unhandled, .unheard: false
    }
  }
}

extension Route.Outcome {
  /// The outcome in the word that JSON answers use.
  public var word: String {
    switch self {
    case .handled: "handled"
    case .uncaught: "uncaught"
    case .unhandled: "unhandled"
    case .delivered: "delivered"
    case .unheard: "unheard"
    }
  }
}
