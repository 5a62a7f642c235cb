import TextIO
public import TreeSnapshot

/// A message as a person writes it: a kind and a name, which may be a label or leave the domain out.
public struct MessageReference: Hashable, Sendable {
  /// The kind of message.
  public var kind: Message.Kind
  /// `NetworkErrors.101`, `NetworkErrors.badToken`, `101` or `badToken`.
  public var name: String

  /// Names a message.
  public init(kind: Message.Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// Reads a kind and a name.
  ///
  /// - Throws: `MessageReferenceError` where the kind is none or the name cannot be one.
  public init(kind: String, name: String) throws(MessageReferenceError) {
    guard let kind = Message.Kind(rawValue: kind) else {
      throw .unknownKind(
        kind, suggestion: nearest(to: kind, among: Message.Kind.allCases.map(\.rawValue)))
    }
    let isMalformed =
      name.isEmpty || name.hasPrefix(".") || name.hasSuffix(".") || name.contains("..")
    if isMalformed { throw .malformed(name) }
    self.init(kind: kind, name: name)
  }

  /// Reads `error NetworkErrors.101`, with the kind and the name in one text.
  ///
  /// - Throws: `MessageReferenceError` where the text is no kind and name.
  public init(_ text: String) throws(MessageReferenceError) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2 else { throw .malformed(text) }
    try self.init(kind: String(words[0]), name: String(words[1]))
  }
}

/// Why a message reference names no message.
public enum MessageReferenceError: Error, Hashable, Sendable {
  case unknownKind(String, suggestion: String?)
  case malformed(String)
  case unknownName(Message.Kind, String, suggestion: String?)
  case otherKind(Message.Kind, String, actual: Message.Kind)
  case ambiguous(Message.Kind, String, candidates: [String])
}

extension MessageReferenceError: CustomStringConvertible {
  /// One clause that a person can act on.
  public var description: String {
    let text =
      switch self {
      case .unknownKind(let kind, let suggestion):
        "'\(kind)' is no kind of message; write error, bubble or event"
          + (suggestion.map { " (did you mean '\($0)'?)" } ?? "")
      case .malformed(let name):
        "'\(name)' is no message; write a kind and a name, such as error NetworkErrors.101"
      case .unknownName(let kind, let name, let suggestion):
        "no \(kind.rawValue) is called '\(name)' in this tree; "
          + (suggestion.map { "did you mean '\($0)'? " } ?? "")
          + "write it out in full, Domain.code, to ask about one that the tree does not know"
      case .otherKind(let kind, let name, let actual):
        "no \(kind.rawValue) is called '\(name)' in this tree, but "
          + "\(actual == .bubble ? "a" : "an") \(actual.rawValue) is: write \(actual.rawValue) \(name)"
      case .ambiguous(let kind, let name, let candidates):
        "'\(name)' could be \(candidates.count) \(kind.rawValue)s: "
          + "\(candidates.joined(separator: ", ")); write one of these"
      }
    return SafeText.escape(text)
  }
}

/// A message that a reference led to.
public struct ResolvedMessage: Hashable, Sendable {
  /// The message.
  public var message: Message
  /// The label by which the tree knows it.
  public var label: String?
  /// Whether the tree declares it, listens for it or raises it.
  public var isKnown: Bool
}

extension Snapshot {
  /// Every message of a kind that the tree declares, listens for or raises, each once, in the order
  /// in which they are met. Costs a pass over all subscriptions.
  public func knownMessages(_ kind: Message.Kind) -> [DeclaredMessage] {
    var places: [SymbolPair: Int] = [:]
    var records: [SubscriptionRecord] = []
    func note(_ record: SubscriptionRecord) {
      guard record.kind == kind, !record.code.isNone else { return }
      let pair = SymbolPair(domain: record.domain, code: record.code)
      if let place = places[pair] {
        if records[place].label.isNone { records[place].label = record.label }
      } else {
        places[pair] = records.count
        records.append(record)
      }
    }
    columns.vocabulary.forEach(note)
    columns.subscriptions.forEach(note)
    columns.raises.forEach(note)
    return records.map { record in
      DeclaredMessage(
        message(of: record), label: columns.symbols.optionalString(record.label))
    }
  }

  /// Finds the message that a reference means: by code or label, with its domain or, where only one
  /// message has it, without.
  ///
  /// - Throws: `MessageReferenceError` where a bare name leads to none or to several.
  public func resolve(
    _ reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage {
    try MessageNames(self).resolve(reference)
  }
}

private struct SymbolPair: Hashable {
  var domain: Symbol
  var code: Symbol
}
