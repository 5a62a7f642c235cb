import TreeSnapshot

/// The numbers of one type's codes. Asking an enum for its domain, code and label takes a
/// microsecond, so it is done once for each.
final class DomainKeys<Code: MessageCode> {
  private(set) var wholeDomain: MessageTable.Key?
  private(set) var isDeclared = false
  /// The numbers of the codes by the byte that they are, where one byte is all they are.
  private var byByte: [MessageTable.Key?] = []
  private var others: [Code: MessageTable.Key] = [:]

  /// Whether a code is at most one byte, as the cases of an enum are.
  private static var isByte: Bool { MemoryLayout<Code>.size <= 1 }

  func key(of code: Code) -> MessageTable.Key? {
    guard Self.isByte else { return others[code] }
    let place = Self.byte(code)
    return place < byByte.count ? byByte[place] : nil
  }

  func setKey(_ key: MessageTable.Key, of code: Code) {
    guard Self.isByte else {
      others[code] = key
      return
    }
    let place = Self.byte(code)
    while byByte.count <= place { byByte.append(nil) }
    byByte[place] = key
  }

  private static func byte(_ code: Code) -> Int {
    withUnsafeBytes(of: code) { Int($0.first ?? 0) }
  }

  func setWholeDomain(_ key: MessageTable.Key) { wholeDomain = key }

  /// Whether the codes are in the vocabulary already; from now on they are.
  func beginDeclaring() -> Bool {
    defer { isDeclared = true }
    return !isDeclared
  }
}

// An app's own properties are asked before the table is touched: they may use the tree themselves.
extension TreeStore {
  /// The number of a code.
  func key<Code: MessageCode>(_ kind: Message.Kind, _ code: Code) -> MessageTable.Key {
    let known = messages.keys(kind, Code.self)
    if let key = known.key(of: code) { return key }
    let (domain, name, label) = (Code.domain, code.code, code.label)
    let key = messages.key(kind, domain: domain, code: name, label: label)
    known.setKey(key, of: code)
    return key
  }

  /// The number of a whole domain.
  func domainKey<Code: MessageCode>(
    _ kind: Message.Kind, _ domain: Code.Type
  ) -> MessageTable.Key {
    let known = messages.keys(kind, domain)
    if let key = known.wholeDomain { return key }
    let name = Code.domain
    let key = messages.domainKey(kind, name)
    known.setWholeDomain(key)
    return key
  }

  /// Takes the cases of a domain into the vocabulary, once. A domain that is not `CaseIterable`
  /// declares nothing.
  func declare<Code: MessageCode>(_ kind: Message.Kind, _ domain: Code.Type) {
    guard messages.keys(kind, domain).beginDeclaring(),
      let cases = (domain as? any CaseIterable.Type)?.allCodes
    else { return }
    let name = Code.domain
    for code in cases {
      let message = Message(kind: kind, domain: name, code: code.code)
      messages.declare(DeclaredMessage(message, label: code.label))
    }
  }
}

extension CaseIterable {
  fileprivate static var allCodes: [any MessageCode] {
    allCases.compactMap { $0 as? any MessageCode }
  }
}
