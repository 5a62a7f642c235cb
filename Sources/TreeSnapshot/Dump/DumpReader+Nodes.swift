import TextIO

// One node of a dump, and the messages in it.
extension DumpReader {
  mutating func readNode() throws(Failure) {
    currentID = nil
    guard scanner.peek() == UInt8(ascii: "{") else { throw wrongType("a model", "an object") }
    let start = scanner.position
    var seen = SeenKeys()
    var node = ReadNodes.Node(line: scanner.line)
    var more = try readBeginning(of: &node, &seen)
    while more {
      switch try key(of: .node, &seen) {
      case .id:
        node.id = try wholeNumber("id")
        node.idLine = scanner.line
        currentID = node.id
      case .type:
        let offset = scanner.position
        let type = try name("type")
        if type.isEmpty { throw emptyType(offset) }
        node.fields.type = addName(type)
      case .label:
        node.fields.label = try symbol("label")
      case .state:
        try readState()
      case .parent:
        node.parent = try wholeNumber("parent")
        node.parentLine = scanner.line
      case .raises:
        try readArray("raises") { (reader) throws(Failure) in
          reader.nodes.raises.append(try reader.message(in: "raises", needsCode: true))
        }
      case .source:
        node.fields.source = try symbol("source")
      case .handles:
        try readArray("handles") { (reader) throws(Failure) in
          reader.nodes.subscriptions.append(
            try reader.message(in: "handles", needsCode: false))
        }
      case .session:
        guard let isSession = scanner.boolean() else { throw wrongType("session", "true or false") }
        node.fields.isSession = isSession
      case .open:
        guard let isOpen = scanner.boolean() else { throw wrongType("open", "true or false") }
        node.fields.isUnopened = !isOpen
      case .services:
        try readArray("services") { (reader) throws(Failure) in
          reader.nodes.services.append(try reader.symbol("a service"))
        }
      case .representation:
        node.fields.representation = try symbol("representation")
      default:
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }

    if !seen.contains(.id) {
      throw Failure(offset: start, problem: DumpError.Reason.missingKey("id", place: "the model"))
    }
    if !seen.contains(.type) {
      throw Failure(offset: start, problem: DumpError.Reason.missingKey("type", place: "the model"))
    }
    // It says something of sessions alone.
    if !node.fields.isSession { node.fields.isUnopened = false }
    nodes.closeNode(node)
  }

  /// Opens a node, and reads what most nodes begin with.
  ///
  /// - Returns: whether more of it follows.
  private mutating func readBeginning(
    of node: inout ReadNodes.Node, _ seen: inout SeenKeys
  ) throws(Failure) -> Bool {
    guard let id = scanner.number(behind: "{\"id\": ", or: "{\"id\":") else {
      return try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    }
    seen.insert(.id)
    node.id = id
    currentID = id
    if let parent = scanner.number(behind: ", \"parent\": ", or: ",\"parent\":") {
      seen.insert(.parent)
      node.parent = parent
    }
    if let type = scanner.plainString(behind: ", \"type\": ", or: ",\"type\":") {
      if type.count == 0 { throw emptyType(scanner.position) }
      seen.insert(.type)
      node.fields.type = nodes.names.add(plain: type)
    }
    // Many nodes have no more.
    if scanner.takes(close: UInt8(ascii: "}")) { return false }
    if let label = scanner.plainString(behind: ", \"label\": ", or: ",\"label\":") {
      seen.insert(.label)
      node.fields.label = nodes.names.add(plain: label)
    }
    if let source = scanner.plainString(behind: ", \"source\": ", or: ",\"source\":") {
      seen.insert(.source)
      node.fields.source = nodes.names.add(plain: source)
    }
    return try scanner.continues(until: UInt8(ascii: "}"))
  }

  private func emptyType(_ offset: Int) -> Failure {
    Failure(
      offset: offset,
      problem: JSONProblem.wrongType(key: "type", expected: "a name", found: "an empty string"))
  }

  /// One object of `messages`, `handles` or `raises`.
  mutating func message(
    in place: StaticString, needsCode: Bool
  ) throws(Failure) -> SubscriptionRecord {
    guard scanner.peek() == UInt8(ascii: "{") else {
      throw wrongType("a message in '\(place)'", "an object")
    }
    let start = scanner.position
    var seen = SeenKeys()
    var record = SubscriptionRecord(kind: .error, domain: .none, code: .none)
    var more = try readBeginning(of: &record, &seen)
    while more {
      switch try key(of: .message, &seen) {
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

  /// Opens a message, and reads what most messages begin with.
  ///
  /// - Returns: whether more of it follows.
  private mutating func readBeginning(
    of record: inout SubscriptionRecord, _ seen: inout SeenKeys
  ) throws(Failure) -> Bool {
    guard scanner.takes("{\"kind\": ") || scanner.takes("{\"kind\":") else {
      return try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    }
    seen.insert(.kind)
    record.kind = try kind()
    if let domain = scanner.plainString(behind: ", \"domain\": ", or: ",\"domain\":") {
      seen.insert(.domain)
      record.domain = nodes.names.add(plain: domain)
    }
    if let code = scanner.plainString(behind: ", \"code\": ", or: ",\"code\":") {
      seen.insert(.code)
      record.code = nodes.names.add(plain: code)
    }
    if scanner.takes(close: UInt8(ascii: "}")) { return false }
    if let label = scanner.plainString(behind: ", \"label\": ", or: ",\"label\":") {
      seen.insert(.label)
      record.label = nodes.names.add(plain: label)
    }
    if let source = scanner.plainString(behind: ", \"source\": ", or: ",\"source\":") {
      seen.insert(.source)
      record.source = nodes.names.add(plain: source)
    }
    return try scanner.continues(until: UInt8(ascii: "}"))
  }

  private mutating func kind() throws(Failure) -> Message.Kind {
    guard scanner.peek() == UInt8(ascii: "\"") else { throw wrongType("kind", "a string") }
    if scanner.takes("\"bubble\"") { return .bubble }
    if scanner.takes("\"error\"") { return .error }
    if scanner.takes("\"event\"") { return .event }
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
    let before = nodes.states.count
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    let first = scanner.place
    while more {
      // Most nodes have one: only those of nodes with more are looked up.
      if nodes.states.count == before + 1 {
        let second = scanner.place
        scanner.move(to: first)
        _ = stateKeys.insert(try scanner.key())
        scanner.move(to: second)
      }
      let offset = scanner.position
      let key = try scanner.key()
      if nodes.states.count > before, !stateKeys.insert(key) {
        throw Failure(offset: offset, problem: JSONProblem.duplicateKey(key.excerpt))
      }
      let name = addName(key)
      nodes.states.append(StateRecord(key: name, value: try symbol("a value in 'state'")))
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
  }

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
}
