import TreeSnapshot

/// The keys of one type of codes in one tree. It takes a microsecond to make an enum's domain, code and
/// label, which is done once for each code.
///
/// `@exclusivity(unchecked)`: no code of the app runs while one of these is being changed. It does for
/// `others`, which hash the app's codes.
final class DomainKeys<Code: MessageCode>: KnownKeys {
  /// What holds a closure. Kept, because to find a generic type takes as long as the rest of a
  /// registration's second half.
  let handlerType: Handler<Code.Delivered>.Type = Handler<Code.Delivered>.self
  @exclusivity(unchecked) var wholeDomain: MessageTable.Key?
  /// Whether the codes are in the vocabulary.
  @exclusivity(unchecked) var isDeclared = false
  /// The numbers of codes that are bits and nothing else, as the cases of most enums are, by these bits:
  /// hashing would take longer than the rest of a short route.
  private let byBits = NumberTable()
  private var others: [Code: Int32] = [:]

  /// Equal bits are equal codes. Codes that are equal with other bits, such as those between two of their
  /// properties, are found by their names and take a place each.
  private static var mostByBits: Int { 1 << 16 }

  private static func bits(of code: Code) -> Int? {
    guard _isPOD(Code.self) else { return nil }
    switch MemoryLayout<Code>.size {
    case 0: return 0
    case 1: return Int(unsafeBitCast(code, to: UInt8.self))
    case 2: return Int(unsafeBitCast(code, to: UInt16.self))
    case 4: return Int(unsafeBitCast(code, to: UInt32.self))
    case 8: return unsafeBitCast(code, to: Int.self)
    default: return nil
    }
  }

  /// The key of a code; nil where it is not known.
  func key(of code: Code) -> MessageTable.Key? {
    guard let domain = wholeDomain?.domain else { return nil }
    guard let bits = Self.bits(of: code) else {
      return others[code].map { MessageTable.Key(domain: domain, code: $0) }
    }
    let number = byBits[bits]
    return number == NumberTable.none ? nil : MessageTable.Key(domain: domain, code: number)
  }

  /// Gives a code that has none its number.
  func setNumber(_ number: Int32, of code: Code) {
    if let bits = Self.bits(of: code) {
      if byBits.count == Self.mostByBits { byBits.removeAll() }
      byBits.insert(number, at: bits)
    } else {
      others[code] = number
    }
  }

  override func forgetCodes() {
    byBits.removeAll()
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
      // The app may have raised or registered for it as it was asked.
      if known.key(of: code) == nil { known.setNumber(key.code, of: code) }
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

  /// What calls a closure that takes the messages of a domain.
  func handler<Code: MessageCode>(
    for domain: Code.Type, _ handle: @escaping (Code.Delivered) -> Void
  ) -> AnyObject {
    withKeys(of: domain) { $0.handlerType.init(handle) }
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
