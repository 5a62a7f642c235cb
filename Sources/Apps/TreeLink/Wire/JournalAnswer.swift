package import TextIO
package import TreeJournal

/// The journal of an app after a record: the answer to `journal`.
package struct JournalAnswer: Sendable {
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
  ///   - permit: Released with the answer.
  /// - Throws: The problem with the excerpt.
  package init(
    _ excerpt: JournalExcerpt, after record: Int, permit: any Sendable
  ) throws(JournalError) {
    let contents = try JournalContents(bytes: excerpt.bytes)
    next = max(contents.records.upperBound - 1, record)
    dropped = max(0, contents.records.lowerBound - 1 - record)
    self.excerpt = excerpt
    self.permit = permit
  }

  /// Writes the members of the answer, with the lines as they are in the journal.
  func write(to sink: inout MemorySink) {
    var lines = excerpt.bytes.split(separator: UInt8(ascii: "\n")).makeIterator()
    sink.write("{\"journal\": " as StaticString)
    if let first = lines.next() { first.withUnsafeBufferPointer { sink.write($0.trimmed) } }
    sink.write(", \"records\": [" as StaticString)
    var isFirst = true
    while let line = lines.next() {
      if !isFirst { sink.write(", " as StaticString) }
      isFirst = false
      line.withUnsafeBufferPointer { sink.write($0) }
    }
    let rest = JSONText.object { json in
      json.write("next", next)
      json.write("dropped", dropped)
      json.write("now", WallClock.text(ofNanoseconds: excerpt.now))
      json.write("tree", excerpt.tree)
      json.write("treeInJournal", excerpt.treeInJournal)
    }
    sink.write("], " as StaticString)
    sink.write(Array(rest.bytes.dropFirst()))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without the spaces at their end.
  fileprivate var trimmed: Self {
    var end = count
    while end > 0, self[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return Self(rebasing: self[..<end])
  }
}

extension JournalExcerpt {
  /// Reads an answer: the lines of the journal as they are.
  package init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    self.init(bytes: [], now: 0, tree: 0, treeInJournal: 0)
    var first: [UInt8] = []
    var seen: Set<String> = []
    func number(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) -> Int {
      guard let number = scanner.wholeNumber() else {
        throw scanner.wrongType(key, "a whole number")
      }
      return number
    }
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      seen.insert(key)
      switch key {
      case "journal": first = Array(try scanner.valueText())
      case "records":
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          bytes += try scanner.valueText()
          bytes.append(UInt8(ascii: "\n"))
        }
      case "now":
        let text = try scanner.readString(key)
        guard let now = WallClock.nanoseconds(ofISO8601: text) else {
          throw JSONFailure(
            offset: scanner.position,
            problem: JSONProblem.wrongType(key: "now", expected: "a time", found: "other text"))
        }
        self.now = now
      case "tree": tree = try number(&scanner, key)
      case "treeInJournal": treeInJournal = try number(&scanner, key)
      default: return false
      }
      return true
    }
    for key in ["journal", "records", "now", "tree", "treeInJournal"] where !seen.contains(key) {
      throw JSONFailure(
        offset: scanner.position,
        problem: JSONProblem.wrongType(key: key, expected: "in the answer", found: "left out"))
    }
    bytes = first + [UInt8(ascii: "\n")] + bytes
  }
}
