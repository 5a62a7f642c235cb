package import TreeSnapshot

/// A message as a person writes it: a kind and a name, which may be a label or leave the domain out.
package struct MessageReference: Hashable, Sendable {
  /// The kind of message.
  package var kind: Message.Kind
  /// `NetworkErrors.101`, `NetworkErrors.badToken`, `101` or `badToken`.
  package var name: String

  /// Names a message.
  package init(kind: Message.Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// Reads a kind and a name.
  ///
  /// - Throws: `MessageReferenceError` where the kind is none or the name cannot be one.
  package init(kind: String, name: String) throws(MessageReferenceError) {
    guard let kind = Message.Kind(rawValue: kind) else {
      throw .unknownKind(
        kind, suggestion: Message.Kind.allCases.map(\.rawValue).nearest(to: kind))
    }
    let isMalformed =
      name.isEmpty || name.hasPrefix(".") || name.hasSuffix(".") || name.contains("..")
    if isMalformed { throw .malformed(name) }
    self.init(kind: kind, name: name)
  }

  /// Reads `error NetworkErrors.101`, with the kind and the name in one text.
  ///
  /// - Throws: `MessageReferenceError` where the text is no kind and name.
  package init(_ text: String) throws(MessageReferenceError) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2 else { throw .malformed(text) }
    try self.init(kind: String(words[0]), name: String(words[1]))
  }
}

/// Why a message reference names no message.
package enum MessageReferenceError: Error, Hashable, Sendable {
  case unknownKind(String, suggestion: String?)
  case malformed(String)
  case unknownName(Message.Kind, String, suggestion: String?)
  case otherKind(Message.Kind, String, actual: Message.Kind)
  case ambiguous(Message.Kind, String, candidates: [String])
}

/// A message that a reference led to.
package struct ResolvedMessage: Hashable, Sendable {
  /// The message.
  package var message: Message
  /// The label by which the tree knows it.
  package var label: String?
  /// Whether the tree declares it, is registered for it or raises it.
  package var isKnown: Bool
}

extension Snapshot {
  /// Finds the message that a reference names: by code or label, with its domain or, where only one
  /// message has it, without.
  ///
  /// - Throws: `MessageReferenceError` where a bare name leads to none or to several.
  package func resolve(
    _ reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage {
    try MessageNames(self).resolve(reference)
  }
}
