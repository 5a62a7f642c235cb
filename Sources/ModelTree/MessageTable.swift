import TreeSnapshot

/// The messages of one tree as small integers, so that the test at each hop is one comparison.
struct MessageTable {
  /// A message of the tree: its domain's number and its own.
  struct Key: Hashable {
    /// Numbers differ between kinds, too.
    var domain: Int32
    /// `wholeDomain` stands for all codes.
    var code: Int32

    static let wholeDomain: Int32 = -1
  }

  private struct DomainName: Hashable {
    var kind: Message.Kind
    var name: String
  }

  private struct CodeName: Hashable {
    var domain: Int32
    var code: String
  }

  private var domains: [DomainName: Int32] = [:]
  private var domainNames: [DomainName] = []
  private var codes: [CodeName: Int32] = [:]
  private var codeNames: [(code: String, label: String?)] = []
  /// The names of domain types, which are slow to ask for.
  private var typeNames: [ObjectIdentifier: String] = [:]

  /// The codes that the app declares, in the order of their declaration.
  private(set) var vocabulary: [DeclaredMessage] = []
  private var declaredTypes: Set<DeclaredType> = []
  /// The numbers of codes that were met as values of their types: a `CodeKeys` for each.
  private var codeKeys: [DeclaredType: AnyObject] = [:]

  private struct DeclaredType: Hashable {
    var kind: Message.Kind
    var type: ObjectIdentifier
  }

  mutating func domainKey(_ kind: Message.Kind, _ name: String) -> Key {
    let name = DomainName(kind: kind, name: name)
    if let known = domains[name] { return Key(domain: known, code: Key.wholeDomain) }
    let number = Int32(domainNames.count)
    domains[name] = number
    domainNames.append(name)
    return Key(domain: number, code: Key.wholeDomain)
  }

  mutating func key(
    _ kind: Message.Kind, domain: String, code: String, label: String?
  ) -> Key {
    var key = domainKey(kind, domain)
    let name = CodeName(domain: key.domain, code: code)
    if let known = codes[name] {
      key.code = known
      if codeNames[Int(known)].label == nil { codeNames[Int(known)].label = label }
    } else {
      key.code = Int32(codeNames.count)
      codes[name] = key.code
      codeNames.append((code, label))
    }
    return key
  }

  /// What is known of a type's codes, to be filled by who asks.
  mutating func codeKeys<Code: MessageCode>(
    _ kind: Message.Kind, _ type: Code.Type
  ) -> CodeKeys<Code> {
    let place = DeclaredType(kind: kind, type: ObjectIdentifier(type))
    if let known = codeKeys[place] as? CodeKeys<Code> { return known }
    let new = CodeKeys<Code>()
    codeKeys[place] = new
    return new
  }

  func knownName(of type: any MessageCode.Type) -> String? { typeNames[ObjectIdentifier(type)] }

  mutating func setName(_ name: String, of type: any MessageCode.Type) {
    typeNames[ObjectIdentifier(type)] = name
  }

  /// Whether a domain's cases are in the vocabulary already; from now on they are.
  mutating func beginDeclaring(_ kind: Message.Kind, _ type: any MessageCode.Type) -> Bool {
    declaredTypes.insert(DeclaredType(kind: kind, type: ObjectIdentifier(type))).inserted
  }

  mutating func declare(_ message: DeclaredMessage) { vocabulary.append(message) }

  func kind(of key: Key) -> Message.Kind { domainNames[Int(key.domain)].kind }

  func domain(of key: Key) -> String { domainNames[Int(key.domain)].name }

  /// The code and its label; nil for a whole domain.
  func code(of key: Key) -> (code: String, label: String?)? {
    key.code == Key.wholeDomain ? nil : codeNames[Int(key.code)]
  }
}

/// The numbers of one type's codes. Asking an enum for its code and label takes a microsecond, so it
/// is done once for each case.
final class CodeKeys<Code: MessageCode> {
  var keys: [Code: MessageTable.Key] = [:]
}

// An app's own properties are asked before the table is touched: they may use the tree themselves.
extension TreeStore {
  func key<Code: MessageCode>(_ kind: Message.Kind, _ code: Code) -> MessageTable.Key {
    let known = messages.codeKeys(kind, Code.self)
    if let key = known.keys[code] { return key }
    let domain = domainName(Code.self)
    let (name, label) = (code.code, code.label)
    let key = messages.key(kind, domain: domain, code: name, label: label)
    known.keys[code] = key
    return key
  }

  func domainKey(_ kind: Message.Kind, _ type: any MessageCode.Type) -> MessageTable.Key {
    let name = domainName(type)
    return messages.domainKey(kind, name)
  }

  func domainName(_ type: any MessageCode.Type) -> String {
    if let known = messages.knownName(of: type) { return known }
    let name = type.domain
    messages.setName(name, of: type)
    return name
  }

  /// Takes the cases of a domain into the vocabulary, once. A domain that is not `CaseIterable`
  /// declares nothing.
  func declare(_ kind: Message.Kind, _ type: any MessageCode.Type) {
    guard messages.beginDeclaring(kind, type),
      let cases = (type as? any CaseIterable.Type)?.allCodes
    else { return }
    let domain = domainName(type)
    for code in cases {
      let message = Message(kind: kind, domain: domain, code: code.code)
      messages.declare(DeclaredMessage(message, label: code.label))
    }
  }
}

extension CaseIterable {
  fileprivate static var allCodes: [any MessageCode] {
    allCases.compactMap { $0 as? any MessageCode }
  }
}
