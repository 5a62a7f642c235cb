import TreeSnapshot

/// The keys of one type of codes in one tree. It takes a microsecond to make an enum's domain, code and
/// label, which is done once for each code.
final class DomainKeys<Code: MessageCode> {
  var wholeDomain: MessageTable.Key?
  private(set) var isDeclared = false
  var codes = CodeTable<Code, MessageTable.Key>()

  /// Whether the codes are in the vocabulary already; from now on they are.
  func beginDeclaring() -> Bool {
    defer { isDeclared = true }
    return !isDeclared
  }
}

extension TreeStore {
  private func keys<Code: MessageCode>(of domain: Code.Type) -> DomainKeys<Code> {
    // Stored here under its own type alone.
    unsafeDowncast(
      messages.keys(of: ObjectIdentifier(domain)) { DomainKeys<Code>() }, to: DomainKeys<Code>.self)
  }

  // An app's own properties are read before the table is changed: they may use the tree themselves.

  /// The key of a code.
  func key<Code: MessageCode>(_ code: Code) -> MessageTable.Key {
    let known = keys(of: Code.self)
    if let key = known.codes[code] { return key }
    let (domain, name, label) = (Code.domain, code.code, code.label)
    let key = messages.key(Code.kind, domain: domain, code: name, label: label)
    known.codes[code] = key
    return key
  }

  /// The key of a whole domain.
  func domainKey<Code: MessageCode>(_ domain: Code.Type) -> MessageTable.Key {
    let known = keys(of: domain)
    if let key = known.wholeDomain { return key }
    let name = Code.domain
    let key = messages.domainKey(Code.kind, name)
    known.wholeDomain = key
    return key
  }

  /// Adds the cases of a domain to the vocabulary, once. A domain that is not `CaseIterable` declares
  /// none.
  func declare<Code: MessageCode>(_ domain: Code.Type) {
    guard keys(of: domain).beginDeclaring(),
      let cases = (domain as? any CaseIterable.Type)?.allCodes
    else { return }
    let name = Code.domain
    for code in cases {
      let message = Message(kind: Code.kind, domain: name, code: code.code)
      messages.declare(DeclaredMessage(message, label: code.label))
    }
  }
}

extension CaseIterable {
  fileprivate static var allCodes: [any MessageCode] {
    allCases.compactMap { $0 as? any MessageCode }
  }
}
