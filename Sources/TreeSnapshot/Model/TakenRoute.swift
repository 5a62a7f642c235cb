/// The route that a message took through a live tree, and what it led to.
public struct TakenRoute: Hashable, Sendable {
  /// A model on the route, by facts that name it after it was released.
  public struct Stop: Hashable, Sendable {
    /// The number by which the model is known in its tree.
    public var id: Int
    /// The model's type.
    public var type: String

    /// Creates a stop.
    ///
    /// - Parameters:
    ///   - id: the number by which the model is known in its tree.
    ///   - type: the model's type.
    public init(id: Int, type: String) {
      self.id = id
      self.type = type
    }
  }

  /// A model that took the message.
  public struct Handling: Hashable, Sendable {
    /// The model.
    public var model: Stop
    /// How long its handler ran, with all that it led to.
    public var duration: Duration
    /// The messages that were raised while it ran, in order.
    public var raised: [TakenRoute]

    /// Creates a record of what a handler did.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - duration: how long its handler ran.
    ///   - raised: the messages that were raised while it ran, in order.
    public init(model: Stop, duration: Duration, raised: [TakenRoute] = []) {
      self.model = model
      self.duration = duration
      self.raised = raised
    }
  }

  /// What was raised.
  public var message: Message
  /// The model that raised it.
  public var raiser: Stop
  /// The models that let it pass, in order; none for an event.
  public var passed: [Stop]
  /// The models that took it, in order: at most one for an error or a bubble. For an error that no
  /// model took, the root session, which receives uncaught errors.
  public var handlings: [Handling]
  /// Whether no model took an error, so that it ended in the root session.
  public var isUncaught: Bool

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - message: what was raised.
  ///   - raiser: the model that raised it.
  ///   - passed: the models that let it pass, in order.
  ///   - handlings: the models that took it, in order.
  ///   - isUncaught: whether no model took an error, so that it ended in the root session.
  public init(
    message: Message, raiser: Stop, passed: [Stop] = [], handlings: [Handling] = [],
    isUncaught: Bool = false
  ) {
    self.message = message
    self.raiser = raiser
    self.passed = passed
    self.handlings = handlings
    self.isUncaught = isUncaught
  }

  /// The models that took the message, in order; none for an uncaught error.
  public var takers: [Stop] { isUncaught ? [] : handlings.map(\.model) }
}
