package import TextIO
package import TreeJournal

/// The journal of an app after a record: the answer to `journal`.
package struct JournalAnswer: Sendable {
  /// The form of the records.
  private enum Form {
    /// One object for each.
    case records([JournalRecord])
    /// The bytes of a journal.
    case bytes([UInt64])
  }

  private let form: Form
  /// The last record of the answer: the next request asks for those after it.
  private let next: Int
  /// The number of records that were dropped before they could be sent.
  private let dropped: Int
  private let excerpt: JournalExcerpt
  /// A permit, released with this, for one more answer in memory.
  private let permit: any Sendable

  /// Creates an answer from a part of a journal.
  ///
  /// - Parameters:
  ///   - excerpt: the part after the record in the request.
  ///   - record: The number of that record.
  ///   - asBytes: whether to send the bytes of a journal.
  ///   - permit: Released with the answer.
  /// - Throws: The problem with the excerpt.
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

  /// Writes the members of the answer, with the records one by one.
  func write(to sink: inout MemorySink) {
    switch form {
    case .records(let records):
      sink.write("{\"records\": [" as StaticString)
      for (place, record) in records.enumerated() {
        if place > 0 { sink.write(", " as StaticString) }
        sink.write(record.json.bytes)
      }
      sink.write("]" as StaticString)
    case .bytes(let words):
      sink.write("{\"bytes\": \"" as StaticString)
      sink.write(Base64.text(of: words.withUnsafeBytes { Array($0) }))
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
    sink.write(Array(rest.bytes.dropFirst()))
  }
}

extension JournalExcerpt: JSONReadable {
  /// Reads an answer with a journal as bytes.
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    let text: String = try json.read("bytes")
    guard let bytes = Base64.bytes(of: text) else {
      throw .wrongType(key: "bytes", expected: "base64", found: "other text")
    }
    let time: String = try json.read("now")
    guard let now = WallClock.nanoseconds(ofISO8601: time) else {
      throw .wrongType(key: "now", expected: "a time", found: "other text")
    }
    let words = bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    }
    self.init(
      words: words, now: now, tree: try json.read("tree"),
      treeInJournal: try json.read("treeInJournal"))
  }
}
