import TextIO

// One node of a dump, and the messages in it.
extension DumpReader {
  private struct Keys: OptionSet {
    let rawValue: Int
    static let id = Keys(rawValue: 1)
    static let parent = Keys(rawValue: 2)
    static let type = Keys(rawValue: 4)
    static let label = Keys(rawValue: 8)
    static let session = Keys(rawValue: 16)
    static let representation = Keys(rawValue: 32)
    static let services = Keys(rawValue: 64)
    static let handles = Keys(rawValue: 128)
    static let raises = Keys(rawValue: 256)
    static let source = Keys(rawValue: 512)
    static let state = Keys(rawValue: 1024)
    static let kind = Keys(rawValue: 2048)
    static let domain = Keys(rawValue: 4096)
    static let code = Keys(rawValue: 8192)
  }

  mutating func readNode() throws(Failure) {
    currentID = nil
    guard scanner.peek() == UInt8(ascii: "{") else { throw wrongType("a node", "an object") }
    let start = scanner.position
    var seen = Keys()
    var id = 0
    var parent: Int?
    var fields = FixedFields()
    var idLine = scanner.line
    var parentLine = idLine

    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      let key = try scanner.key()
      let offset = scanner.position
      switch key.count {
      case 2 where key.equals("id"):
        try note(.id, "id", in: &seen, offset)
        id = try wholeNumber("id")
        idLine = scanner.line
        currentID = id
      case 4 where key.equals("type"):
        try note(.type, "type", in: &seen, offset)
        let type = try name("type")
        if type.isEmpty {
          throw Failure(
            offset: offset,
            problem: JSONProblem.wrongType(
              key: "type", expected: "a name", found: "an empty string"))
        }
        fields.type = addName(type)
      case 5 where key.equals("label"):
        try note(.label, "label", in: &seen, offset)
        fields.label = try symbol("label")
      case 5 where key.equals("state"):
        try note(.state, "state", in: &seen, offset)
        try readState()
      case 6 where key.equals("parent"):
        try note(.parent, "parent", in: &seen, offset)
        parent = try wholeNumber("parent")
        parentLine = scanner.line
      case 6 where key.equals("raises"):
        try note(.raises, "raises", in: &seen, offset)
        try readArray("raises") { (reader) throws(Failure) in
          reader.nodes.columns.raises.append(try reader.message(in: "raises", needsCode: true))
        }
      case 6 where key.equals("source"):
        try note(.source, "source", in: &seen, offset)
        fields.source = try symbol("source")
      case 7 where key.equals("handles"):
        try note(.handles, "handles", in: &seen, offset)
        try readArray("handles") { (reader) throws(Failure) in
          reader.nodes.columns.subscriptions.append(
            try reader.message(in: "handles", needsCode: false))
        }
      case 7 where key.equals("session"):
        try note(.session, "session", in: &seen, offset)
        guard let isSession = scanner.boolean() else { throw wrongType("session", "true or false") }
        fields.isSession = isSession
      case 8 where key.equals("services"):
        try note(.services, "services", in: &seen, offset)
        try readArray("services") { (reader) throws(Failure) in
          reader.nodes.columns.services.append(try reader.symbol("a service"))
        }
      case 14 where key.equals("representation"):
        try note(.representation, "representation", in: &seen, offset)
        fields.representation = try symbol("representation")
      default:
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }

    if !seen.contains(.id) {
      throw Failure(offset: start, problem: DumpError.Reason.missingKey("id", place: "the node"))
    }
    if !seen.contains(.type) {
      throw Failure(offset: start, problem: DumpError.Reason.missingKey("type", place: "the node"))
    }
    nodes.closeNode(id: id, parent: parent, fields)
    nodes.lines.append(id: idLine, parent: parentLine)
  }

  /// One object of `messages`, `handles` or `raises`.
  mutating func message(
    in place: StaticString, needsCode: Bool
  ) throws(Failure) -> SubscriptionRecord {
    guard scanner.peek() == UInt8(ascii: "{") else {
      throw wrongType("a message in '\(place)'", "an object")
    }
    let start = scanner.position
    var seen = Keys()
    var record = SubscriptionRecord(kind: .error, domain: .none, code: .none)
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      let key = try scanner.key()
      let offset = scanner.position
      switch key.count {
      case 4 where key.equals("kind"):
        try note(.kind, "kind", in: &seen, offset)
        record.kind = try kind()
      case 4 where key.equals("code"):
        try note(.code, "code", in: &seen, offset)
        record.code = try symbol("code")
      case 5 where key.equals("label"):
        try note(.label, "label", in: &seen, offset)
        record.label = try symbol("label")
      case 6 where key.equals("domain"):
        try note(.domain, "domain", in: &seen, offset)
        record.domain = try symbol("domain")
      case 6 where key.equals("source"):
        try note(.source, "source", in: &seen, offset)
        record.source = try symbol("source")
      default:
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
    let missing: String? =
      if !seen.contains(.kind) {
        "kind"
      } else if !seen.contains(.domain) {
        "domain"
      } else if needsCode, !seen.contains(.code) {
        "code"
      } else {
        nil
      }
    if let missing {
      throw Failure(
        offset: start,
        problem: DumpError.Reason.missingKey(missing, place: "a message in '\(place)'"))
    }
    return record
  }

  private mutating func kind() throws(Failure) -> Message.Kind {
    guard scanner.peek() == UInt8(ascii: "\"") else { throw wrongType("kind", "a string") }
    let offset = scanner.position
    let name = try scanner.string()
    if name.equals("error") { return .error }
    if name.equals("bubble") { return .bubble }
    if name.equals("event") { return .event }
    let found = "\"\(name.excerpt)\""
    throw Failure(
      offset: offset,
      problem: JSONProblem.wrongType(
        key: "kind", expected: "\"error\", \"bubble\" or \"event\"", found: found))
  }

  private mutating func readState() throws(Failure) {
    guard scanner.peek() == UInt8(ascii: "{") else { throw wrongType("state", "an object") }
    stateKeys.removeAll()
    let first = nodes.columns.states.count
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      let offset = scanner.position
      let key = addName(try scanner.key())
      let count = nodes.columns.states.count - first
      // Most nodes have one: only those of nodes with more are looked up.
      if count == 1 { noteStateKey(nodes.columns.states[first].key) }
      if count > 0, !noteStateKey(key) {
        let key = String(decoding: nodes.names[key], as: UTF8.self).prefix(40)
        throw Failure(offset: offset, problem: JSONProblem.duplicateKey(String(key)))
      }
      nodes.columns.states.append(StateRecord(key: key, value: try symbol("a value in 'state'")))
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
  }

  /// Notes a key of this node's state, and returns whether it is new.
  @discardableResult
  private mutating func noteStateKey(_ key: Symbol) -> Bool { stateKeys.insert(nodes.names[key]) }

  private mutating func readArray(
    _ key: StaticString, _ element: (inout DumpReader) throws(Failure) -> Void
  ) throws(Failure) {
    guard scanner.peek() == UInt8(ascii: "[") else { throw wrongType("\(key)", "an array") }
    var more = try scanner.opens(UInt8(ascii: "["), until: UInt8(ascii: "]"))
    while more {
      try element(&self)
      more = try scanner.continues(until: UInt8(ascii: "]"))
    }
  }

  private mutating func wholeNumber(_ key: StaticString) throws(Failure) -> Int {
    if let number = scanner.wholeNumber() { return number }
    _ = scanner.peek()
    let start = scanner.position
    let place = scanner.place
    guard try scanner.describeValue() == "a number" else {
      scanner.move(to: place)
      throw wrongType("\(key)", "a whole number")
    }
    throw Failure(
      offset: start,
      problem: JSONProblem.wrongType(
        key: "\(key)", expected: "a whole number from 0 to \(Int.max)",
        found: scanner.text(from: start, to: scanner.position)))
  }

  private func note(
    _ key: Keys, _ name: String, in seen: inout Keys, _ offset: Int
  ) throws(Failure) {
    if !seen.insert(key).inserted {
      throw Failure(offset: offset, problem: JSONProblem.duplicateKey(name))
    }
  }
}
