import TreeSnapshot

/// A message that is a value of its own type, with its data as properties.
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
/// The message is named after its type: the domain is the enclosing type, or otherwise the module,
/// and the code is the type's own name. So the first one above is the bubble `Nav.Open`. A type may
/// declare other names, but two types must not have the same ones.
///
/// The message joins the tree's vocabulary once a model registers for it or raises it.
///
/// Adopt `ErrorMessage`, `BubbleMessage`, or `EventMessage`, which determine how it travels.
public protocol TypedMessage {
  /// The type that `handle(_:)` receives.
  associatedtype Delivered: RaisedMessage
  /// The domain, such as `Nav`.
  static var domain: String { get }
  /// The code within the domain, such as `Open`.
  static var code: String { get }
  /// The meaning of the code in one word; nil if the code is already a word.
  static var label: String? { get }
}

/// An error that rises to the first model registered for it.
public protocol ErrorMessage: TypedMessage, Error where Delivered == ModelError {}

/// A bubble, which rises like an error but isn't a failure.
public protocol BubbleMessage: TypedMessage where Delivered == BubbleNotification {}

/// A global event, which travels down from the session to all models registered for it.
public protocol EventMessage: TypedMessage where Delivered == GlobalEvent {}

extension TypedMessage {
  /// The name of the enclosing type without the module: `Nav`; otherwise the module's name. Costs
  /// computing the name.
  public static var domain: String {
    let name = TypeName(Self.self)
    let around = name.parts.dropLast()
    return around.isEmpty ? name.module : around.joined(separator: ".")
  }

  /// The name of the type: `Open`. Costs computing the name.
  public static var code: String { TypeName(Self.self).parts.last ?? "\(Self.self)" }

  /// Nil: the code is already a word.
  public static var label: String? { nil }
}

extension BubbleNotification {
  /// The bubble as a value of a message type; nil if it has another type.
  public func `as`<Value: BubbleMessage>(_ type: Value.Type) -> Value? { object as? Value }

  /// Whether the bubble is a value of a message type.
  public func `is`<Value: BubbleMessage>(_ type: Value.Type) -> Bool { object is Value }
}

extension GlobalEvent {
  /// The event as a value of a message type; nil if it has another type.
  public func `as`<Value: EventMessage>(_ type: Value.Type) -> Value? { object as? Value }

  /// Whether the event is a value of a message type.
  public func `is`<Value: EventMessage>(_ type: Value.Type) -> Bool { object is Value }
}

extension ModelError {
  /// The error that was raised by its type; nil if it has another type. Costs computing the type's
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

  /// Whether an error of a type was raised. Costs computing the type's name.
  public func `is`<Failure: Error>(_ type: Failure.Type) -> Bool { `as`(type) != nil }
}
