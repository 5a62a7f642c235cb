import TextIO
package import TreeJournal

/// What happened in an app behind a record: the answer to `journal`.
package struct JournalAnswer: Sendable {
  /// How the records are told.
  private enum Form {
    /// Each is an object.
    case records([JournalRecord])
    /// All are a journal.
    case bytes([UInt64])
  }

  private let form: Form
  /// The last record that is told: the one behind which the next request asks.
  private let next: Int
  /// How many records were dropped before they could be told.
  private let dropped: Int
  private let excerpt: JournalExcerpt
  /// What goes with this: the leave to have one more of these in memory.
  private let permit: any Sendable

  /// Tells a part of a journal.
  ///
  /// - Parameters:
  ///   - excerpt: The part behind the record that the request named.
  ///   - record: The number of that record.
  ///   - asBytes: Whether it is told as a journal.
  ///   - permit: What goes with it.
  /// - Throws: What is wrong with the excerpt.
  package init(
    _ excerpt: JournalExcerpt, after record: Int, asBytes: Bool, permit: any Sendable
  ) throws(JournalFault) {
    let contents = try JournalContents(words: excerpt.words)
    next = contents.records.upperBound - 1
    dropped = max(0, contents.records.lowerBound - 1 - record)
    if asBytes {
      form = .bytes(excerpt.words)
    } else {
      var filter = RecordFilter()
      form = .records(filter.records(in: contents))
    }
    self.excerpt = excerpt
    self.permit = permit
  }

  /// Writes the members of the answer, the records one by one.
  func write(to sink: inout some ByteSink & ~Copyable) {
    switch form {
    case .records(let records):
      sink.write("{\"records\": [" as StaticString)
      for (place, record) in records.enumerated() {
        if place > 0 { sink.write(", " as StaticString) }
        record.json.bytes.withUnsafeBufferPointer { sink.write($0) }
      }
      sink.write("]" as StaticString)
    case .bytes(let words):
      sink.write("{\"bytes\": \"" as StaticString)
      words.withUnsafeBytes { Base64.write($0, to: &sink) }
      sink.write("\"" as StaticString)
    }
    let rest = JSONText.object { json in
      json.write("next", next)
      json.write("dropped", dropped)
      json.write("now", WallClock.text(ofNanoseconds: excerpt.now))
      json.write("tree", excerpt.tree)
      json.write("treeInJournal", excerpt.treeInJournal)
    }
    sink.write(", " as StaticString)
    rest.bytes.dropFirst().withUnsafeBufferPointer { sink.write($0) }
  }
}

extension JournalExcerpt {
  /// Reads an answer that tells a journal as bytes.
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var words: [UInt64]?
    var now: Int?
    var (tree, treeInJournal): (Int?, Int?)
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "bytes": words = try Self.words(&scanner, key)
      case "now":
        let text = try scanner.readString(key)
        now = WallClock.nanoseconds(ofISO8601: text)
      case "tree": tree = try scanner.readWholeNumber(key)
      case "treeInJournal": treeInJournal = try scanner.readWholeNumber(key)
      default: return false
      }
      return true
    }
    self.init(
      words: try scanner.required(words, "bytes"), now: try scanner.required(now, "now"),
      tree: try scanner.required(tree, "tree"),
      treeInJournal: try scanner.required(treeInJournal, "treeInJournal"))
  }

  private static func words(
    _ scanner: inout JSONScanner, _ key: String
  ) throws(JSONFailure) -> [UInt64] {
    let offset = scanner.position
    guard scanner.peek() == UInt8(ascii: "\""), let bytes = Base64.bytes(of: try scanner.string())
    else {
      throw JSONFailure(
        offset: offset,
        problem: JSONProblem.wrongType(key: key, expected: "base64", found: "something else"))
    }
    return [UInt64](unsafeUninitializedCapacity: bytes.count / 8) { words, count in
      count = bytes.count / 8
      bytes.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(words).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: $0[..<(count * 8)]))
      }
    }
  }
}
