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
