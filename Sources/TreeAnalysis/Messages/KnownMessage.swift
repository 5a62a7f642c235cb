package import TreeSnapshot

/// A message that a tree declares, handles, or raises.
package struct KnownMessage: Hashable, Sendable {
  /// The kind.
  package var kind: Message.Kind
  /// The domain.
  package var domain: String
  /// The code; nil for a whole domain without a known code.
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
}

extension KnownMessage: CustomStringConvertible {
  /// `error NetworkErrors.101 (badToken)`, or `error NetworkErrors.*` for a whole domain.
  package var description: String {
    "\(kind.rawValue) \(domain).\(code ?? "*")" + (label.map { " (\($0))" } ?? "")
  }
}
