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
    Self.write(kind, domain, code, label) {
      text += $0
    } sign: {
      text.unicodeScalars.append($0)
    } name: {
      text += $0
    }
    return text
  }

  /// Writes what a message is called.
  ///
  /// - Parameters:
  ///   - word: takes the kind.
  ///   - sign: takes what stands between the names.
  ///   - name: takes a name.
  static func write<Name>(
    _ kind: Message.Kind, _ domain: Name, _ code: Name?, _ label: Name?, word: (String) -> Void,
    sign: (Unicode.Scalar) -> Void, name: (Name) -> Void
  ) {
    word(kind.rawValue)
    sign(" ")
    name(domain)
    sign(".")
    if let code { name(code) } else { sign("*") }
    guard let label else { return }
    sign(" ")
    sign("(")
    name(label)
    sign(")")
  }
}
