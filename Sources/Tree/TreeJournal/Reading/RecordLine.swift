package import TextIO
package import TreeSnapshot

/// A line of a journal behind the first, as JSON: a record, or what is said beside the records.
struct RecordLine {
  /// A record's event, or `finished`, `looked` or `checkpoint`.
  var what: String?
  var record = JournalRecord()
  var number: Int?
  private(set) var time: Int?
  private var (node, tree): (Int?, Int?)
  private var outcome: String?
  /// The record that a `finished` is of, and how many receivers it has fewer.
  private(set) var (of, missed): (Int?, Int?)
  /// The record that a look at all models comes after.
  private(set) var after: Int?
  /// The latest record after which a checkpoint's models were looked at; the bytes that they need.
  private(set) var (looked, bytesNeeded): (Int?, Int?)
  /// The tree of a checkpoint.
  private(set) var checkpoint: Result<Snapshot, DumpError>?
}

extension RecordLine {
  private typealias Path<Value> = any WritableKeyPath<RecordLine, Value> & Sendable

  /// A member of the JSON: what it is, and where its value is.
  private enum Member {
    case number(Path<Int?>, upTo: Int = JournalFormat.mostNumber)
    case text(Path<String?>)
    case flag(Path<Bool>)
    case time, message, words, state, rest, messages, nodes

    static func id(_ path: Path<Int?>) -> Member { .number(path, upTo: .max) }
  }

  /// The members, in the order in which they are written.
  private static let members: [(key: StaticString, member: Member)] = [
    ("seq", .number(\.number)), ("time", .time), ("what", .text(\.what)), ("node", .id(\.node)),
    ("raise", .number(\.record.begun)), ("started", .number(\.record.started)),
    ("message", .message), ("type", .text(\.record.type)), ("handler", .id(\.record.handler)),
    ("handlerType", .text(\.record.handlerType)), ("hops", .number(\.record.hops)),
    ("count", .number(\.record.count)), ("nanoseconds", .number(\.record.nanoseconds)),
    ("parent", .id(\.record.parent)), ("payload", .text(\.record.payload)),
    ("service", .text(\.record.service)), ("place", .number(\.record.place)),
    ("representation", .text(\.record.representation)), ("session", .flag(\.record.isSession)),
    ("source", .text(\.record.source)), ("words", .words), ("outcome", .text(\.outcome)),
    ("context", .text(\.record.context)), ("underlying", .text(\.record.underlying)),
    ("value", .text(\.record.value)), ("label", .text(\.record.label)), ("state", .state),
    ("key", .text(\.record.key)), ("old", .text(\.record.old)), ("new", .text(\.record.new)),
    ("since", .number(\.record.since)), ("rest", .rest), ("messages", .messages),
    ("cause", .number(\.record.cause)), ("test", .flag(\.record.isTest)),
    ("by", .id(\.record.byID)), ("tree", .number(\.tree)), ("of", .number(\.of)),
    ("missed", .number(\.missed)), ("after", .number(\.after)), ("looked", .number(\.looked)),
    ("bytesNeeded", .number(\.bytesNeeded)), ("nodes", .nodes),
  ]
}

// Writing.
extension RecordLine {
  init(_ record: JournalRecord) {
    self.record = record
    (number, time, what) = (record.number, record.time, record.event.rawValue)
    node = record.node.id == 0 ? nil : record.node.id
    tree = record.node.tree == 1 ? nil : record.node.tree
    outcome = record.outcome?.rawValue
  }

  /// Writes the members. What a record does not have is left out.
  func write(to json: inout JSONObject) {
    for (key, member) in Self.members {
      let key = "\(key)"
      switch member {
      case .number(let path, _): json.write(key, self[keyPath: path])
      case .text(let path): json.write(key, self[keyPath: path])
      case .flag(let path): if self[keyPath: path] { json.write(key, true) }
      case .time: json.write(key, time.map(WallClock.text(ofNanoseconds:)))
      case .message: record.message.map { json.write(key, JSONText(written: $0.json)) }
      case .words: if !record.words.isEmpty { json.write(key, record.words) }
      case .state:
        if record.state.isEmpty { break }
        json.object(key) { json in for entry in record.state { json.write(entry.key, entry.value) }
        }
      case .rest:
        if record.rest.isEmpty { break }
        json.array(key, of: record.rest) { rest, json in
          json.write("type", rest.type)
          json.write("count", rest.count)
        }
      case .messages:
        if record.vocabulary.isEmpty { break }
        json.array(key, of: record.vocabulary) { $0.write(to: &$1) }
      case .nodes: break
      }
    }
  }
}

// Reading.
extension RecordLine {
  /// Reads a line.
  init(
    _ scanner: inout JSONScanner, _ messages: inout [String: KnownMessage],
    _ times: inout TimeReader
  ) throws(JSONFailure) {
    self.init()
    guard scanner.peek() == UInt8(ascii: "{") else {
      throw scanner.unexpected("an object, which begins with '{'")
    }
    var seen: UInt64 = 0
    var place = 0
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      let key = try scanner.key()
      if let found = Self.place(of: key, from: place) {
        place = found
        if seen & (1 << UInt64(place)) != 0 {
          throw JSONFailure(
            offset: scanner.position,
            problem: JSONProblem.duplicateKey("\(Self.members[place].key)"))
        }
        seen |= 1 << UInt64(place)
        try read(place, &scanner, &messages, &times)
      } else {
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
    try scanner.expectEnd()
    record.node = JournalNode(tree: tree ?? 1, id: node ?? 0)
    record.outcome = outcome.flatMap(WorkOutcome.init)
  }

  /// The place of a member, most often behind that of the one before.
  private static func place(of key: JSONScanner.Slice, from start: Int) -> Int? {
    let places = members.indices
    return places[start...].first { key.equals(members[$0].key) }
      ?? places[..<start].first { key.equals(members[$0].key) }
  }

  private mutating func read(
    _ place: Int, _ scanner: inout JSONScanner, _ messages: inout [String: KnownMessage],
    _ times: inout TimeReader
  ) throws(JSONFailure) {
    let (key, member) = Self.members[place]
    switch member {
    case .number(let path, let most):
      guard let number = scanner.wholeNumber() else {
        throw scanner.wrongType("\(key)", "a whole number")
      }
      guard number <= most else { throw scanner.wrong("\(key)", "at most \(most)", "\(number)") }
      self[keyPath: path] = number
    case .text(let path):
      guard scanner.peek() == UInt8(ascii: "\"") else {
        throw scanner.wrongType("\(key)", "a string")
      }
      self[keyPath: path] = String(decoding: try scanner.string(), as: UTF8.self)
    case .flag(let path):
      guard let value = scanner.boolean() else {
        throw scanner.wrongType("\(key)", "true or false")
      }
      self[keyPath: path] = value
    case .time:
      guard scanner.peek() == UInt8(ascii: "\"") else {
        throw scanner.wrongType("\(key)", "a string")
      }
      time = times.time(try scanner.string())
      guard let time else {
        let example = "a time such as \"2026-11-20T12:03:04.123456Z\""
        throw scanner.wrong("\(key)", example, "other text")
      }
      record.time = time
    case .message: record.message = try Self.message(&scanner, &messages)
    case .words:
      try scanner.readArray("\(key)") { (scanner) throws(JSONFailure) in
        record.words.append(try scanner.readString("a word"))
      }
    case .state:
      try scanner.readObject("\(key)") { (scanner, key) throws(JSONFailure) in
        let value = try scanner.readString("a value in 'state'")
        record.state.append(StateEntry(key: key, value: value))
        return true
      }
    case .rest:
      record.rest = try scanner.read("\(key)")
    // Also a checkpoint's: its dump is read below, as a whole.
    case .messages:
      try scanner.readArray("\(key)") { (scanner) throws(JSONFailure) in
        record.vocabulary.append(try Self.message(&scanner, &messages))
      }
    case .nodes:
      let nodes = try scanner.valueText()
      if nodes.count == 2 { break }
      let line = UnsafeBufferPointer(start: scanner.base, count: scanner.count)
      checkpoint = Result { () throws(DumpError) in try Snapshot(checkpoint: line) }
    }
  }

  /// Reads a message, which many lines have alike.
  private static func message(
    _ scanner: inout JSONScanner, _ messages: inout [String: KnownMessage]
  ) throws(JSONFailure) -> KnownMessage {
    let place = scanner.place
    let text = String(decoding: try scanner.valueText(), as: UTF8.self)
    if let known = messages[text] { return known }
    scanner.place = place
    let message: KnownMessage = try scanner.read("message")
    messages[text] = message
    return message
  }
}

extension JSONScanner {
  fileprivate func wrong(_ key: String, _ expected: String, _ found: String) -> JSONFailure {
    JSONFailure(
      offset: position,
      problem: JSONProblem.wrongType(key: key, expected: expected, found: found))
  }
}

extension KnownMessage: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    let word: String = try json.read("kind")
    guard let kind = Message.Kind(rawValue: word) else {
      throw .wrongType(
        key: "kind", expected: "\"error\", \"bubble\" or \"event\"", found: "other text")
    }
    self.init(
      kind: kind, domain: try json.read("domain"), code: try json.readIfPresent("code"),
      label: try json.readIfPresent("label"))
  }
}

extension JournalRecord.Rest: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    self.init(type: try json.read("type"), count: try json.read("count"))
  }
}

/// Times of records, of which most have the date and the second of the one before.
struct TimeReader {
  private var second: [UInt8] = []
  private var nanoseconds = 0

  /// Reads a time in nanoseconds since 1970; nil if the text isn't one, or is of before.
  mutating func time(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    if text.count == 27, text[26] == UInt8(ascii: "Z"), text[..<20].elementsEqual(second) {
      var fraction = 0
      for byte in text[20..<26] {
        guard case let digit = byte &- UInt8(ascii: "0"), digit < 10 else { return nil }
        fraction = fraction * 10 + Int(digit)
      }
      return nanoseconds + fraction * 1_000
    }
    guard let time = WallClock.nanoseconds(ofISO8601: String(decoding: text, as: UTF8.self)),
      time >= 0
    else { return nil }
    if text.count == 27, text[26] == UInt8(ascii: "Z"), text[19] == UInt8(ascii: ".") {
      second = Array(text[..<20])
      nanoseconds = time - time % 1_000_000_000
    }
    return time
  }
}
