package import TreeAnalysis
package import TreeSnapshot

/// A name in which `*` stands for any characters and `?` for one, or a name in quotes.
package struct NamePattern: Hashable, Sendable {
  package let glob: Glob
  /// The only matching name; nil if there may be several.
  package let literal: String?
  /// The text as written.
  package let text: String
  /// The last dot that isn't escaped, as an index of the pattern's elements.
  let dot: Int?

  init(_ glob: Glob, text: String, dot: Int? = nil) {
    self.glob = glob
    self.text = text
    self.dot = dot
    literal = glob.literal
  }
}

/// A message's name, or a pattern for names: `NetworkErrors.101`, `badToken`, `NetworkErrors.*`.
package struct MessagePattern: Hashable, Sendable {
  package let pattern: NamePattern
  /// The domain of a name without `*` and `?`; nil for a code or a label alone.
  package let domain: String?
  /// Its code or label; nil for a pattern.
  package let code: String?
  /// The place in the line.
  let span: Span

  init(_ pattern: NamePattern, _ span: Span) {
    self.pattern = pattern
    self.span = span
    guard let name = pattern.literal.map({ Array($0.utf8) }) else {
      (domain, code) = (nil, nil)
      return
    }
    domain = pattern.dot.map { String(decoding: name[..<$0], as: UTF8.self) }
    code = String(decoding: name[(pattern.dot.map { $0 + 1 } ?? 0)...], as: UTF8.self)
  }

  /// The domain of `Domain.*`, which is the whole of it.
  package var wholeDomain: String? {
    let elements = pattern.glob.elements
    guard elements.count > 2, elements.suffix(2) == [.byte(UInt8(ascii: ".")), .anyCharacters]
    else { return nil }
    return Glob(elements: Array(elements.dropLast(2))).literal
  }

  /// The name as the tree's messages are referred to; nil for a pattern.
  func reference(_ kind: Message.Kind) -> MessageReference? {
    guard let code else { return nil }
    let name =
      domain.map { Message(kind: kind, domain: $0, code: code).reference }
      ?? code.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
    return MessageReference(kind: kind, name: name)
  }

  /// Whether a message matches by its code or a label.
  ///
  /// - Parameter names: the names of the tree's or the journal's messages.
  package func matches(_ message: KnownMessage, _ names: MessageNames) -> Bool {
    let own = message.message.map(names.names) ?? ["*"]
    return own.contains { name in
      if let code { return code == name && domain ?? message.domain == message.domain }
      return pattern.glob.matches("\(message.domain).\(name)")
    }
  }
}
