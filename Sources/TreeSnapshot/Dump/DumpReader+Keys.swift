import TextIO

/// The keys of a node, and of a message in one.
enum DumpKey: Int {
  case id, parent, type, label, source, handles, state, raises, representation, services, session
  case open
  case kind, domain, code

  /// The key with a name; nil where no reader asks for one of that name.
  init?(_ name: UnsafeBufferPointer<UInt8>) {
    let key: DumpKey? =
      switch name.count {
      case 2: name[0] == UInt8(ascii: "i") && name[1] == UInt8(ascii: "d") ? .id : nil
      case 4:
        name.equals("type")
          ? .type
          : name.equals("kind")
            ? .kind : name.equals("code") ? .code : name.equals("open") ? .open : nil
      case 5: name.equals("state") ? .state : name.equals("label") ? .label : nil
      case 6:
        name.equals("raises")
          ? .raises
          : name.equals("source")
            ? .source : name.equals("parent") ? .parent : name.equals("domain") ? .domain : nil
      case 7: name.equals("handles") ? .handles : name.equals("session") ? .session : nil
      case 8: name.equals("services") ? .services : nil
      case 14: name.equals("representation") ? .representation : nil
      default: nil
      }
    guard let key else { return nil }
    self = key
  }

  /// Which object has a key.
  enum Owner { case node, message }

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

  func contains(_ key: DumpKey) -> Bool { bits & 1 << key.rawValue != 0 }

  mutating func insert(_ key: DumpKey) { bits |= 1 << key.rawValue }
}

extension DumpReader {
  /// The next key and its colon; nil where no reader asks for the value.
  ///
  /// - Throws: that the object had the key before.
  mutating func key(
    of owner: DumpKey.Owner, _ seen: inout SeenKeys
  ) throws(Failure) -> DumpKey? {
    guard let key = DumpKey(try scanner.key()), key.isKey(of: owner) else { return nil }
    if seen.contains(key) {
      throw Failure(offset: scanner.position, problem: JSONProblem.duplicateKey("\(key)"))
    }
    seen.insert(key)
    return key
  }
}
