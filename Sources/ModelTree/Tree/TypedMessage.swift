/// A message that is a value of a type of its own, with what it carries as properties.
///
/// ```swift
/// enum Nav {
///   struct Open: BubbleMessage { let show: Show }
///   struct Close: BubbleMessage {}
/// }
/// ```
///
/// A model registers for the type and raises a value: `register(for: Nav.Open.self) { open in … }`,
/// `raise(Nav.Open(show: show))`.
///
/// The names of a message come from those of its type: the domain is the type around it, or the module if
/// there is none, and the code is its own name, so that the one above is the bubble `Nav.Open`. A type may
/// declare other names; two types must not have the same ones.
///
/// The message joins the tree's vocabulary once a model registers for it or raises it.
///
/// Adopt `ErrorMessage`, `BubbleMessage` or `EventMessage`, which decide how it travels.
public protocol TypedMessage {
  /// What `handle(_:)` receives.
  associatedtype Delivered: RaisedMessage
  /// The domain, such as `Nav`.
  static var domain: String { get }
  /// The code within the domain, such as `Open`.
  static var code: String { get }
  /// What the code means in a word; nil if the code is a word.
  static var label: String? { get }
}

/// An error that rises to the first model that is registered for it.
public protocol ErrorMessage: TypedMessage, Error where Delivered == ModelError {}

/// A bubble, which rises as errors do and carries no failure.
public protocol BubbleMessage: TypedMessage where Delivered == BubbleNotification {}

/// A global event, which goes down from the session to all models registered for it.
public protocol EventMessage: TypedMessage where Delivered == GlobalEvent {}

extension TypedMessage {
  /// The name of the type around the message's, without the module: `Nav`; the module's name if there is
  /// none. Costs making the name.
  public static var domain: String {
    let name = TypeName(Self.self)
    let around = name.parts.dropLast()
    return around.isEmpty ? name.module : around.joined(separator: ".")
  }

  /// The name of the message's type: `Open`. Costs making the name.
  public static var code: String { TypeName(Self.self).parts.last ?? "\(Self.self)" }

  /// None: the code is a word.
  public static var label: String? { nil }
}

extension BubbleNotification {
  /// The bubble as a value of a message type; nil if it is another.
  public func `as`<Value: BubbleMessage>(_ type: Value.Type) -> Value? { object as? Value }

  /// Whether the bubble is a value of a message type.
  public func `is`<Value: BubbleMessage>(_ type: Value.Type) -> Bool { object is Value }
}

extension GlobalEvent {
  /// The event as a value of a message type; nil if it is another.
  public func `as`<Value: EventMessage>(_ type: Value.Type) -> Value? { object as? Value }

  /// Whether the event is a value of a message type.
  public func `is`<Value: EventMessage>(_ type: Value.Type) -> Bool { object is Value }
}

extension ModelError {
  /// The error that was raised as a message, by its type; nil if another was. Costs making the type's
  /// name.
  ///
  /// ```swift
  /// override func handle(_ error: ModelError) {
  ///   if let failure = error.as(URLError.self) { show(failure.code) }
  /// }
  /// ```
  @_disfavoredOverload
  public func `as`<Failure: Error>(_ type: Failure.Type) -> Failure? {
    guard let underlying, ErrorName(underlying) == ErrorName(domain: domain, code: code) else {
      return nil
    }
    return underlying as? Failure
  }

  /// Whether an error of a type was raised as a message. Costs making the type's name.
  public func `is`<Failure: Error>(_ type: Failure.Type) -> Bool { `as`(type) != nil }
}
