package import TreeSnapshot

/// The messages of one tree as small integers.
@usableFromInline
package struct MessageTable {
  /// A message of the tree: the number of its domain and its own.
  @usableFromInline
  package struct Key: Hashable {
    /// The number of a domain and kind.
    package var domain: Int32
    /// The number of a code, unique among all domains; negative for the whole domain.
    package var code: Int32

    // One number: each registration of a model with many is found by it.
    @usableFromInline
    package func hash(into hasher: inout Hasher) {
      hasher.combine(UInt64(UInt32(bitPattern: domain)) << 32 | UInt64(UInt32(bitPattern: code)))
    }

    /// The key of the whole domain.
    var wholeDomain: Key { Key(domain: domain, code: -1) }
    package var isWholeDomain: Bool { code < 0 }

    /// A bit that represents it, shared with other keys.
    var interest: UInt64 { 1 << UInt64(truncatingIfNeeded: (7 &* domain &+ code &+ 1) & 63) }
  }

  /// A value for each message, or for some.
  struct Column<Value> {
    private var ofDomains: [Value?] = []
    private var ofCodes: [Value?] = []

    subscript(key: Key) -> Value? {
      get {
        if key.isWholeDomain {
          return Int(key.domain) < ofDomains.count ? ofDomains[Int(key.domain)] : nil
        }
        return Int(key.code) < ofCodes.count ? ofCodes[Int(key.code)] : nil
      }
      set {
        if key.isWholeDomain {
          Self.set(newValue, Int(key.domain), in: &ofDomains)
        } else {
          Self.set(newValue, Int(key.code), in: &ofCodes)
        }
      }
    }

    private static func set(_ value: Value?, _ place: Int, in values: inout [Value?]) {
      while values.count <= place { values.append(nil) }
      values[place] = value
    }
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

  /// The codes that the app declares, in the order of declaration.
  package private(set) var vocabulary: [DeclaredMessage] = []

  mutating func domainKey(_ kind: Message.Kind, _ name: String) -> Key {
    let name = DomainName(kind: kind, name: name)
    if let number = domains[name] { return Key(domain: number, code: -1) }
    let number = Int32(domainNames.count)
    domains[name] = number
    domainNames.append(name)
    return Key(domain: number, code: -1)
  }

  /// The key of a code in a domain. Adds a label if it is new.
  mutating func key(in domain: Key, code: String, label: String?) -> Key {
    let name = CodeName(domain: domain.domain, code: code)
    if let number = codes[name] {
      if codeNames[Int(number)].label == nil { codeNames[Int(number)].label = label }
      return Key(domain: domain.domain, code: number)
    }
    let number = Int32(codeNames.count)
    codes[name] = number
    codeNames.append((code, label))
    return Key(domain: domain.domain, code: number)
  }

  mutating func declare(_ message: DeclaredMessage) { vocabulary.append(message) }

  package func kind(of key: Key) -> Message.Kind { domainNames[Int(key.domain)].kind }

  package func domain(of key: Key) -> String { domainNames[Int(key.domain)].name }

  /// The code and its label; nil for a whole domain.
  package func code(of key: Key) -> (code: String, label: String?)? {
    key.isWholeDomain ? nil : codeNames[Int(key.code)]
  }

  /// The names of a message, which isn't a whole domain.
  func names(of key: Key) -> (domain: String, code: String, label: String?) {
    let (code, label) = codeNames[Int(key.code)]
    return (domain(of: key), code, label)
  }

  /// The message of a key; nil for a whole domain.
  func declaredMessage(of key: Key) -> DeclaredMessage? {
    code(of: key).map { code, label in
      DeclaredMessage(
        Message(kind: kind(of: key), domain: domain(of: key), code: code), label: label)
    }
  }

  /// A registration in a snapshot's form.
  package func subscription(of key: Key, _ source: String, payload: String? = nil) -> Subscription {
    let code = code(of: key)
    return Subscription(
      kind: kind(of: key), domain: domain(of: key), code: code?.code, label: code?.label,
      payload: payload, source: source)
  }
}

/// The key of a message type in a tree.
private final class TypeKeys {
  let key: MessageTable.Key
  /// Whether the message is in the vocabulary.
  var isDeclared = false

  init(_ key: MessageTable.Key) { self.key = key }
}

/// The keys of a type of codes in a tree. Computing an enum's domain, code, and label takes a
/// microsecond, so it is done once for each code.
@usableFromInline
final class CodeKeys<Code: MessageCode> {
  var wholeDomain: MessageTable.Key?
  // Unchecked for exclusivity: each raise and registration reads them, and nothing of the app runs while
  // they change.

  /// Whether the codes are in the vocabulary.
  @exclusivity(unchecked) @usableFromInline var isDeclared = false
  /// The last code looked up, because an app's enum is slow to hash. It is copied before the app's `==`
  /// runs.
  @exclusivity(unchecked) @usableFromInline var recent: Code?
  @exclusivity(unchecked) @usableFromInline var recentKey = MessageTable.Key(domain: 0, code: 0)
  @usableFromInline var keys: [Code: MessageTable.Key] = [:]

  @inlinable
  func key(_ code: Code) -> MessageTable.Key? {
    if let recent, recent == code { return recentKey }
    guard let key = keys[code] else { return nil }
    recent = code
    recentKey = key
    return key
  }

  func add(_ key: MessageTable.Key, for code: Code) { keys[code] = key }
}

extension TreeStore {
  @inlinable
  func keys<Code: MessageCode>(of type: Code.Type) -> CodeKeys<Code> {
    let name = ObjectIdentifier(type)
    // Each type of keys is stored only under its own type.
    if let recentKeys, recentKeys.type == name {
      return unsafeDowncast(recentKeys.keys, to: CodeKeys<Code>.self)
    }
    return otherKeys(of: type)
  }

  @usableFromInline
  func otherKeys<Code: MessageCode>(of type: Code.Type) -> CodeKeys<Code> {
    let name = ObjectIdentifier(type)
    let keys = codeKeys[name] ?? CodeKeys<Code>()
    codeKeys[name] = keys
    recentKeys = (name, keys)
    return unsafeDowncast(keys, to: CodeKeys<Code>.self)
  }

  /// The key of a code that a model registers for. The first of a domain adds its cases to the vocabulary.
  @inlinable
  func key<Code: MessageCode>(_ code: Code, registeredAt node: Int32) -> MessageTable.Key {
    let keys = keys(of: Code.self)
    if keys.isDeclared, let key = keys.key(code) { return key }
    declare(Code.self, at: node)
    return key(code)
  }

  // An app's own properties are read before a table changes, because they may use the tree.

  /// The key of a code.
  @inlinable
  func key<Code: MessageCode>(_ code: Code) -> MessageTable.Key {
    keys(of: Code.self).key(code) ?? newKey(code)
  }

  @usableFromInline
  func newKey<Code: MessageCode>(_ code: Code) -> MessageTable.Key {
    let (domain, name, label) = (domainKey(Code.self), code.code, code.label)
    let key = key(in: domain, code: name, label: label)
    keys(of: Code.self).add(key, for: code)
    return key
  }

  /// The key of a whole domain.
  func domainKey<Code: MessageCode>(_ domain: Code.Type) -> MessageTable.Key {
    let keys = keys(of: domain)
    if let key = keys.wholeDomain { return key }
    let name = Code.domain
    let key = messages.domainKey(Code.kind, name)
    keys.wholeDomain = key
    return key
  }

  /// The key of a type of messages.
  func key<Value: TypedMessage>(_ type: Value.Type) -> MessageTable.Key { keys(of: type).key }

  private func keys<Value: TypedMessage>(of type: Value.Type) -> TypeKeys {
    let name = ObjectIdentifier(type)
    if let recentKeys, recentKeys.type == name {
      return unsafeDowncast(recentKeys.keys, to: TypeKeys.self)
    }
    // Stored only under such a type; no type is both a code and a value.
    let known = codeKeys[name].map { unsafeDowncast($0, to: TypeKeys.self) }
    let keys = known ?? newKeys(of: type)
    codeKeys[name] = keys
    recentKeys = (name, keys)
    return keys
  }

  private func newKeys<Value: TypedMessage>(of type: Value.Type) -> TypeKeys {
    let (domain, code, label) = (Value.domain, Value.code, Value.label)
    return TypeKeys(key(Value.Delivered.kind, domain: domain, code: code, label: label))
  }

  /// The key of all errors of a type.
  func key<Failure: Error>(ofErrors type: Failure.Type) -> MessageTable.Key {
    if let codes = type as? any ErrorCode.Type { return domainKey(codes) }
    return messages.domainKey(.error, ErrorName.domain(of: type))
  }

  /// The key of all messages of a kind in the domain of a type.
  func key<Delivered: RaisedMessage>(
    _ kind: Delivered.Type, in domain: Any.Type
  ) -> MessageTable.Key {
    messages.domainKey(kind.kind, TypeName(domain).text)
  }

  /// The key of a message, by name.
  func key(_ kind: Message.Kind, domain: String, code: String, label: String?) -> MessageTable.Key {
    key(in: messages.domainKey(kind, domain), code: code, label: label)
  }

  private func key(in domain: MessageTable.Key, code: String, label: String?) -> MessageTable.Key {
    let key = messages.key(in: domain, code: code, label: label)
    if label != nil { observer?.labeled(key, in: self) }
    return key
  }

  /// Adds a message type to the vocabulary, once.
  ///
  /// - Parameter node: the model that registers for it or raises it.
  func declare<Value: TypedMessage>(_ type: Value.Type, at node: Int32) {
    let keys = keys(of: type)
    guard !keys.isDeclared else { return }
    keys.isDeclared = true
    messageTypes[keys.key] = type
    guard let declared = messages.declaredMessage(of: keys.key) else { return }
    messages.declare(declared)
    observer?.learned([keys.key], from: ObservedModel(tree: self, node: node))
  }

  /// Adds the cases of a domain to the vocabulary, once. A domain that isn't `CaseIterable` adds
  /// none.
  ///
  /// - Parameter node: the model that registers for one of them.
  @usableFromInline
  func declare<Code: MessageCode>(_ domain: Code.Type, at node: Int32) {
    let keys = keys(of: domain)
    guard !keys.isDeclared else { return }
    keys.isDeclared = true
    guard let cases = (domain as? any CaseIterable.Type)?.allCodes else { return }
    let name = Code.domain
    let declared = cases.map { code in
      DeclaredMessage(Message(kind: Code.kind, domain: name, code: code.code), label: code.label)
    }
    for message in declared { messages.declare(message) }
    guard let observer else { return }
    let wholeDomain = domainKey(domain)
    let codes = declared.map { key(in: wholeDomain, code: $0.message.code, label: $0.label) }
    observer.learned(codes, from: ObservedModel(tree: self, node: node))
  }
}

extension CaseIterable {
  fileprivate static var allCodes: [any MessageCode] {
    allCases.compactMap { $0 as? any MessageCode }
  }
}
