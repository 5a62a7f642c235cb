package import TreeSnapshot

/// The messages of a tree by the names that people give them, in every command and every spec.
///
/// A message is named by its code or a label, with its domain or without. A code wins over a label: where
/// `E.1` has the label `007` and `E` has a code `007` too, `E.007` names the latter.
///
/// A message that is written out in full costs a pass over the subscriptions; the first other name
/// costs a table of all names, in which it and those that follow are looked up.
package final class MessageNames {
  private let snapshot: Snapshot
  private lazy var list = MessageList(snapshot.columns)
  private lazy var table = NameTable(list, snapshot.columns.symbols)
  private var known: [Message.Kind: [DeclaredMessage]] { table.known }
  private var fullNames: [Message.Kind: [String]] = [:]
  private lazy var knownNames = fullNameSets(\.name)
  private lazy var knownDomains = fullNameSets(\.domain)
  private var suggestions = 0

  /// Prepares the names of a tree.
  package init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// Prepares the names of messages that are in no tree, as those of a journal.
  package convenience init(of messages: some Sequence<DeclaredMessage>) {
    var builder = SnapshotBuilder()
    builder.addNode(id: 0, parent: nil, type: "-")
    for declared in messages { builder.declare(declared.message, label: declared.label) }
    guard let tree = try? builder.finish() else { preconditionFailure("one node is a tree") }
    self.init(tree)
  }

  /// Every message of a kind that the tree knows, each once, in the order in which they are met.
  package func all(_ kind: Message.Kind) -> [DeclaredMessage] { known[kind] ?? [] }

  /// The names in full of all messages of a kind, in the same order.
  package func names(_ kind: Message.Kind) -> [String] {
    if let known = fullNames[kind] { return known }
    let names = all(kind).map(\.message.name)
    fullNames[kind] = names
    return names
  }

  /// Whether a message of a kind has a name in full.
  package func knows(_ kind: Message.Kind, name: String) -> Bool {
    knownNames[kind]?.contains(name) ?? false
  }

  /// Whether a message of a kind has a domain, or some model is registered for all of it.
  package func knows(_ kind: Message.Kind, domain: String) -> Bool {
    knownDomains[kind]?.contains(domain) ?? false || domains(kind).contains(domain)
  }

  private func fullNameSets(_ name: (Message) -> String) -> [Message.Kind: Set<String>] {
    known.mapValues { messages in Set(messages.map { name($0.message) }) }
  }

  /// The domains of a kind that some model is registered for as a whole, in document order.
  package func domains(_ kind: Message.Kind) -> [String] { table.wholeDomains[kind] ?? [] }

  /// Finds the message that a reference names: by code or label, with its domain or, where only one
  /// message has it, without.
  ///
  /// - Throws: `MessageReferenceError` where a bare name leads to none or to several.
  package func resolve(
    _ reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage {
    if let match = messageInFull(reference) { return match }
    if isUnknown(reference) { return try unknownMessage(reference) }
    for places in table.places(of: reference) {
      if let match = try only(places, reference) { return match }
    }
    if let match = messageOfWholeDomain(reference) { return match }
    return try unknownMessage(reference)
  }

  /// A message that is written out in full and that the tree does not know.
  private func unknownMessage(
    _ reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage {
    guard let dot = reference.name.lastIndex(of: ".") else { throw unknown(reference) }
    let message = Message(
      kind: reference.kind, domain: String(reference.name[..<dot]),
      code: String(reference.name[reference.name.index(after: dot)...]))
    return ResolvedMessage(message: message, label: nil, isKnown: false)
  }

  /// Finds a message by its domain and its code or label there; nil where the tree does not know it.
  package func find(_ kind: Message.Kind, domain: String, name: String) -> ResolvedMessage? {
    let full = "\(domain).\(name)"
    let found = table.placesInFull(of: full, kind).map { all(kind)[$0] }
      .filter { $0.message.domain == domain }
    if let declared = found.first(where: { isCalled($0.message, exactly: full) }) ?? found.first {
      return ResolvedMessage(message: declared.message, label: declared.label, isKnown: true)
    }
    guard domains(kind).contains(domain) else { return nil }
    return ResolvedMessage(
      message: Message(kind: kind, domain: domain, code: name), label: nil, isKnown: true)
  }

  /// The names of a message within its domain: its code, and the labels that name it.
  package func names(of message: Message) -> [String] {
    let symbols = snapshot.columns.symbols
    guard let domain = symbols.find(message.domain), let code = symbols.find(message.code) else {
      return [message.code]
    }
    let key = MessageKey(kind: message.kind, domain: domain, code: code)
    return [message.code] + list.names(of: key).map { symbols.string($0) }
  }

  /// Whether a pattern names a message: its domain, a name within it, or both with a dot between. It
  /// names a whole domain where it can name a message of it in full.
  func isNamed(_ key: MessageKey, by pattern: Glob) -> Bool {
    let symbols = snapshot.columns.symbols
    let domain = symbols.string(key.domain)
    if pattern.matches(domain) { return true }
    if key.code.isNone { return pattern.canBegin(with: domain + ".") }
    return ([key.code] + list.names(of: key)).contains { name in
      let name = symbols.string(name)
      return pattern.matches(name) || pattern.matches("\(domain).\(name)")
    }
  }

  /// The messages that a pattern names, and the whole domains, each once.
  func keys(named pattern: Glob, _ kind: Message.Kind?) -> [MessageKey] {
    list.numbers.keys.filter { (kind == nil || $0.kind == kind) && isNamed($0, by: pattern) }
  }

  /// The known message whose name is nearest; nil where so many were asked for that a text must be about
  /// another tree.
  package func suggestion(for reference: MessageReference) -> String? {
    suggestions += 1
    if suggestions > NearNames.limitOfSuggestions { return nil }
    let names = all(reference.kind).flatMap { declared in
      [declared.message.code, declared.label ?? declared.message.code, declared.message.name]
        + (declared.label.map { ["\(declared.message.domain).\($0)"] } ?? [])
    }
    return names.nearest(to: reference.name)
  }

  /// The one message that a name of ASCII gives by its domain and code, byte for byte. Anything else
  /// is left to the table.
  private func messageInFull(_ reference: MessageReference) -> ResolvedMessage? {
    guard reference.name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let columns = snapshot.columns
    let splits = self.splits(of: reference).compactMap { domain, rest in
      rest.map { MessageKey(kind: reference.kind, domain: domain, code: $0) }
    }
    if splits.isEmpty { return nil }
    var found: MessageKey?
    var label = Symbol.none
    for records in [columns.vocabulary, columns.nodes.subscriptions, columns.nodes.raises] {
      for record in records {
        let key = MessageKey(record)
        guard splits.contains(key) else { continue }
        if let found, found != key { return nil }
        found = key
        if label.isNone { label = record.label }
      }
    }
    return found.map { key in
      ResolvedMessage(
        message: Message(
          kind: key.kind, domain: columns.symbols.string(key.domain),
          code: columns.symbols.string(key.code)),
        label: columns.symbols.optionalString(label), isKnown: true)
    }
  }

  /// The ways to take a name as a domain of the tree and what follows it, which is nil where the tree
  /// has no such name. A domain may have dots as well.
  private func splits(of reference: MessageReference) -> [(domain: Symbol, rest: Symbol?)] {
    let (name, symbols) = (reference.name, snapshot.columns.symbols)
    return name.indices.filter { name[$0] == "." }.compactMap { dot in
      symbols.find(String(name[..<dot])).map { domain in
        (domain, symbols.find(String(name[name.index(after: dot)...])))
      }
    }
  }

  /// Whether the tree surely knows no message by a name with a dot: a pass over the subscriptions in
  /// place of a table of all names.
  private func isUnknown(_ reference: MessageReference) -> Bool {
    // Three characters of ASCII are equal, as strings, to others that are not.
    let name = reference.name
    guard name.utf8.allSatisfy({ $0 < 0x80 && !Self.hasOtherForm($0) }), name.contains(".") else {
      return false
    }
    let (columns, splits) = (snapshot.columns, splits(of: reference))
    let bare = columns.symbols.find(name)
    if splits.isEmpty, bare == nil { return true }
    return [columns.vocabulary, columns.nodes.subscriptions, columns.nodes.raises].allSatisfy {
      $0.allSatisfy { record in
        record.code != bare && record.label != bare
          && !splits.contains { domain, rest in
            record.domain == domain
              && (record.code.isNone || record.code == rest || record.label == rest)
          }
      }
    }
  }

  /// The signs of the kelvin, the Greek question mark and the grave accent are others of the same form.
  private static func hasOtherForm(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "K"), UInt8(ascii: ";"), UInt8(ascii: "`")].contains(byte)
  }

  private func unknown(_ reference: MessageReference) -> MessageReferenceError {
    for other in Message.Kind.allCases where other != reference.kind {
      if table.hasBareName(reference.name, other) {
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

  /// Whether one of a message's names has the same bytes: as strings the two forms of `é` are equal.
  private func isCalled(_ message: Message, exactly name: String) -> Bool {
    names(of: message).contains { own in
      own.utf8.elementsEqual(name.utf8)
        || "\(message.domain).\(own)".utf8.elementsEqual(name.utf8)
    }
  }

  private func only(
    _ places: [Int], _ reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage? {
    var matches = places.map { all(reference.kind)[$0] }
    if matches.count > 1 {
      let exact = matches.filter { isCalled($0.message, exactly: reference.name) }
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
