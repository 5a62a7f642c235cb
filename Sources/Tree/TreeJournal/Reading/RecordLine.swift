package import TextIO
package import TreeSnapshot

/// A line of a journal behind the first, as JSON: a record, or what is said beside the records.
struct RecordLine {
  /// A record's event, or `finished`, `looked` or `checkpoint`.
  var what: String?
  var record = JournalRecord()
  var number: Int?
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
    (number, what) = (record.number, record.event.rawValue)
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
      case .time: json.write(key, WallClock.text(ofNanoseconds: record.time))
      case .message: record.message.map { json.write(key, JSONText(written: $0.json)) }
      case .words: if !record.words.isEmpty { json.write(key, record.words) }
      case .state:
        if record.state.isEmpty { break }
        json.object(key) { for entry in record.state { $0.write(entry.key, entry.value) } }
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
    _ scanner: inout JSONScanner, _ messages: inout [String: KnownMessage]
  ) throws(JSONFailure) {
    self.init()
    guard scanner.peek() == UInt8(ascii: "{") else {
      throw scanner.unexpected("an object, which begins with '{'")
    }
    var place = 0
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      let key = try scanner.key()
      if let found = Self.place(of: key, from: place) {
        place = found
        try read(place, &scanner, &messages)
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
    for offset in 0..<members.count {
      let place = (start + offset) % members.count
      if key.equals(members[place].key) { return place }
    }
    return nil
  }

  private mutating func read(
    _ place: Int, _ scanner: inout JSONScanner, _ messages: inout [String: KnownMessage]
  ) throws(JSONFailure) {
    let (key, member) = Self.members[place]
    switch member {
    case .number(let path, let most):
      let start = scanner.place
      guard let number = scanner.wholeNumber(), number <= most else {
        scanner.place = start
        throw scanner.wrongType("\(key)", "a whole number up to \(most)")
      }
      self[keyPath: path] = number
    case .text(let path): self[keyPath: path] = try scanner.readString("\(key)")
    case .flag(let path): self[keyPath: path] = try scanner.read("\(key)")
    case .time:
      let text = try scanner.readString("\(key)")
      guard let time = WallClock.nanoseconds(ofISO8601: text), time > 0 else {
        let problem = JSONValue.string(text)
          .wrongType("time", "a time such as \"2026-11-20T12:03:04.123456Z\"")
        throw JSONFailure(offset: scanner.position, problem: problem)
      }
      record.time = time
    case .message:
      // Many lines have the same.
      let start = scanner.place
      let text = String(decoding: try scanner.valueText(), as: UTF8.self)
      record.message = messages[text]
      if record.message == nil {
        scanner.place = start
        record.message = try scanner.read("message") as KnownMessage
        messages[text] = record.message
      }
    case .words: record.words = try scanner.read("\(key)")
    case .state:
      try scanner.readObject("\(key)") { (scanner, key) throws(JSONFailure) in
        let value = try scanner.readString("a value in 'state'")
        record.state.append(StateEntry(key: key, value: value))
        return true
      }
    case .rest: record.rest = try scanner.read("\(key)")
    // Also a checkpoint's: its dump is read below, as a whole.
    case .messages: record.vocabulary = try scanner.read("\(key)")
    case .nodes:
      let nodes = try scanner.valueText()
      if nodes.count == 2 { break }
      let line = UnsafeBufferPointer(start: scanner.base, count: scanner.count)
      checkpoint = Result { () throws(DumpError) in try Snapshot(checkpoint: line) }
    }
  }
}

extension KnownMessage: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    guard let kind = Message.Kind(rawValue: try json.read("kind")) else {
      throw (json["kind"] ?? json).wrongType("kind", "\"error\", \"bubble\" or \"event\"")
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
