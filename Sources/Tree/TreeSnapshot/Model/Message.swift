/// A message in the tree: an error or a bubble, which rises, or a global event, which goes down.
public struct Message: Hashable, Sendable {
  /// The direction in which a message travels; the raw value is the dump's `kind`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Rises from its raiser to the first model that is registered for it.
    case error
    /// Rises like an error, but isn't a failure.
    case bubble
    /// Goes down from a session to every model that is registered for it.
    case event
  }

  /// The direction in which the message travels.
  public var kind: Kind
  /// The enum that declares the code, such as `NetworkErrors`.
  public var domain: String
  /// The case within the domain, such as `101`.
  public var code: String

  /// Creates a message.
  public init(kind: Kind, domain: String, code: String) {
    self.kind = kind
    self.domain = domain
    self.code = code
  }

  /// The domain and the code, such as `NetworkErrors.101`.
  public var name: String { "\(domain).\(code)" }
}

extension Message: CustomStringConvertible {
  /// The kind and the name, such as `error NetworkErrors.101`.
  public var description: String { "\(kind.rawValue) \(name)" }
}

/// A message with what its declaration says of it.
public struct DeclaredMessage: Hashable, Sendable {
  /// The message.
  public var message: Message
  /// The case's name, such as `badToken`, if the code alone isn't clear.
  public var label: String?
  /// The type of the value that the message carries; nil if it carries none, or none is known.
  public var payload: String?

  /// Creates a declared message.
  public init(_ message: Message, label: String? = nil, payload: String? = nil) {
    self.message = message
    self.label = label
    self.payload = payload
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
  /// The type of the values that it takes; nil if it takes the message whatever it carries.
  public var payload: String?
  /// The `file:line` that registered it.
  public var source: String?

  /// Creates a subscription.
  public init(
    kind: Message.Kind, domain: String, code: String?, label: String? = nil,
    payload: String? = nil, source: String? = nil
  ) {
    self.kind = kind
    self.domain = domain
    self.code = code
    self.label = label
    self.payload = payload
    self.source = source
  }
}

/// A subscription that a model had and no longer has.
public struct EndedSubscription: Hashable, Sendable {
  /// The model's id in its tree.
  public var id: Int
  /// The subscription that ended.
  public var subscription: Subscription

  /// Creates an ended subscription.
  ///
  /// - Parameters:
  ///   - id: the model's id in its tree.
  ///   - subscription: the subscription that ended.
  public init(id: Int, subscription: Subscription) {
    self.id = id
    self.subscription = subscription
  }
}

/// A message, or a whole domain, that a tree or a journal names.
package struct KnownMessage: Hashable, Sendable {
  /// The kind.
  package var kind: Message.Kind
  /// The domain.
  package var domain: String
  /// The code; nil for a whole domain.
  package var code: String?
  /// The code's label, such as `badToken`.
  package var label: String?

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - domain: the domain.
  ///   - code: the code; nil for a whole domain.
  ///   - label: the code's label.
  package init(kind: Message.Kind, domain: String, code: String?, label: String? = nil) {
    self.kind = kind
    self.domain = domain
    self.code = code
    self.label = label
  }

  /// The message; nil for a whole domain.
  package var message: Message? { code.map { Message(kind: kind, domain: domain, code: $0) } }

  /// The message as a subscription.
  package func subscription(source: String?, payload: String? = nil) -> Subscription {
    Subscription(
      kind: kind, domain: domain, code: code, label: label, payload: payload, source: source)
  }

  /// The same without its label.
  package var unlabeled: KnownMessage { KnownMessage(kind: kind, domain: domain, code: code) }
}

extension KnownMessage: CustomStringConvertible {
  /// `error NetworkErrors.101 (badToken)`, or `error NetworkErrors.*` for a whole domain.
  package var description: String {
    "\(kind.rawValue) \(domain).\(code ?? "*")" + (label.map { " (\($0))" } ?? "")
  }
}
