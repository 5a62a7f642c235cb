import TextIO

/// The keys of a node, and of a message in one.
enum DumpKey: Int, CaseIterable {
  case id, parent, type, label, source, handles, state, raises, representation, services, session
  case kind, domain, code

  /// The keys by their names.
  fileprivate static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })

  /// Which object has a key.
  enum Owner { case node, message }

  @inline(__always)
  fileprivate func isKey(of owner: Owner) -> Bool {
    switch self {
    case .label, .source: true
    case .kind, .domain, .code: owner == .message
    default: owner == .node
    }
  }
}

/// The keys that an object had so far.
struct SeenKeys {
  private var bits = 0

  @inline(__always)
  func contains(_ key: DumpKey) -> Bool { bits & 1 << key.rawValue != 0 }

  @inline(__always)
  mutating func insert(_ key: DumpKey) { bits |= 1 << key.rawValue }
}

extension DumpReader {
  /// The next key and its colon; nil where no reader asks for the value.
  ///
  /// It is compared with those that are known, in the order in which most dumps have them.
  ///
  /// - Throws: that the object had the key before.
  mutating func key(
    of owner: DumpKey.Owner, _ seen: inout SeenKeys
  ) throws(Failure) -> DumpKey? {
    _ = scanner.peek()
    let next: DumpKey? =
      if scanner.takes("\"id\":") {
        .id
      } else if scanner.takes("\"parent\":") {
        .parent
      } else if scanner.takes("\"type\":") {
        .type
      } else if scanner.takes("\"label\":") {
        .label
      } else if scanner.takes("\"source\":") {
        .source
      } else if scanner.takes("\"handles\":") {
        .handles
      } else if scanner.takes("\"state\":") {
        .state
      } else if scanner.takes("\"raises\":") {
        .raises
      } else if scanner.takes("\"representation\":") {
        .representation
      } else if scanner.takes("\"kind\":") {
        .kind
      } else if scanner.takes("\"domain\":") {
        .domain
      } else if scanner.takes("\"code\":") {
        .code
      } else {
        try otherKey()
      }
    guard let key = next, key.isKey(of: owner) else { return nil }
    if seen.contains(key) {
      throw Failure(offset: scanner.position, problem: JSONProblem.duplicateKey("\(key)"))
    }
    seen.insert(key)
    return key
  }

  /// A key that is rare, or written in another way; nil for one that is not known.
  private mutating func otherKey() throws(Failure) -> DumpKey? {
    let name = try scanner.key()
    // No known key is longer.
    return name.count > 16 ? nil : DumpKey.named[String(decoding: name, as: UTF8.self)]
  }
}
