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

/// A model's standing registration for one message, or for all messages of a domain.
public struct Subscription: Hashable, Sendable {
  /// The kind of message that is listened for.
  public var kind: Message.Kind
  /// The domain that is listened for.
  public var domain: String
  /// The code within the domain; nil stands for the whole domain.
  public var code: String?
  /// The code's label, such as `badToken`.
  public var label: String?
  /// The `file:line` that registered it.
  public var source: String?

  /// Describes a registration.
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

/// One line of a model's state, such as `examsCount = 3`.
public struct StateEntry: Hashable, Sendable {
  /// What the value is.
  public var key: String
  /// The value as the model describes it.
  public var value: String

  /// Names a value.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
