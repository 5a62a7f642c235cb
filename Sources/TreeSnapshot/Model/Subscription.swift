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
