package import TreeSnapshot

/// The messages of a tree by the names that people give them. Costs one pass over all subscriptions
/// to make; a name is then looked up.
package struct MessageNames {
  private struct Name: Hashable {
    var kind: Message.Kind
    var text: String
  }

  private let known: [Message.Kind: [DeclaredMessage]]
  /// The places in `known` of what has a name: its code or label with the domain, or without.
  private var byFullCode: [Name: [Int]] = [:]
  private var byFullLabel: [Name: [Int]] = [:]
  private var byBareName: [Name: [Int]] = [:]
  /// The domains that a model is registered for as a whole.
  private let wholeDomains: [Message.Kind: [String]]

  /// Looks through a tree.
  package init(_ snapshot: Snapshot) {
    let symbols = snapshot.columns.symbols
    let list = MessageList(snapshot.columns)
    known = Dictionary(grouping: list.messages, by: \.kind).mapValues { keys in
      keys.map { list.declared($0, symbols) }
    }
    wholeDomains = Dictionary(grouping: list.wholeDomains, by: \.kind).mapValues { keys in
      keys.map { symbols.string($0.domain) }
    }
    for (kind, messages) in known {
      for (place, declared) in messages.enumerated() {
        let message = declared.message
        byFullCode[Name(kind: kind, text: message.name), default: []].append(place)
        byBareName[Name(kind: kind, text: message.code), default: []].append(place)
        guard let label = declared.label else { continue }
        byFullLabel[Name(kind: kind, text: "\(message.domain).\(label)"), default: []]
          .append(place)
        if label != message.code {
          byBareName[Name(kind: kind, text: label), default: []].append(place)
        }
      }
    }
  }

  /// Every message of a kind that the tree knows, each once, in the order in which they are met.
  package func all(_ kind: Message.Kind) -> [DeclaredMessage] { known[kind] ?? [] }

  /// The domains of a kind that some model is registered for as a whole, in document order.
  package func domains(_ kind: Message.Kind) -> [String] { wholeDomains[kind] ?? [] }

  /// Finds the message that a reference names: by code or label, with its domain or, where only one
  /// message has it, without.
  ///
  /// - Throws: `MessageReferenceError` where a bare name leads to none or to several.
  package func resolve(
    _ reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage {
    let name = Name(kind: reference.kind, text: reference.name)
    for places in [byFullCode[name], byFullLabel[name], byBareName[name]] {
      if let match = try only(places ?? [], reference) { return match }
    }
    if let match = messageOfWholeDomain(reference) { return match }

    guard let dot = reference.name.lastIndex(of: ".") else { throw unknown(reference) }
    let message = Message(
      kind: reference.kind, domain: String(reference.name[..<dot]),
      code: String(reference.name[reference.name.index(after: dot)...]))
    return ResolvedMessage(message: message, label: nil, isKnown: false)
  }

  /// Finds a message by its domain and its code or label there; nil where the tree does not know it.
  package func find(_ kind: Message.Kind, domain: String, name: String) -> ResolvedMessage? {
    let full = Name(kind: kind, text: "\(domain).\(name)")
    let found = ((byFullCode[full] ?? []) + (byFullLabel[full] ?? [])).map { all(kind)[$0] }
      .filter { $0.message.domain == domain }
    if let declared = found.first(where: { $0.isCalled(exactly: full.text) }) ?? found.first {
      return ResolvedMessage(message: declared.message, label: declared.label, isKnown: true)
    }
    guard domains(kind).contains(domain) else { return nil }
    return ResolvedMessage(
      message: Message(kind: kind, domain: domain, code: name), label: nil, isKnown: true)
  }

  /// The known message whose name is nearest.
  package func suggestion(for reference: MessageReference) -> String? {
    let names = all(reference.kind).flatMap { declared in
      [declared.message.code, declared.label ?? declared.message.code, declared.message.name]
        + (declared.label.map { ["\(declared.message.domain).\($0)"] } ?? [])
    }
    return names.nearest(to: reference.name)
  }

  private func unknown(_ reference: MessageReference) -> MessageReferenceError {
    for other in Message.Kind.allCases where other != reference.kind {
      if byBareName[Name(kind: other, text: reference.name)] != nil {
        return .otherKind(reference.kind, reference.name, actual: other)
      }
    }
    return .unknownName(
      reference.kind, reference.name, suggestion: suggestion(for: reference))
  }

  /// A message that is written out in full, of a domain that a model is registered for as a whole:
  /// the longest one where several fit.
  private func messageOfWholeDomain(_ reference: MessageReference) -> ResolvedMessage? {
    let fitting = domains(reference.kind).filter { reference.name.hasPrefix($0 + ".") }
    return fitting.max { $0.count < $1.count }.map { domain in
      let code = String(reference.name.dropFirst(domain.count + 1))
      return ResolvedMessage(
        message: Message(kind: reference.kind, domain: domain, code: code), label: nil,
        isKnown: true)
    }
  }

  private func only(
    _ places: [Int], _ reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage? {
    var matches = places.map { all(reference.kind)[$0] }
    if matches.count > 1 {
      let exact = matches.filter { $0.isCalled(exactly: reference.name) }
      if !exact.isEmpty { matches = exact }
    }
    if matches.count > 1 {
      throw .ambiguous(
        reference.kind, reference.name, candidates: matches.map(\.message.name))
    }
    return matches.first.map {
      ResolvedMessage(message: $0.message, label: $0.label, isKnown: true)
    }
  }
}

extension DeclaredMessage {
  /// Whether one of its names has the same bytes: as strings the two forms of `é` are equal.
  fileprivate func isCalled(exactly name: String) -> Bool {
    [message.name, message.code, label, label.map { "\(message.domain).\($0)" }].contains {
      $0.map { $0.utf8.elementsEqual(name.utf8) } ?? false
    }
  }
}
