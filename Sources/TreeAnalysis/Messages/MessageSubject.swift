package import TextIO
package import TreeSnapshot

/// A message: by its names in a tree, of which only those are copied that somebody asks for.
package enum MessageSubject: Sendable {
  /// A message that the tree knows.
  case known(MessageKey, label: Symbol, Snapshot)
  /// Any other message.
  case other(KnownMessage)

  /// The kind.
  package var kind: Message.Kind {
    switch self {
    case .known(let key, _, _): key.kind
    case .other(let message): message.kind
    }
  }

  /// Its key in the tree; nil where the tree does not know it.
  package var key: MessageKey? {
    switch self {
    case .known(let key, _, _): key
    case .other: nil
    }
  }

  var message: KnownMessage {
    switch self {
    case .known(let key, let label, let snapshot):
      let symbols = snapshot.columns.symbols
      return KnownMessage(
        kind: key.kind, domain: symbols.string(key.domain),
        code: symbols.optionalString(key.code), label: symbols.optionalString(label))
    case .other(let message): return message
    }
  }

  /// Adds `error NetworkErrors.101 (badToken)`.
  package func append(to text: inout StyledText) {
    switch self {
    case .known(let key, let label, let snapshot):
      let columns = snapshot.columns
      let code = key.code.isNone ? nil : key.code
      KnownMessage.write(key.kind, key.domain, code, label.isNone ? nil : label) {
        text.append(untrusted: $0)
      } sign: {
        text.append(ascii: $0)
      } name: {
        text.append($0, of: columns)
      }
    case .other(let message): text.append(untrusted: message.description)
    }
  }
}
