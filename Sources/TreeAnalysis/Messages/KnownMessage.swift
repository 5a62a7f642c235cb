package import TextIO
package import TreeSnapshot

/// A message that a tree declares, is registered for or raises.
package struct KnownMessage: Hashable, Sendable {
  /// The kind.
  package var kind: Message.Kind
  /// The domain.
  package var domain: String
  /// The code; nil for a whole domain of which no code is known.
  package var code: String?
  /// The code's label, such as `badToken`.
  package var label: String?

  /// Names a message.
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
}

extension KnownMessage: CustomStringConvertible {
  /// `error NetworkErrors.101 (badToken)`, and `error NetworkErrors.*` for a whole domain.
  package var description: String {
    var text = ""
    write(name: { text += $0 }, sign: { text.unicodeScalars.append($0) })
    return text
  }

  /// Adds the same to text.
  package func append(to text: inout StyledText) {
    write(name: { text.append(untrusted: $0) }, sign: { text.append(ascii: $0) })
  }

  private func write(name: (String) -> Void, sign: (Unicode.Scalar) -> Void) {
    name(kind.rawValue)
    sign(" ")
    name(domain)
    sign(".")
    name(code ?? "*")
    guard let label else { return }
    sign(" ")
    sign("(")
    name(label)
    sign(")")
  }
}
