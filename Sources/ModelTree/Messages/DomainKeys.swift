import TreeSnapshot

/// The keys of one type of codes in one tree. It takes a microsecond to make an enum's domain, code and
/// label, which is done once for each code.
///
/// `@exclusivity(unchecked)`: no code of the app runs while one of these is being changed. It does for
/// `others`, which hash the app's codes.
final class DomainKeys<Code: MessageCode>: KnownKeys {
  @exclusivity(unchecked) var wholeDomain: MessageTable.Key?
  /// Whether the codes are in the vocabulary.
  @exclusivity(unchecked) var isDeclared = false
  /// The keys of codes of one byte, as the cases of most enums are, by that byte: hashing would take
  /// longer than the rest of a short route.
  @exclusivity(unchecked) private var byByte: [MessageTable.Key?] = []
  private var others: [Code: MessageTable.Key] = [:]

  private static var isByte: Bool { MemoryLayout<Code>.size <= 1 }

  func key(of code: Code) -> MessageTable.Key? {
    guard Self.isByte else { return others[code] }
    let place = Self.byte(of: code)
    return place < byByte.count ? byByte[place] : nil
  }

  func setKey(_ key: MessageTable.Key, of code: Code) {
    guard Self.isByte else {
      others[code] = key
      return
    }
    let place = Self.byte(of: code)
    while byByte.count <= place { byByte.append(nil) }
    byByte[place] = key
  }

  private static func byte(of code: Code) -> Int {
    withUnsafeBytes(of: code) { Int($0.first ?? 0) }
  }

  override func forgetCodes() {
    byByte = []
    others = [:]
  }
}

extension TreeStore {
  @inline(__always)
  private func withKeys<Code: MessageCode, Result>(
    of domain: Code.Type, _ body: (DomainKeys<Code>) -> Result
  ) -> Result {
    // Stored here under its own type alone.
    messages.keys(of: ObjectIdentifier(domain)) { DomainKeys<Code>() }._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: DomainKeys<Code>.self))
    }
  }

  // An app's own properties are read before the table is changed: they may use the tree themselves.

  /// The key of a code.
  func key<Code: MessageCode>(_ code: Code) -> MessageTable.Key {
    withKeys(of: Code.self) { known in
      if let key = known.key(of: code) { return key }
      let (domain, name, label) = (domainKey(Code.self), code.code, code.label)
      let key = key(in: domain, code: name, label: label)
      known.setKey(key, of: code)
      return key
    }
  }

  /// The key of a code that a model registers for; the first of a domain adds its cases to the
  /// vocabulary.
  func key<Code: MessageCode>(_ code: Code, registeredAt node: Int32) -> MessageTable.Key {
    let known = withKeys(of: Code.self) { $0.isDeclared ? $0.key(of: code) : nil }
    if let known { return known }
    declare(Code.self, at: node)
    return key(code)
  }

  /// The key of a whole domain.
  func domainKey<Code: MessageCode>(_ domain: Code.Type) -> MessageTable.Key {
    withKeys(of: domain) { known in
      if let key = known.wholeDomain { return key }
      let name = Code.domain
      let key = messages.domainKey(Code.kind, name)
      known.wholeDomain = key
      return key
    }
  }

  /// Adds the cases of a domain to the vocabulary, once. A domain that is not `CaseIterable` declares
  /// none.
  ///
  /// - Parameter node: the model that registers for one of them.
  func declare<Code: MessageCode>(_ domain: Code.Type, at node: Int32) {
    let isFirst = withKeys(of: domain) { known in
      defer { known.isDeclared = true }
      return !known.isDeclared
    }
    guard isFirst, let cases = (domain as? any CaseIterable.Type)?.allCodes else { return }
    let name = Code.domain
    for code in cases {
      let message = Message(kind: Code.kind, domain: name, code: code.code)
      messages.declare(DeclaredMessage(message, label: code.label))
    }
    if let journal { recordVocabulary(of: domain, cases, at: node, journal) }
  }
}

extension TreeStore {
  private func recordVocabulary<Code: MessageCode>(
    of domain: Code.Type, _ cases: [any MessageCode], at node: Int32, _ recorder: TreeRecorder
  ) {
    let wholeDomain = domainKey(domain)
    let keys = cases.map { key(in: wholeDomain, code: $0.code, label: $0.label) }
    recordVocabulary(keys, of: node, recorder)
  }
}

extension CaseIterable {
  fileprivate static var allCodes: [any MessageCode] {
    allCases.compactMap { $0 as? any MessageCode }
  }
}
