package import TextIO
package import TreeJournal

// The journal of an app after a record: the answer to `journal`.
extension JournalExcerpt {
  /// Writes the members of the answer, with the lines as they are in the journal.
  ///
  /// - Parameters:
  ///   - records: the numbers of the records in this part.
  ///   - record: the record in the request, after which they are.
  package func write(to json: inout JSONObject, _ records: Range<Int>, after record: Int) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    if let first = lines.popFirst() { json.raw("journal") { $0.write(Array(first)) } }
    json.raw("records") { sink in
      sink.write("[" as StaticString)
      for (index, line) in lines.enumerated() {
        if index > 0 { sink.write(", " as StaticString) }
        line.withUnsafeBufferPointer { sink.write($0) }
      }
      sink.write("]" as StaticString)
    }
    json.write("next", max(records.upperBound - 1, record))
    json.write("dropped", max(0, records.lowerBound - 1 - record))
    json.write("now", WallClock.text(ofNanoseconds: now))
    json.write("tree", tree)
    json.write("treeInJournal", treeInJournal)
  }

  /// Reads an answer: the lines of the journal as they are.
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var (first, lines): ([UInt8], [UInt8]) = ([], [])
    let json = try scanner.members(of: key) { scanner, key throws(JSONFailure) in
      switch key {
      case "journal": first = Array(try scanner.valueText())
      case "records":
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          lines += try scanner.valueText()
          lines.append(UInt8(ascii: "\n"))
        }
      default: return false
      }
      return true
    }
    self = try scanner.interpreting { () throws(JSONProblem) in
      guard let now = WallClock.nanoseconds(ofISO8601: try json.read("now")) else {
        throw .wrongType(key: "now", expected: "a time", found: "other text")
      }
      return JournalExcerpt(
        bytes: first + [UInt8(ascii: "\n")] + lines, now: now, tree: try json.read("tree"),
        treeInJournal: try json.read("treeInJournal"))
    }
  }
}
