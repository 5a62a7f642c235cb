import TextIO
import TreeSnapshot

/// Reads the lines of a journal. A line that can't be understood is left out, and noted as a fault.
struct JournalScanner {
  private(set) var contents: JournalContents
  /// The messages that were read, by their JSON.
  private var messages: [String: KnownMessage] = [:]
  private var lineNumber = 0

  /// The maximum number of faults to report one by one.
  private static let mostFaults = 100

  /// Continues with the lines behind a journal that was read before.
  init(continuing contents: JournalContents = JournalContents()) { self.contents = contents }

  /// Reads a journal.
  ///
  /// - Parameter start: the line behind the first with which to go on; left out, nothing is skipped.
  /// - Throws: what is wrong with its first line.
  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int? = nil
  ) throws(JournalError) {
    let first = bytes.firstLine
    try readFirstLine(first)
    let dropped = contents.droppedCount
    let lines = bytes[(start ?? min(first.count + 1, bytes.count))...]
    lineNumber = bytes[..<lines.startIndex].count { $0 == UInt8(ascii: "\n") }
    contents.list.reserveCapacity(lines.count / 120)
    readLines(UnsafeBufferPointer(rebasing: lines))
    if start != nil { contents.unreadCount = max(0, contents.droppedCount - dropped) }
  }

  /// Reads the lines behind the first.
  mutating func readLines(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let line = rest.firstLine
      lineNumber += 1
      if line.count == rest.count, line.last != UInt8(ascii: "}") {
        // A crash, or a writer that is at it.
        note("the last line is cut off, and is left out")
      } else if !line.allSatisfy({ " \t\r".utf8.contains($0) }) {
        readLine(line)
      }
      rest = UnsafeBufferPointer(rebasing: rest.dropFirst(line.count + 1))
    }
  }

  private mutating func note(_ what: SafeText) {
    contents.faultCount += 1
    if contents.faults.count < Self.mostFaults {
      contents.faults.append("line \(lineNumber): \(what)")
    }
  }

  private mutating func readFirstLine(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(JournalError) {
    guard JournalContents.isJournal(line) else { throw JournalError("this is not a journal") }
    do {
      let json = try JSONValue(utf8: Array(line))
      let version: Int = try json.read("version")
      guard version == JournalFormat.version else {
        throw JournalError(
          "the journal has version \(version), and this reads version 1; update modeltree")
      }
      contents.appName = try json.readIfPresent("app")
      contents.process = try json.readIfPresent("pid") ?? 0
      contents.droppedCount = min(try json.readIfPresent("dropped") ?? 0, JournalFormat.mostNumber)
      contents.texts = JournalTexts(rawValue: try json.readIfPresent("texts") ?? "")
      let started: String? = try json.readIfPresent("started")
      contents.start = max(0, started.flatMap(WallClock.nanoseconds(ofISO8601:)) ?? 0)
    } catch {
      throw error as? JournalError ?? JournalError("line 1: \(Self.words(of: error))")
    }
  }

  private static func words(of error: any Error) -> SafeText {
    let problem = (error as? JSONFailure)?.problem ?? error
    return (problem as? JSONProblem)?.words ?? "it isn't JSON"
  }

  private mutating func readLine(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = JSONScanner(line)
    do throws(JSONFailure) {
      take(try RecordLine(&scanner, &messages))
    } catch {
      note("\(Self.words(of: error)); the line is left out")
    }
  }

  private mutating func take(_ line: consuming RecordLine) {
    if let event = line.what.flatMap(JournalEvent.init) {
      line.record.event = event
      return take(record: line)
    }
    switch line.what {
    case "finished":
      guard let record = line.of, let nanoseconds = line.record.nanoseconds else {
        return note("a 'finished' needs 'of' and 'nanoseconds'; the line is left out")
      }
      contents.finish(record, nanoseconds: nanoseconds, missing: line.missed ?? 0)
    case "looked":
      if let after = line.after { contents.looks.append((after, last)) }
    case "checkpoint": take(checkpoint: line)
    default:
      let what = String((line.what ?? "").prefix(40))
      note("'\(what)' is not a kind of record; the line is left out")
    }
  }

  /// The number of the latest record.
  private var last: Int { contents.records.upperBound - 1 }

  private mutating func take(record line: consuming RecordLine) {
    guard let number = line.number, number > 0, line.record.time > 0 else {
      return note("a record needs 'seq' and 'time'; the line is left out")
    }
    let last = last
    guard number > last else {
      return note("record \(number) comes after record \(last); the line is left out")
    }
    if contents.list.isEmpty {
      contents.droppedCount = number - 1
    } else if number > last + 1 {
      note("records \(last + 1) to \(number - 1) are missing")
      contents.gaps.append(last)
    }
    var record = line.record
    record.number = number
    let before = contents.list.indices.last
    let passed = record.time - (before.map { contents.list[$0].time } ?? contents.start)
    // The clock may have been set back meanwhile.
    let elapsed = before.map { contents.list[$0].elapsed } ?? 0
    record.elapsed = min(elapsed + max(0, passed), .max / 4)
    record.keepWhatIsEarlier()
    contents.list.append(record)
  }

  private mutating func take(checkpoint line: consuming RecordLine) {
    let number = line.number ?? 0
    if contents.list.isEmpty, contents.checkpointList.isEmpty {
      contents.droppedCount = max(contents.droppedCount, number)
    }
    guard number == last else {
      return note(
        "a checkpoint of record \(number) doesn't fit behind record \(last); it is left out")
    }
    var trees: [(number: Int, tree: Snapshot)]? = line.bytesNeeded == nil ? [] : nil
    do throws(DumpError) {
      if let tree = try line.checkpoint?.get() { trees = [(line.record.node.tree, tree)] }
    } catch {
      return note("the checkpoint: \(error.reason); it is left out")
    }
    if let looked = line.looked { contents.looks.append((looked, number)) }
    if let place = contents.checkpointList.indices.last,
      contents.checkpointList[place].moment == number,
      let earlier = contents.checkpointList[place].trees, !earlier.isEmpty, let tree = trees?.first
    {
      // A part that follows begins with what came behind the record.
      if !earlier.contains(where: { $0.number == tree.number }) {
        contents.checkpointList[place].trees = earlier + [tree]
      }
      return
    }
    contents.checkpointList.append(
      JournalContents.Checkpoint(
        moment: number, trees: trees, looked: line.looked, bytesNeeded: line.bytesNeeded ?? 0))
  }
}

extension JournalRecord {
  /// Leaves out records that led to this one and would be later.
  fileprivate mutating func keepWhatIsEarlier() {
    if let cause, cause >= number { self.cause = nil }
    if let begun, begun >= number { self.begun = nil }
    if let started = self.started, started >= number { self.started = nil }
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
