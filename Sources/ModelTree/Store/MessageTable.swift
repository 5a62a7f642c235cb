import TreeSnapshot

/// The messages of one tree as small integers: the test at each hop is one comparison.
///
/// A code that nothing in the tree names any more, as one that was raised and never registered for,
/// gives its number back once there are many of them. Domains stay.
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

    /// Both as one number.
    var number: Int { Int(domain) << 32 | Int(UInt32(bitPattern: code)) }
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
  /// The numbers of codes that were dropped, for reuse.
  @exclusivity(unchecked) private var freeCodes: [Int32] = []
  /// The number of codes at which the next walk drops those without a use.
  @exclusivity(unchecked) private var dropsAt = MessageTable.leastToDrop

  private static let leastToDrop = 4_096

  /// The codes that the app declares, in the order of declaration.
  @exclusivity(unchecked) private(set) var vocabulary: [DeclaredMessage] = []

  /// The keys of each type of codes.
  @exclusivity(unchecked) private var keys: [ObjectIdentifier: KnownKeys] = [:]
  /// Not retained once more: `keys` holds each for as long as the table lives, and a retain here takes a
  /// tenth of a short route.
  @exclusivity(unchecked) private var recent: (type: ObjectIdentifier, keys: Unmanaged<KnownKeys>)?

  func domainKey(_ kind: Message.Kind, _ name: String) -> Key {
    let name = DomainName(kind: kind, name: name)
    if let known = domains[name] { return Key(domain: known, code: Key.wholeDomain) }
    let number = Int32(domainNames.count)
    domains[name] = number
    domainNames.append(name)
    return Key(domain: number, code: Key.wholeDomain)
  }

  /// The key of a code in a domain, whose key may be that of the whole domain.
  func key(in domain: Key, code: String, label: String?) -> Key {
    var key = domain
    let name = CodeName(domain: key.domain, code: code)
    if let known = codes[name] {
      key.code = known
      if codeNames[Int(known)].label == nil { codeNames[Int(known)].label = label }
    } else if let reused = freeCodes.popLast() {
      key.code = reused
      codes[name] = reused
      codeNames[Int(reused)] = (code, label)
    } else {
      key.code = Int32(codeNames.count)
      codes[name] = key.code
      codeNames.append((code, label))
    }
    return key
  }

  /// Whether there are so many codes that a walk through their uses is worth its cost.
  var hasManyCodes: Bool { codes.count >= dropsAt }

  /// Drops the codes that no key of the tree names.
  ///
  /// - Parameters:
  ///   - walkLength: what the walk for the uses costs, in keys.
  ///   - markUses: calls its parameter with each key of the tree.
  func dropUnusedCodes(walkLength: Int, _ markUses: ((Key) -> Void) -> Void) {
    var isUsed = [Bool](repeating: false, count: codeNames.count)
    markUses { if $0.code != Key.wholeDomain { isUsed[Int($0.code)] = true } }
    for known in keys.values { known.forgetCodes() }
    codes = codes.filter { isUsed[Int($0.value)] }
    let length = (isUsed.lastIndex(of: true) ?? -1) + 1
    codeNames = Array(codeNames[..<length])
    freeCodes = []
    for number in 0..<length where !isUsed[number] {
      codeNames[number] = ("", nil)
      freeCodes.append(Int32(number))
    }
    dropsAt = max(Self.leastToDrop, codes.count * 2, walkLength / 4)
  }

  /// The box with the keys of a type of codes, made on the first call. It lives as long as the table.
  @inline(__always)
  func keys(of type: ObjectIdentifier, make: () -> KnownKeys) -> Unmanaged<KnownKeys> {
    if let recent, recent.type == type { return recent.keys }
    let found = keys[type] ?? make()
    if keys[type] == nil { keys[type] = found }
    let unretained = Unmanaged.passUnretained(found)
    recent = (type, unretained)
    return unretained
  }

  func declare(_ message: DeclaredMessage) { vocabulary.append(message) }

  func kind(of key: Key) -> Message.Kind { domainNames[Int(key.domain)].kind }

  func domain(of key: Key) -> String { domainNames[Int(key.domain)].name }

  /// The code and its label; nil for a whole domain.
  func code(of key: Key) -> (code: String, label: String?)? {
    key.code == Key.wholeDomain ? nil : codeNames[Int(key.code)]
  }
}

/// The keys of a type of codes in one tree.
class KnownKeys {
  /// Forgets the keys of all codes: some are about to name others.
  func forgetCodes() {}
}
