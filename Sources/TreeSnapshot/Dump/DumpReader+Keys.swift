import TextIO

/// The keys of a node, and of a message in one.
enum DumpKey: String {
  case id, parent, type, label, session, representation, services, handles, raises, source, state
  case kind, domain, code

  fileprivate var isOfNode: Bool {
    switch self {
    case .kind, .domain, .code: false
    default: true
    }
  }

  fileprivate var isOfMessage: Bool {
    switch self {
    case .kind, .domain, .code, .label, .source: true
    default: false
    }
  }

  fileprivate var bit: Int {
    switch self {
    case .id: 1 << 0
    case .parent: 1 << 1
    case .type: 1 << 2
    case .label: 1 << 3
    case .session: 1 << 4
    case .representation: 1 << 5
    case .services: 1 << 6
    case .handles: 1 << 7
    case .raises: 1 << 8
    case .source: 1 << 9
    case .state: 1 << 10
    case .kind: 1 << 11
    case .domain: 1 << 12
    case .code: 1 << 13
    }
  }
}

/// The keys that an object had so far.
struct SeenKeys {
  private var bits = 0

  @inline(__always)
  func contains(_ key: DumpKey) -> Bool { bits & key.bit != 0 }

  /// Adds a key, and returns whether it is new.
  @discardableResult @inline(__always)
  mutating func insert(_ key: DumpKey) -> Bool {
    let isNew = !contains(key)
    bits |= key.bit
    return isNew
  }
}

// A key is compared with those that are known, in the order in which dumps have them, where its colon
// follows without a space: nothing else is looked for in its text then.
extension DumpReader {
  /// The next key of a node, and its colon; nil where no reader asks for the value.
  ///
  /// - Throws: that the node had the key before.
  @inline(__always)
  mutating func nodeKey(_ seen: inout SeenKeys) throws(Failure) -> DumpKey? {
    _ = scanner.peek()
    let key: DumpKey? =
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
      } else {
        try otherKey { $0.isOfNode }
      }
    return try note(key, in: &seen)
  }

  /// The next key of a message, and its colon; nil where no reader asks for the value.
  ///
  /// - Throws: that the message had the key before.
  @inline(__always)
  mutating func messageKey(_ seen: inout SeenKeys) throws(Failure) -> DumpKey? {
    _ = scanner.peek()
    let key: DumpKey? =
      if scanner.takes("\"kind\":") {
        .kind
      } else if scanner.takes("\"domain\":") {
        .domain
      } else if scanner.takes("\"code\":") {
        .code
      } else if scanner.takes("\"label\":") {
        .label
      } else if scanner.takes("\"source\":") {
        .source
      } else {
        try otherKey { $0.isOfMessage }
      }
    return try note(key, in: &seen)
  }

  /// Any key that comes next, however it is written.
  @inline(never)
  private mutating func otherKey(
    where isAskedFor: (DumpKey) -> Bool
  ) throws(Failure) -> DumpKey? {
    let name = try scanner.key()
    // No known key is longer.
    guard name.count <= 16, let key = DumpKey(rawValue: String(decoding: name, as: UTF8.self))
    else {
      return nil
    }
    return isAskedFor(key) ? key : nil
  }

  @inline(__always)
  private func note(_ key: DumpKey?, in seen: inout SeenKeys) throws(Failure) -> DumpKey? {
    if let key, !seen.insert(key) {
      throw Failure(offset: scanner.position, problem: JSONProblem.duplicateKey(key.rawValue))
    }
    return key
  }
}
