package import TextIO
package import TreeSnapshot

/// A message as typed: a kind and a name, which may be a label and may omit the domain.
package struct MessageReference: Hashable, Sendable {
  /// The kind of message.
  package var kind: Message.Kind
  /// `NetworkErrors.101`, `NetworkErrors.badToken`, `101` or `badToken`. A dot of a code or a label may be
  /// written `\.`, and any character by its number, `\u{1b}`.
  package var name: String

  /// Names a message.
  package init(kind: Message.Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// Reads a kind and a name.
  ///
  /// - Throws: `MessageReferenceError` if the kind doesn't exist or the name is malformed.
  package init(kind: String, name: String) throws(MessageReferenceError) {
    guard let kind = Message.Kind(rawValue: kind) else {
      let near = Message.Kind.allCases.map(\.rawValue).nearest(to: kind)
      throw MessageReferenceError(
        "'\(kind)' isn't a kind of message; write error, bubble or event"
          + (near.map { " (did you mean '\($0)'?)" } ?? ""))
    }
    let plain = name.replacing("\\.", with: "-")
    let isMalformed =
      name.isEmpty || plain.hasPrefix(".") || plain.hasSuffix(".") || plain.contains("..")
    if isMalformed { throw .malformed(name) }
    self.init(kind: kind, name: name)
  }

  /// Reads `error NetworkErrors.101`, with the kind and the name in one text.
  ///
  /// - Throws: `MessageReferenceError` if the text isn't a kind and a name.
  package init(_ text: String) throws(MessageReferenceError) {
    let words = text.split(separator: " ")
    guard words.count > 1, let kind = words.first, let last = words.last else {
      throw .malformed(text)
    }
    // A name may have spaces of its own.
    let name = text[words[1].startIndex..<last.endIndex]
    try self.init(kind: String(kind), name: String(name))
  }
}

extension Message {
  /// The name as a reference to this message alone, which isn't taken for an option: a dot of the code is
  /// `\.`, a backslash is two, and before `--` is one. A character that isn't shown as it is is written by
  /// its number.
  package var reference: String {
    let start = domain.hasPrefix("--") ? "\\" : ""
    return start + Self.escaped(domain, isDomain: true) + "." + Self.escaped(code, isDomain: false)
  }

  /// A domain or a code as a part of a reference.
  private static func escaped(_ name: String, isDomain: Bool) -> String {
    var text = ""
    // A dot between two names of a domain is its own.
    var isAfterName = false
    let scalars = Array(name.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\": text += "\\\\"
      case "." where isDomain && isAfterName && place < scalars.count - 1: text += "."
      case ".": text += "\\."
      case _ where SafeText.isPlain(scalar): text.unicodeScalars.append(scalar)
      default: text += "\\u{\(String(scalar.value, radix: 16))}"
      }
      isAfterName = scalar != "."
    }
    return text
  }

  /// Reads a full name, as `reference` writes it; nil if it has no domain or no code.
  package init?(kind: Kind, reference: String) {
    let name = reference.hasPrefix("\\--") ? String(reference.dropFirst()) : reference
    guard let (domain, code) = Self.parts(of: name), !domain.isEmpty, !code.isEmpty else {
      return nil
    }
    self.init(kind: kind, domain: domain, code: code)
  }

  /// The domain and the code of a full name with a dot that is not a code's own; nil without one.
  static func parts(of name: String) -> (domain: String, code: String)? {
    // A dot stays one before a combining mark.
    let scalars = name.unicodeScalars
    var isEscaped = false
    var dot: String.Index?
    for index in scalars.indices {
      if !isEscaped, scalars[index] == "." { dot = index }
      isEscaped = !isEscaped && scalars[index] == "\\"
    }
    guard let dot else { return nil }
    return (unescaped(name[..<dot]), unescaped(name[scalars.index(after: dot)...]))
  }

  /// A text with each escaped dot, backslash, or number as the character.
  static func unescaped(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\", let next = rest.first {
        if next == "." || next == "\\" {
          result.append(next)
          rest.removeFirst()
          continue
        }
        if rest.starts(with: "u{".unicodeScalars), let end = rest.firstIndex(of: "}"),
          let escaped = Unicode.Scalar(hexadecimal: rest[(rest.startIndex + 2)..<end])
        {
          result.append(escaped)
          rest = rest[(end + 1)...]
          continue
        }
      }
      result.append(scalar)
    }
    return String(result)
  }
}

/// Why a message reference doesn't name one message.
package struct MessageReferenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and its remedy, in one clause.
  package let words: SafeText
  /// Whether no message has the name.
  package let isUnknown: Bool

  init(_ words: SafeText, isUnknown: Bool = false) {
    self.words = words
    self.isUnknown = isUnknown
  }

  static func malformed(_ name: String) -> MessageReferenceError {
    MessageReferenceError(
      "'\(name)' isn't a message; write a kind and a name, such as error NetworkErrors.101")
  }

  package var description: String { words.string }
}

/// The result of resolving a reference.
package struct ResolvedMessage: Hashable, Sendable {
  /// The message.
  package var message: Message
  /// The label of the message in the tree.
  package var label: String?
  /// Whether the tree declares, handles, or raises it.
  package var isKnown: Bool
}

extension Snapshot {
  /// Finds the message that a reference names: by code or label, with its domain or, if
  /// unambiguous, without.
  ///
  /// - Throws: `MessageReferenceError` if a bare name matches no message or several.
  package func resolve(
    _ reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage {
    try MessageNames(self).resolve(reference)
  }
}

extension Message.Kind {
  /// The words for a message that a model handles or receives, and for one that none does.
  package var outcomes: (taken: String, lost: String) {
    switch self {
    case .error: ("handled", "uncaught")
    case .bubble: ("handled", "unhandled")
    case .event: ("delivered", "unheard")
    }
  }

  /// `an error`, `a bubble`, `an event`.
  var withArticle: SafeText { self == .bubble ? "a bubble" : "an \(rawValue)" }
}

extension Unicode.Scalar {
  /// The scalar with a number in hexadecimal digits.
  init?(hexadecimal digits: some Sequence<Unicode.Scalar>) {
    let text = String(String.UnicodeScalarView(digits))
    guard text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16) else { return nil }
    self.init(value)
  }
}
