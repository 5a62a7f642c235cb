import TextIO

// The nodes of a dump, and the messages in them.
extension DumpReader {
  mutating func readNodes() throws(Failure) {
    _ = scanner.peek()
    nodesLine = scanner.line
    try readArray("nodes") { (reader) throws(Failure) in try reader.readNode() }
    currentID = nil
  }

  private mutating func readNode() throws(Failure) {
    currentID = nil
    guard scanner.peek() == UInt8(ascii: "{") else { throw wrongType("a model", "an object") }
    let start = scanner.position
    var keys = DumpKeySet()
    var (id, parent): (Int, Int?) = (0, nil)
    var (idLine, parentLine) = (scanner.line, scanner.line)
    var fields = FixedFields()
    var works: [WorkRecord] = []
    var age: Int?
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      switch try key(&keys) {
      case .id:
        id = try wholeNumber("id")
        idLine = scanner.line
        currentID = id
      case .type:
        let offset = scanner.position
        let type = try name("type")
        if type.isEmpty { throw wrongType("type", "a name", "an empty string", offset) }
        fields.type = builder.symbols.intern(type)
      case .label:
        fields.label = try symbol("label")
      case .state:
        try readState()
      case .parent:
        parent = try wholeNumber("parent")
        parentLine = scanner.line
      case .raises:
        try readArray("raises") { (reader) throws(Failure) in
          reader.builder.nodes.raises.append(try reader.message(in: "raises", needsCode: true))
        }
      case .source:
        fields.source = try symbol("source")
      case .handles:
        try readArray("handles") { (reader) throws(Failure) in
          reader.builder.nodes.subscriptions.append(
            try reader.message(in: "handles", needsCode: false))
        }
      case .session:
        guard let isSession = scanner.boolean() else { throw wrongType("session", "true or false") }
        fields.isSession = isSession
      case .open:
        guard let isOpen = scanner.boolean() else { throw wrongType("open", "true or false") }
        fields.isUnopened = !isOpen
      case .services:
        try readArray("services") { (reader) throws(Failure) in
          reader.builder.nodes.services.append(try reader.symbol("a service"))
        }
      case .asks:
        try readArray("asks") { (reader) throws(Failure) in
          reader.builder.nodes.asks.append(try reader.symbol("a service"))
        }
      case .work:
        try readArray("work") { (reader) throws(Failure) in works.append(try reader.work()) }
      case .representation:
        fields.representation = try symbol("representation")
      case .asOf: age = try readAge()
      default:
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }

    for key in Self.nodeKeys where !keys.contains(key) {
      throw missing(key, in: "the model", at: start)
    }
    // The key has a meaning only for sessions.
    if !fields.isSession { fields.isUnopened = false }
    if let age { builder.nodes.age(of: builder.nodes.ids.count, age) }
    builder.closeNode(id: id, parent: parent, fields)
    if !works.isEmpty { builder.works[id] = works }
    lines.append((idLine, parentLine))
  }

  /// Reads one object of `work`.
  private mutating func work() throws(Failure) -> WorkRecord {
    guard scanner.peek() == UInt8(ascii: "{") else { throw wrongType("work", "an object") }
    var keys = DumpKeySet()
    var work = WorkRecord(source: .none, since: nil)
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      switch try key(&keys) {
      case .source: work.source = try symbol("source")
      case .since:
        let offset = scanner.position
        let text = String(decoding: try name("since"), as: UTF8.self)
        work.since = WallClock.nanoseconds(ofISO8601: text)
        if work.since == nil {
          throw wrongType(
            "since", "a time such as \"2026-11-20T12:03:04Z\"", "\"\(text.prefix(40))\"", offset)
        }
      default: try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
    return work
  }

  /// Reads one object of `messages`.
  mutating func readDeclaration() throws(Failure) {
    builder.declare(try message(in: "messages", needsCode: true))
  }

  /// Reads one object of `messages`, `handles`, or `raises`.
  private mutating func message(
    in place: StaticString, needsCode: Bool
  ) throws(Failure) -> SubscriptionRecord {
    guard scanner.peek() == UInt8(ascii: "{") else {
      throw wrongType("a message in '\(place)'", "an object")
    }
    let start = scanner.position
    var keys = DumpKeySet()
    var record = SubscriptionRecord(kind: .error, domain: .none, code: .none)
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      switch try key(&keys) {
      case .kind:
        record.kind = try kind()
      case .code:
        record.code = try symbol("code")
      case .label:
        record.label = try symbol("label")
      case .domain:
        record.domain = try symbol("domain")
      case .source:
        record.source = try symbol("source")
      case .payload:
        record.payload = try symbol("payload")
      default:
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
    for key in needsCode ? Self.messageKeys : Self.domainKeys where !keys.contains(key) {
      throw missing(key, in: "a message in '\(place)'", at: start)
    }
    return record
  }

  private static let nodeKeys: [DumpKey] = [.id, .type]
  private static let messageKeys: [DumpKey] = [.kind, .domain, .code]
  private static let domainKeys: [DumpKey] = [.kind, .domain]

  private func missing(_ key: DumpKey, in place: String, at offset: Int) -> Failure {
    Failure(offset: offset, problem: DumpFault(words: "\(place) has no '\("\(key)")'; add it"))
  }

  private mutating func kind() throws(Failure) -> Message.Kind {
    guard scanner.peek() == UInt8(ascii: "\"") else { throw wrongType("kind", "a string") }
    let offset = scanner.position
    let name = try scanner.string()
    if name.equals("error") { return .error }
    if name.equals("bubble") { return .bubble }
    if name.equals("event") { return .event }
    throw wrongType(
      "kind", "\"error\", \"bubble\" or \"event\"", "\"\(name.excerpt)\"", offset)
  }

  private mutating func readState() throws(Failure) {
    guard scanner.peek() == UInt8(ascii: "{") else { throw wrongType("state", "an object") }
    var keys: Set<Symbol> = []
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      _ = scanner.peek()
      let offset = scanner.position
      let text = try scanner.key()
      let key = builder.symbols.intern(text)
      if !keys.insert(key).inserted {
        throw Failure(offset: offset, problem: JSONProblem.duplicateKey(text.excerpt))
      }
      builder.nodes.states.append(StateRecord(key: key, value: try symbol("a value in 'state'")))
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
  }
}

/// The keys of a node, and of a message in one.
enum DumpKey: Int, CaseIterable {
  // Of each length, the frequent ones first.
  case id, parent, type, kind, domain, code, label, source, handles, state, raises, services
  case representation, session, open, asks, work, since, asOf, payload

  /// By length: the keys with their names.
  private static let byLength = (0...14).map { count in
    allCases.map { (name: Array("\($0)".utf8), key: $0) }.filter { $0.name.count == count }
  }

  /// The key with a name; nil if unknown.
  init?(_ name: UnsafeBufferPointer<UInt8>) {
    let alike = name.count < Self.byLength.count ? Self.byLength[name.count] : []
    guard let match = alike.first(where: { $0.name.withUnsafeBufferPointer(name.equals) })
    else { return nil }
    self = match.key
  }
}

/// The keys read so far in an object.
struct DumpKeySet {
  private var bits = 0

  func contains(_ key: DumpKey) -> Bool { bits & 1 << key.rawValue != 0 }

  mutating func insert(_ key: DumpKey) { bits |= 1 << key.rawValue }
}

extension DumpReader {
  /// The next key that a reader knows, with its colon consumed; nil for an unknown key.
  ///
  /// - Throws: an error for a duplicate key.
  private mutating func key(_ keys: inout DumpKeySet) throws(Failure) -> DumpKey? {
    guard let key = DumpKey(try scanner.key()) else { return nil }
    if keys.contains(key) {
      throw Failure(offset: scanner.position, problem: JSONProblem.duplicateKey("\(key)"))
    }
    keys.insert(key)
    return key
  }
}
