import TextIO
package import TreeSnapshot

/// Finds a tree's messages by name, for every command and every spec.
///
/// A message is named by its code or a label, with or without its domain. A code takes precedence:
/// if `E.1` has the label `007` and `E` also has a code `007`, then `E.007` is the latter. The
/// first lookup of a kind creates a table of all names of that kind.
package final class MessageNames {
  private let snapshot: Snapshot
  private lazy var list = MessageList(snapshot.columns)
  private var tables: [Message.Kind: NameTable] = [:]
  private var suggestions = 0

  /// Prepares the names of a tree.
  package init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// Prepares the names of messages without a tree, such as those of a journal.
  package convenience init(of messages: some Sequence<DeclaredMessage>) {
    var builder = SnapshotBuilder()
    builder.addNode(id: 0, parent: nil, type: "-")
    for declared in messages { builder.declare(declared.message, label: declared.label) }
    guard let tree = try? builder.finish() else { preconditionFailure("one node is a tree") }
    self.init(tree)
  }

  private func table(_ kind: Message.Kind) -> NameTable {
    if let table = tables[kind] { return table }
    let table = NameTable(kind, list, snapshot.columns.symbols)
    tables[kind] = table
    return table
  }

  /// All messages of a kind, each once, in order of occurrence.
  package func all(_ kind: Message.Kind) -> [DeclaredMessage] { table(kind).messages }

  /// The full names of all messages of a kind, in the same order.
  package func names(_ kind: Message.Kind) -> [String] { table(kind).fullNames }

  /// Whether a message of a kind has a full name.
  package func knows(_ kind: Message.Kind, name: String) -> Bool {
    table(kind).byFullCode[name] != nil
  }

  /// Whether a message of a kind has a domain, or a model is registered for all of it.
  package func knows(_ kind: Message.Kind, domain: String) -> Bool {
    table(kind).domains.contains(domain)
  }

  /// The domains of a kind with a subscription as a whole, in document order.
  package func domains(_ kind: Message.Kind) -> [String] { table(kind).wholeDomains }

  /// Finds the message that a reference names: by code or label, with its domain or, if
  /// unambiguous, without.
  ///
  /// - Throws: `MessageReferenceError` if a bare name matches no message or several.
  package func resolve(
    _ reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage {
    if reference.name.contains("\\") { return try resolve(escaped: reference) }
    let (kind, name) = (reference.kind, reference.name)
    let table = table(kind)
    for names in [table.byFullCode, table.byFullLabel, table.byBareName] {
      if let match = try only(names[name] ?? [], reference) { return match }
    }
    // Of several domains registered as a whole, the longest.
    let whole = table.wholeDomains.filter { name.hasPrefix($0 + ".") }.max { $0.count < $1.count }
    if let whole {
      let code = String(name.dropFirst(whole.count + 1))
      return ResolvedMessage(
        message: Message(kind: kind, domain: whole, code: code), label: nil, isKnown: true)
    }
    guard let dot = name.lastIndex(of: ".") else { throw unknown(reference) }
    let message = Message(
      kind: kind, domain: String(name[..<dot]), code: String(name[name.index(after: dot)...]))
    return ResolvedMessage(message: message, label: nil, isKnown: false)
  }

  /// The other messages of a kind that have a full name, where a message has a dot in its code.
  package func others(called name: String, than message: Message) -> [Message] {
    let table = table(message.kind)
    return (table.byFullCode[name] ?? []).map { table.messages[$0].message }
      .filter { $0 != message }
  }

  /// Finds the message of a name in which dots or backslashes are escaped.
  private func resolve(
    escaped reference: MessageReference
  ) throws(MessageReferenceError) -> ResolvedMessage {
    let kind = reference.kind
    guard let (domain, code) = Message.parts(of: reference.name) else {
      let name = Message.unescaped(reference.name)
      guard let match = try only(table(kind).byBareName[name] ?? [], reference) else {
        throw unknown(reference)
      }
      return match
    }
    return find(kind, domain: domain, name: code)
      ?? ResolvedMessage(
        message: Message(kind: kind, domain: domain, code: code), label: nil, isKnown: false)
  }

  /// Finds a message by its domain and its code or label; nil if the tree doesn't know it.
  package func find(_ kind: Message.Kind, domain: String, name: String) -> ResolvedMessage? {
    let full = "\(domain).\(name)"
    let table = table(kind)
    let matches = ((table.byFullCode[full] ?? []) + (table.byFullLabel[full] ?? []))
      .map { table.messages[$0] }.filter { $0.message.domain == domain }
    let exact = matches.first { isCalled($0.message, exactly: full) }
    if let declared = exact ?? matches.first {
      return ResolvedMessage(message: declared.message, label: declared.label, isKnown: true)
    }
    guard table.wholeDomains.contains(domain) else { return nil }
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

  /// Whether a pattern matches a message: its domain, a name within it, or both with a dot between
  /// them. It matches a whole domain if it could match the full name of one of its messages.
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

  /// The messages and whole domains that a pattern matches, each once.
  func keys(named pattern: Glob, _ kind: Message.Kind?) -> [MessageKey] {
    list.keys.filter { (kind == nil || $0.kind == kind) && isNamed($0, by: pattern) }
  }

  /// The known message with the most similar name; nil after `NearNames.limitOfSuggestions`
  /// suggestions.
  package func suggestion(for reference: MessageReference) -> String? {
    suggestion(for: reference.name, among: [reference.kind])
  }

  /// The name most similar to a misspelled one, among the messages of some kinds.
  func suggestion(for name: String, among kinds: [Message.Kind]) -> String? {
    suggestions += 1
    if suggestions > NearNames.limitOfSuggestions { return nil }
    let names = kinds.lazy.flatMap { self.all($0) }.flatMap { declared in
      [declared.message.code, declared.label ?? declared.message.code, declared.message.name]
        + (declared.label.map { ["\(declared.message.domain).\($0)"] } ?? [])
    }
    return names.nearest(to: name)
  }

  private func unknown(_ reference: MessageReference) -> MessageReferenceError {
    let (kind, name) = (reference.kind, reference.name)
    for other in Message.Kind.allCases where other != kind {
      if table(other).byBareName[name] != nil {
        return MessageReferenceError(
          "no \(kind.rawValue) is called '\(name)' in this tree, but \(other.withArticle) is: "
            + "write \(other.rawValue) \(name)")
      }
    }
    return MessageReferenceError(
      "no \(kind.rawValue) is called '\(name)' in this tree; "
        + (suggestion(for: reference).map { "did you mean '\($0)'? " } ?? "")
        + "write it out in full, Domain.code, to ask about one that the tree does not know",
      isUnknown: true)
  }

  /// Whether one of a message's names has the same bytes: as strings, the two forms of `é` are
  /// equal.
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
    // A plain name's last dot ends its domain.
    if matches.count > 1, let (domain, code) = Message.parts(of: reference.name) {
      let exact = matches.filter { $0.message.domain == domain && $0.message.code == code }
      if !exact.isEmpty { matches = exact }
    }
    if matches.count > 1 {
      throw MessageReferenceError(
        "'\(reference.name)' could be \(matches.count) \(reference.kind.rawValue)s: "
          + "\(matches.map(\.message.reference).joined(separator: ", ")); write one of these")
    }
    return matches.first.map {
      ResolvedMessage(message: $0.message, label: $0.label, isKnown: true)
    }
  }
}

/// All messages of one kind, by name.
private struct NameTable {
  private(set) var messages: [DeclaredMessage] = []
  private(set) var fullNames: [String] = []
  /// The domains that a model is registered for as a whole.
  let wholeDomains: [String]
  /// These domains and those of the messages.
  private(set) var domains: Set<String>
  // The indices of the messages with a name: a code or a label, with or without the domain.
  private(set) var byFullCode: [String: [Int]] = [:]
  private(set) var byFullLabel: [String: [Int]] = [:]
  private(set) var byBareName: [String: [Int]] = [:]

  init(_ kind: Message.Kind, _ list: MessageList, _ symbols: SymbolTable) {
    wholeDomains = list.wholeDomains.filter { $0.kind == kind }.map { symbols.string($0.domain) }
    domains = Set(wholeDomains)
    for key in list.messages where key.kind == kind {
      let (place, declared) = (messages.count, list.declared(key, symbols))
      let (message, name) = (declared.message, declared.message.name)
      messages.append(declared)
      fullNames.append(name)
      domains.insert(message.domain)
      byFullCode[name, default: []].append(place)
      byBareName[message.code, default: []].append(place)
      for label in list.names(of: key).map(symbols.string) {
        byFullLabel["\(message.domain).\(label)", default: []].append(place)
        byBareName[label, default: []].append(place)
      }
    }
  }
}
