import TreeSnapshot

/// The messages of one tree as small integers: the test at each hop is one comparison.
///
/// `@exclusivity(unchecked)`: no code of the app runs while one of these is being changed.
final class MessageTable {
  /// A message of the tree: the number of its domain and its own.
  struct Key: Hashable {
    /// The number of a domain and kind.
    var domain: Int32
    /// The number of a code, or `wholeDomain`.
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

  @exclusivity(unchecked) private var domains: [DomainName: Int32] = [:]
  @exclusivity(unchecked) private var domainNames: [DomainName] = []
  @exclusivity(unchecked) private var codes: [CodeName: Int32] = [:]
  @exclusivity(unchecked) private var codeNames: [(code: String, label: String?)] = []

  /// The codes that the app declares, in the order of declaration.
  @exclusivity(unchecked) private(set) var vocabulary: [DeclaredMessage] = []

  /// The keys of each type of codes, in a box of `Messages`.
  @exclusivity(unchecked) private var keys: [ObjectIdentifier: AnyObject] = [:]
  @exclusivity(unchecked) private var recent: (type: ObjectIdentifier, keys: AnyObject)?

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

  /// The box with the keys of a type of codes, made on the first call.
  @inline(__always)
  func keys(of type: ObjectIdentifier, make: () -> AnyObject) -> AnyObject {
    if let recent, recent.type == type { return recent.keys }
    let found = keys[type] ?? make()
    if keys[type] == nil { keys[type] = found }
    recent = (type, found)
    return found
  }

  func declare(_ message: DeclaredMessage) { vocabulary.append(message) }

  func kind(of key: Key) -> Message.Kind { domainNames[Int(key.domain)].kind }

  func domain(of key: Key) -> String { domainNames[Int(key.domain)].name }

  /// The code and its label; nil for a whole domain.
  func code(of key: Key) -> (code: String, label: String?)? {
    key.code == Key.wholeDomain ? nil : codeNames[Int(key.code)]
  }
}
