import TextIO
import TreeSnapshot

/// A line of a journal behind the first.
struct ParsedLine {
  /// What the line is: a record's event, or `finished`, `looked` or `checkpoint`.
  var what: String?
  /// The event of a record.
  var event: JournalEvent? { what.flatMap { Self.events[$0] } }
  /// The members of a record, and what other lines have in common with it.
  var record = JournalRecord(
    number: 0, time: 0, elapsed: 0, event: .raised, node: JournalNode(tree: 1, id: 0))
  var number: Int?
  /// The record that a `finished` is of, and how many receivers it has fewer.
  var of: Int?
  var missed = 0
  /// The record that a look at all models comes after.
  var after: Int?
  /// Of a checkpoint.
  var tree: Result<Snapshot, DumpError>?
  var looked: Int?
  var bytesNeeded: Int?

  private var raise: Int?
  private var by: Int?

  init() {}
}

extension ParsedLine {
  private enum Key: String, CaseIterable {
    case seq, time, what, node, message, raise, handler, hops, count, cause, by, source, of, key
    case nanoseconds, parent, type, payload, service, place, representation, words, started, outcome
    case context, underlying, value, label, state, old, new, since, rest, messages, test, session
    case handlerType, tree, missed, after, looked, bytesNeeded, nodes

    /// The keys by their names, each with a bit of its own.
    static let all = Dictionary(
      uniqueKeysWithValues: allCases.enumerated().map { place, key in
        (key.rawValue, (key: key, bit: 1 << UInt64(place) as UInt64))
      })
  }

  // Faster than the names of all cases, one after the other.
  private static let events = Dictionary(
    uniqueKeysWithValues: JournalEvent.allCases.map { ($0.rawValue, $0) })

  mutating func read(
    _ scanner: inout JSONScanner, _ names: inout NameCache, _ times: inout TimeReader
  ) throws(JSONFailure) {
    guard scanner.peek() == UInt8(ascii: "{") else {
      throw scanner.unexpected("an object, which begins with '{'")
    }
    var seen: UInt64 = 0
    var hasTime = false
    var more = try scanner.opens(UInt8(ascii: "{"), until: UInt8(ascii: "}"))
    while more {
      let name = try scanner.key()
      if let (key, bit) = Key.all[String(decoding: name, as: UTF8.self)] {
        if seen & bit != 0 {
          throw JSONFailure(
            offset: scanner.position, problem: JSONProblem.duplicateKey("\(key)"))
        }
        seen |= bit
        if key == .time { hasTime = true }
        try read(key, &scanner, &names, &times)
      } else {
        try scanner.skipValue()
      }
      more = try scanner.continues(until: UInt8(ascii: "}"))
    }
    try scanner.expectEnd()
    if let event { try complete(event, hasTime: hasTime) }
  }

  /// Gives members their meaning in a record of a kind.
  private mutating func complete(_ event: JournalEvent, hasTime: Bool) throws(JSONFailure) {
    func missing(_ key: String) -> JSONFailure {
      JSONFailure(offset: 0, problem: MissingKey(key: key))
    }
    guard let number, number > 0 else { throw missing("seq") }
    guard hasTime else { throw missing("time") }
    (record.number, record.event) = (number, event)
    if event == .received { record.received = raise } else { record.raise = raise }
    record.by = by.map { JournalNode(tree: record.node.tree, id: $0) }
    // What is always there is shown even where it is lost.
    switch event {
    case .attached: if record.type == nil { record.type = "…" }
    case .provided: if record.service == nil { record.service = "…" }
    case .performed: if record.words.isEmpty { record.words = ["…"] }
    default: break
    }
  }

  private mutating func read(
    _ key: Key, _ scanner: inout JSONScanner, _ names: inout NameCache, _ times: inout TimeReader
  ) throws(JSONFailure) {
    func number(
      _ scanner: inout JSONScanner, upTo most: Int = JournalFormat.mostNumber
    ) throws(JSONFailure) -> Int {
      guard let number = scanner.wholeNumber() else {
        throw scanner.wrongType("\(key)", "a whole number")
      }
      guard number <= most else {
        throw JSONFailure(
          offset: scanner.position,
          problem: JSONProblem.wrongType(
            key: "\(key)", expected: "at most \(most)", found: "\(number)"))
      }
      return number
    }
    func text(
      _ scanner: inout JSONScanner, _ names: inout NameCache
    ) throws(JSONFailure) -> String {
      guard scanner.peek() == UInt8(ascii: "\"") else {
        throw scanner.wrongType("\(key)", "a string")
      }
      return names.text(try scanner.string())
    }
    func boolean(_ scanner: inout JSONScanner) throws(JSONFailure) -> Bool {
      guard let value = scanner.boolean() else {
        throw scanner.wrongType("\(key)", "true or false")
      }
      return value
    }
    switch key {
    case .seq: self.number = try number(&scanner)
    case .time:
      guard scanner.peek() == UInt8(ascii: "\"") else {
        throw scanner.wrongType("time", "a string")
      }
      guard let time = times.time(try scanner.string()), time >= 0 else {
        throw JSONFailure(
          offset: scanner.position,
          problem: JSONProblem.wrongType(
            key: "time", expected: "a time such as \"2026-11-20T12:03:04.123456Z\"",
            found: "other text"))
      }
      record.time = time
    case .what: what = try text(&scanner, &names)
    case .node: record.node.id = try number(&scanner, upTo: .max)
    case .tree: record.node.tree = try number(&scanner, upTo: Int(JournalFormat.mostTrees))
    case .raise: raise = try number(&scanner)
    case .handler: record.handler = try number(&scanner, upTo: .max)
    case .hops: record.hops = try number(&scanner)
    case .count: record.count = try number(&scanner)
    case .cause: record.cause = try number(&scanner)
    case .by: by = try number(&scanner, upTo: .max)
    case .of: of = try number(&scanner)
    case .missed: missed = try number(&scanner)
    case .after: after = try number(&scanner)
    case .looked: looked = try number(&scanner)
    case .bytesNeeded: bytesNeeded = try number(&scanner)
    case .nanoseconds: record.nanoseconds = try number(&scanner)
    case .parent: record.parent = try number(&scanner, upTo: .max)
    case .place: record.place = try number(&scanner)
    case .started: record.started = try number(&scanner)
    case .since: record.since = try number(&scanner)
    case .source: record.source = try text(&scanner, &names)
    case .type: record.type = try text(&scanner, &names)
    case .handlerType: record.handlerType = try text(&scanner, &names)
    case .payload: record.payload = try text(&scanner, &names)
    case .service: record.service = try text(&scanner, &names)
    case .representation: record.representation = try text(&scanner, &names)
    case .context: record.context = try text(&scanner, &names)
    case .underlying: record.underlying = try text(&scanner, &names)
    case .value: record.value = try text(&scanner, &names)
    case .label: record.label = try text(&scanner, &names)
    case .key: record.key = try text(&scanner, &names)
    case .old: record.old = try text(&scanner, &names)
    case .new: record.new = try text(&scanner, &names)
    case .outcome:
      let word = try text(&scanner, &names)
      record.outcome = WorkOutcome.allCases.first { "\($0)" == word }
    case .test: record.isTest = try boolean(&scanner)
    case .session: record.isSession = try boolean(&scanner)
    case .message: record.message = try message(&scanner, &names)
    case .words:
      try scanner.readArray("words") { (scanner) throws(JSONFailure) in
        record.words.append(try scanner.readString("a word"))
      }
    case .state:
      try scanner.readObject("state") { (scanner, key) throws(JSONFailure) in
        let value = try scanner.readString("a value in 'state'")
        record.state.append(StateEntry(key: key, value: value))
        return true
      }
    case .rest:
      try scanner.readArray("rest") { (scanner) throws(JSONFailure) in
        let json = try scanner.value()
        do throws(JSONProblem) {
          record.rest.append(
            .init(type: try json.read("type"), count: try json.read("count")))
        } catch {
          throw JSONFailure(offset: scanner.position, problem: error)
        }
      }
    // Also a checkpoint's: its dump is read below, as a whole.
    case .messages:
      try scanner.readArray("messages") { (scanner) throws(JSONFailure) in
        record.vocabulary.append(try message(&scanner, &names))
      }
    case .nodes: try readNodes(&scanner)
    }
  }

  private func message(
    _ scanner: inout JSONScanner, _ names: inout NameCache
  ) throws(JSONFailure) -> KnownMessage {
    _ = scanner.peek()
    let start = scanner.position
    let bytes = try scanner.valueText()
    return try names.message(bytes) { () throws(JSONFailure) in
      var part = JSONScanner(bytes)
      let json = try part.value()
      do throws(JSONProblem) {
        let kind: String = try json.read("kind")
        guard let kind = Message.Kind(rawValue: kind) else {
          throw .wrongType(
            key: "kind", expected: "\"error\", \"bubble\" or \"event\"", found: "other text")
        }
        return KnownMessage(
          kind: kind, domain: try json.read("domain"), code: try json.readIfPresent("code"),
          label: try json.readIfPresent("label"))
      } catch {
        throw JSONFailure(offset: start, problem: error)
      }
    }
  }

  /// Reads the nodes of a checkpoint by the dump's reader, with the messages beside them.
  private mutating func readNodes(_ scanner: inout JSONScanner) throws(JSONFailure) {
    _ = scanner.peek()
    let nodes = try scanner.valueText()
    if nodes.count == 2 { return }
    let line = UnsafeBufferPointer(start: scanner.base, count: scanner.count)
    do throws(DumpError) {
      tree = .success(try Snapshot(checkpoint: line))
    } catch {
      tree = .failure(error)
    }
  }
}

/// A record lacks a member.
struct MissingKey: Error, CustomStringConvertible {
  let key: String
  var description: String { "there is no '\(key)'" }
}
