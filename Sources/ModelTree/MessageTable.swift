import TreeSnapshot

/// The messages of one tree as small integers, so that the test at each hop is one comparison.
final class MessageTable {
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

  /// The codes that the app declares, in the order of their declaration.
  private(set) var vocabulary: [DeclaredMessage] = []

  /// What is known of each type of codes: a `DomainKeys` for each.
  private var domainKeys: [DomainType: AnyObject] = [:]
  /// The one that was asked for last.
  private var recent: (type: DomainType, keys: AnyObject)?

  private struct DomainType: Hashable {
    var kind: Message.Kind
    var type: ObjectIdentifier
  }

  func domainKey(_ kind: Message.Kind, _ name: String) -> Key {
    let name = DomainName(kind: kind, name: name)
    if let known = domains[name] { return Key(domain: known, code: Key.wholeDomain) }
    let number = Int32(domainNames.count)
    domains[name] = number
    domainNames.append(name)
    return Key(domain: number, code: Key.wholeDomain)
  }

  func key(_ kind: Message.Kind, domain: String, code: String, label: String?) -> Key {
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

  /// What is known of a type of codes, to be filled by who asks.
  func keys<Code: MessageCode>(
    _ kind: Message.Kind, _ domain: Code.Type
  ) -> DomainKeys<Code> {
    let type = DomainType(kind: kind, type: ObjectIdentifier(domain))
    // Stored below under its own type alone.
    if let recent, recent.type == type {
      return unsafeDowncast(recent.keys, to: DomainKeys<Code>.self)
    }
    let keys: DomainKeys<Code>
    if let known = domainKeys[type] {
      keys = unsafeDowncast(known, to: DomainKeys<Code>.self)
    } else {
      keys = DomainKeys<Code>()
      domainKeys[type] = keys
    }
    recent = (type, keys)
    return keys
  }

  func declare(_ message: DeclaredMessage) { vocabulary.append(message) }

  func kind(of key: Key) -> Message.Kind { domainNames[Int(key.domain)].kind }

  func domain(of key: Key) -> String { domainNames[Int(key.domain)].name }

  /// The code and its label; nil for a whole domain.
  func code(of key: Key) -> (code: String, label: String?)? {
    key.code == Key.wholeDomain ? nil : codeNames[Int(key.code)]
  }
}
