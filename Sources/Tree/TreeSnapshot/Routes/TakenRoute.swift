/// The route that a message took through a running tree, and the messages that followed from it.
public struct TakenRoute: Hashable, Sendable {
  /// A model on the route, which can be named even after it was released.
  public struct Stop: Hashable, Sendable {
    /// The model's id in its tree.
    public var id: Int
    /// The model's type.
    public var type: String

    /// Creates a stop.
    ///
    /// - Parameters:
    ///   - id: the model's id in its tree.
    ///   - type: the model's type.
    public init(id: Int, type: String) {
      self.id = id
      self.type = type
    }
  }

  /// A model that handled or received the message.
  public struct Handling: Hashable, Sendable {
    /// The model.
    public var model: Stop
    /// The time that its handler ran, including everything that it caused.
    public var duration: Duration
    /// The messages that were raised during that time, in order.
    public var raised: [TakenRoute]

    /// Creates a handling.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - duration: the time that its handler ran.
    ///   - raised: the messages that were raised during that time, in order.
    public init(model: Stop, duration: Duration, raised: [TakenRoute] = []) {
      self.model = model
      self.duration = duration
      self.raised = raised
    }
  }

  /// The message that was raised.
  public var message: Message
  /// The model that raised it.
  public var raiser: Stop
  /// The models that passed the message on, in order; none for an event.
  public var passed: [Stop]
  /// The models that handled or received the message, in order: at most one for an error or a
  /// bubble. For an uncaught error, the root session, to which it was reported.
  public var handlings: [Handling]
  /// Whether the error was uncaught.
  public var isUncaught: Bool

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - message: the message that was raised.
  ///   - raiser: the model that raised it.
  ///   - passed: the models that passed it on, in order.
  ///   - handlings: the models that handled or received it, in order.
  ///   - isUncaught: whether the error was uncaught.
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

  /// The models that handled or received the message, in order; none for an uncaught error.
  public var takers: [Stop] { isUncaught ? [] : handlings.map(\.model) }
}
