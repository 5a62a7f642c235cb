/// A message that travels the tree: an error or a bubble upwards, a global event downwards.
public struct Message: Hashable, Sendable {
  /// Which way a message travels, and what the field calls it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Rises from its raiser to the first model that is registered for it.
    case error
    /// Rises as an error does, and carries no failure.
    case bubble
    /// Goes down from a session to every model that is registered for it.
    case event
  }

  /// Which way the message travels.
  public var kind: Kind
  /// The enum that declares the code, such as `NetworkErrors`.
  public var domain: String
  /// The case within the domain, such as `101`.
  public var code: String

  /// Names one message.
  public init(kind: Kind, domain: String, code: String) {
    self.kind = kind
    self.domain = domain
    self.code = code
  }

  /// The domain and the code as people write them: `NetworkErrors.101`.
  public var name: String { "\(domain).\(code)" }
}

extension Message: CustomStringConvertible {
  /// The kind and the name: `error NetworkErrors.101`.
  public var description: String { "\(kind.rawValue) \(name)" }
}

/// A message with the name that its declaration gives it.
public struct DeclaredMessage: Hashable, Sendable {
  /// The message.
  public var message: Message
  /// The case's name, such as `badToken`, where the code alone says little.
  public var label: String?

  /// Declares a message.
  public init(_ message: Message, label: String? = nil) {
    self.message = message
    self.label = label
  }
}

/// A model's interest in one message, or in all messages of a domain.
public struct Subscription: Hashable, Sendable {
  /// The kind of message.
  public var kind: Message.Kind
  /// The domain of the message.
  public var domain: String
  /// The code within the domain; nil for the whole domain.
  public var code: String?
  /// The code's label, such as `badToken`.
  public var label: String?
  /// The `file:line` that registered it.
  public var source: String?

  /// Creates a subscription.
  public init(
    kind: Message.Kind, domain: String, code: String?, label: String? = nil, source: String? = nil
  ) {
    self.kind = kind
    self.domain = domain
    self.code = code
    self.label = label
    self.source = source
  }
}

/// A subscription that a model had and no longer has.
public struct EndedSubscription: Hashable, Sendable {
  /// The number by which the model is known in its tree.
  public var id: Int
  /// The subscription that ended.
  public var subscription: Subscription

  /// Creates an ended subscription.
  ///
  /// - Parameters:
  ///   - id: the number by which the model is known in its tree.
  ///   - subscription: the subscription that ended.
  public init(id: Int, subscription: Subscription) {
    self.id = id
    self.subscription = subscription
  }
}

/// An event that was raised before a model registered for it.
package struct MissedEvent: Hashable, Sendable {
  /// The number by which the model is known in its tree.
  package var id: Int
  /// The code that the model registered for; nil for the event's whole domain.
  package var code: String?
  /// The event.
  package var message: Message
  /// The journal's record of the event.
  package var raised: Int
  /// The journal's record of the registration.
  package var registered: Int

  /// Describes an event that came too early.
  package init(id: Int, code: String?, message: Message, raised: Int, registered: Int) {
    self.id = id
    self.code = code
    self.message = message
    self.raised = raised
    self.registered = registered
  }
}
