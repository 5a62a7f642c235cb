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

  /// Whether both name the same, whatever their labels.
  package func isSame(as other: KnownMessage) -> Bool {
    kind == other.kind && domain == other.domain && code == other.code
  }
}

extension KnownMessage: CustomStringConvertible {
  /// `error NetworkErrors.101 (badToken)`, or `error NetworkErrors.*` for a whole domain.
  package var description: String {
    "\(kind.rawValue) \(domain).\(code ?? "*")" + (label.map { " (\($0))" } ?? "")
  }
}
