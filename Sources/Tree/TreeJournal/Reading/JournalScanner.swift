import TextIO
import TreeSnapshot

/// Reads the lines of a journal. A line that can't be understood is left out, and noted as a fault.
struct JournalScanner {
  private(set) var contents: JournalContents
  private var names = NameCache()
  private var times = TimeReader()
  private var lineNumber = 0
  /// The time of the latest record, in nanoseconds since the journal began: it never goes back.
  private var elapsed: Int
  private var lastTime: Int

  /// The maximum number of faults to report one by one.
  private static let mostFaults = 100

  /// Continues with the lines behind a journal that was read before.
  init(continuing contents: JournalContents = JournalContents()) {
    self.contents = contents
    elapsed = contents.list.last?.elapsed ?? 0
    lastTime = contents.list.last?.time ?? contents.start
  }

  /// Reads a whole journal.
  ///
  /// - Throws: what is wrong with its first line.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JournalFault) {
    contents.list.reserveCapacity(bytes.count / 160)
    let length = bytes.lineLength ?? bytes.count
    try readFirstLine(UnsafeBufferPointer(rebasing: bytes[..<length]))
    lineNumber = 1
    readLines(UnsafeBufferPointer(rebasing: bytes.dropFirst(length + 1)))
  }

  /// Reads the lines behind the first.
  mutating func readLines(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < bytes.count {
      let rest = UnsafeBufferPointer(rebasing: bytes[start...])
      let length = rest.lineLength
      let line = UnsafeBufferPointer(rebasing: rest[..<(length ?? rest.count)])
      lineNumber += 1
      if length == nil {
        // A crash, or a writer that is at it.
        if !take(line) {
          note("the last line is cut off, and is left out")
        }
      } else if !line.allSatisfy({ " \t\r".utf8.contains($0) }) {
        readLine(line)
      }
      start += line.count + 1
    }
  }

  private mutating func note(_ what: SafeText) {
    contents.faultCount += 1
    if contents.faults.count < Self.mostFaults {
      contents.faults.append(.line(lineNumber, what.string))
    }
  }

  /// Takes a line that may be cut off; false if it is.
  private mutating func take(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.last == UInt8(ascii: "}") else { return false }
    readLine(line)
    return true
  }

  private mutating func readFirstLine(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(JournalFault) {
    guard JournalContents.isJournal(line) else { throw .notAJournal }
    let version: Int
    do {
      var scanner = JSONScanner(line)
      let json = try scanner.value()
      try scanner.expectEnd()
      version = try json.read("version")
      contents.appName = try json.readIfPresent("app")
      contents.process = try json.readIfPresent("pid") ?? 0
      let dropped: Int? = try json.readIfPresent("dropped")
      contents.droppedCount = min(max(0, dropped ?? 0), JournalFormat.mostNumber)
      let texts: String? = try json.readIfPresent("texts")
      contents.texts = texts.flatMap(JournalTexts.init)
      let started: String? = try json.readIfPresent("started")
      contents.start = max(0, started.flatMap(WallClock.nanoseconds(ofISO8601:)) ?? 0)
    } catch {
      let problem = (error as? JSONFailure)?.problem ?? error
      throw .line(1, ((problem as? JSONProblem)?.words ?? "it isn't JSON").string)
    }
    guard version == JournalFormat.version else { throw .unknownVersion(version) }
    if contents.appName == "" { contents.appName = nil }
    lastTime = contents.start
  }

  private mutating func readLine(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = JSONScanner(line)
    do throws(JSONFailure) {
      var parsed = ParsedLine()
      try parsed.read(&scanner, &names, &times)
      take(parsed)
    } catch {
      let problem = error.problem
      let words: SafeText =
        if let problem = problem as? JSONProblem { problem.words } else {
          "\(SafeText("\(problem)"))"
        }
      note("\(words); the line is left out")
    }
  }

  private mutating func take(_ parsed: consuming ParsedLine) {
    if parsed.event != nil { return take(parsed.record) }
    switch parsed.what {
    case "finished":
      guard let record = parsed.of, let nanoseconds = parsed.record.nanoseconds else {
        return note("a 'finished' needs 'of' and 'nanoseconds'; the line is left out")
      }
      contents.finish(record, nanoseconds: nanoseconds, missing: parsed.missed)
    case "looked":
      if let after = parsed.after {
        contents.looks.append((after, contents.records.upperBound - 1))
      }
    case "checkpoint":
      if contents.list.isEmpty, contents.checkpointList.isEmpty, let number = parsed.number {
        contents.droppedCount = max(contents.droppedCount, number)
      }
      guard let number = parsed.number, number == contents.records.upperBound - 1 else {
        return note(
          """
          a checkpoint of record \(parsed.number ?? 0) doesn't fit behind record \
          \(contents.records.upperBound - 1); it is left out
          """)
      }
      take(checkpoint: parsed, at: number)
    case let what?:
      note("'\(String(what.prefix(40)))' is not a kind of record; the line is left out")
    case nil: note("there is no 'what'; the line is left out")
    }
  }

  private mutating func take(_ record: consuming JournalRecord) {
    let last = contents.records.upperBound - 1
    guard record.number > last else {
      return note("record \(record.number) comes after record \(last); the line is left out")
    }
    if !contents.list.isEmpty, record.number > last + 1 {
      note("records \(last + 1) to \(record.number - 1) are missing")
      contents.gaps.append(last)
    } else if contents.list.isEmpty, record.number > last + 1 {
      contents.droppedCount = record.number - 1
    }
    // The clock may have been set back meanwhile.
    if record.time > lastTime { elapsed = min(elapsed + (record.time - lastTime), .max / 4) }
    lastTime = record.time
    record.elapsed = elapsed
    if let cause = record.cause, cause >= record.number { record.cause = nil }
    if let raise = record.begun, raise >= record.number {
      (record.raise, record.received) = (nil, nil)
    }
    if let started = record.started, started >= record.number { record.started = nil }
    contents.list.append(record)
  }

  private mutating func take(checkpoint parsed: borrowing ParsedLine, at number: Int) {
    var trees: [(number: Int, tree: Snapshot)]? = parsed.bytesNeeded == nil ? [] : nil
    if let tree = parsed.tree {
      do throws(DumpError) {
        trees = [(parsed.record.node.tree, try tree.get())]
      } catch {
        note("the checkpoint: \(error.reason); it is left out")
        return
      }
    }
    if let last = contents.checkpointList.last, last.moment == number, let earlier = last.trees,
      !earlier.isEmpty, let tree = trees?.first
    {
      // A part that follows begins with what came behind the record.
      if earlier.contains(where: { $0.number == tree.number }) { return }
      contents.checkpointList[contents.checkpointList.count - 1].trees = earlier + [tree]
      return
    }
    contents.checkpointList.append(
      JournalContents.Checkpoint(
        moment: number, trees: trees, looked: parsed.looked,
        bytesNeeded: parsed.bytesNeeded ?? 0))
  }
}

extension JournalContents {
  /// Adds how long a record took, if it is there and that isn't known.
  ///
  /// - Parameter missing: how many fewer than the record's count.
  fileprivate mutating func finish(_ record: Int, nanoseconds: Int, missing: Int) {
    let index = index(of: record)
    guard list.indices.contains(index), list[index].number == record,
      list[index].nanoseconds == nil
    else { return }
    list[index].nanoseconds = nanoseconds
    list[index].finishedAfter = records.upperBound - 1
    if let count = list[index].count { list[index].count = max(0, count - missing) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes before the next end of a line; nil if there is none.
  fileprivate var lineLength: Int? {
    guard let baseAddress, let end = memchr(baseAddress, 10, count) else { return nil }
    return UnsafePointer(end.assumingMemoryBound(to: UInt8.self)) - baseAddress
  }
}

/// Times of records, of which most have the date and the second of the one before.
struct TimeReader {
  private var prefix: [UInt8] = []
  private var seconds = 0

  /// Reads a time in nanoseconds since 1970; nil if the text isn't one.
  mutating func time(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    if text.count == 27, text[26] == UInt8(ascii: "Z"), !prefix.isEmpty,
      text[..<20].elementsEqual(prefix)
    {
      var fraction = 0
      for byte in text[20..<26] {
        guard case let digit = byte &- UInt8(ascii: "0"), digit < 10 else { return nil }
        fraction = fraction * 10 + Int(digit)
      }
      return seconds + fraction * 1_000
    }
    guard let time = WallClock.nanoseconds(ofISO8601: String(decoding: text, as: UTF8.self)) else {
      return nil
    }
    if text.count == 27, text[26] == UInt8(ascii: "Z"), text[19] == UInt8(ascii: ".") {
      prefix = Array(text[..<20])
      let rest = time % 1_000_000_000
      seconds = time - (rest < 0 ? rest + 1_000_000_000 : rest)
    }
    return time
  }
}

/// Texts and messages that many records have, each made once.
struct NameCache {
  private var texts: [UInt64: String] = [:]
  private var messages: [UInt64: (bytes: [UInt8], message: KnownMessage)] = [:]

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  /// A text, whose bytes many records share.
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    // Short texts lie in the string itself.
    if bytes.count < 16 { return String(decoding: bytes, as: UTF8.self) }
    let hash = Self.hash(bytes)
    if let text = texts[hash], text.utf8.elementsEqual(bytes) { return text }
    let text = String(decoding: bytes, as: UTF8.self)
    texts[hash] = text
    return text
  }

  /// A message, by its JSON.
  mutating func message(
    _ bytes: UnsafeBufferPointer<UInt8>, _ read: () throws(JSONFailure) -> KnownMessage
  ) throws(JSONFailure) -> KnownMessage {
    let hash = Self.hash(bytes)
    if let known = messages[hash], known.bytes.elementsEqual(bytes) { return known.message }
    let message = try read()
    messages[hash] = (Array(bytes), message)
    return message
  }
}
