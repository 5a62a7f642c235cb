import TextIO

/// Writes records and checkpoints as lines, and drops the oldest. It belongs to one isolation.
package final class JournalWriter {
  private let bytes: JournalBytes
  private let texts: JournalTexts
  private var line = JournalLine()
  /// The number of the first record in the line, or of the next one.
  private var lineStart = 1

  private let start = WallClock.nanoseconds
  /// What the time of day is ahead of the steady clock, which durations need.
  private var ahead = WallClock.nanoseconds - SteadyClock.nanoseconds
  /// Gives the time while a clock is held; nil for the system's.
  private var heldTime: (() -> Int)?
  /// The time of the latest record.
  private var latestTime: Int
  /// The app's name.
  private var appName = ThisProgram.name
  /// The bytes of its first line; 0 if that can't be written.
  private(set) var firstLineCount = 0
  /// The number of the next record.
  private var next = 1
  /// How many records were dropped to make room.
  package private(set) var droppedRecords = 0

  /// Where records begin, in bytes that were ever in front of them; those in the line, within it.
  private var (starts, lineStarts): ([RecordStart], [RecordStart]) = ([], [])
  private typealias RecordStart = (number: Int, start: Int)
  /// Where checkpoints begin, and the number of the record before each.
  private var checkpoints: [(start: Int, number: Int)] = []
  /// The bytes of dropped lines, less those of the first lines that took their place.
  private var droppedBytes = 0
  /// The bytes that were written in all, and those up to the latest checkpoint.
  private var (written, checkpointed) = (0, 0)
  /// Trees that did not fit: their bytes, and what was written when they were measured.
  private var misfit: (bytes: Int, at: Int)?
  /// Whether lines were lost, so that only a checkpoint says what the trees are.
  private var hasGap = false
  /// Whether the latest lines were lost.
  private var isFailing = false
  /// The latest record after which each model was looked at again, or left.
  package private(set) var looked = 0

  /// What the next record is caused by, unless the task performs an action.
  var ownOrigin = Origin()

  /// Begins a journal in memory of the process.
  ///
  /// - Parameters:
  ///   - bytes: what it takes.
  ///   - texts: what it keeps besides names.
  package convenience init(bytes: Int, texts: JournalTexts = .texts) {
    self.init(JournalBytes(limit: bytes), texts)
  }

  init(_ bytes: JournalBytes, _ texts: JournalTexts) {
    precondition(
      (JournalFormat.leastBytes...JournalFormat.mostBytes).contains(bytes.limit),
      "a journal takes at least \(JournalFormat.leastBytes) bytes")
    (self.bytes, self.texts) = (bytes, texts)
    latestTime = start
    let first = firstLine(dropped: 0)
    if bytes.append(first) { firstLineCount = first.count }
  }

  /// Names the app whose trees are recorded, in place of its program: an inspector knows the name.
  package func setAppName(_ name: String) {
    if name == appName { return }
    appName = name
    keep(from: droppedBytes + firstLineCount, number: droppedRecords)
  }

  private func firstLine(dropped: Int) -> [UInt8] {
    let json = JSONText.object { json in
      json.write("format", JournalFormat.name)
      json.write("version", JournalFormat.version)
      json.write("app", appName?.cut(toBytes: JournalFormat.mostTextBytes / 2))
      json.write("pid", Int(getpid()))
      json.write("started", WallClock.text(ofNanoseconds: start))
      json.write("texts", texts.rawValue)
      json.write("dropped", dropped)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  // An app's name has 120 bytes, each of which may be escaped.
  private static let mostFirstLineBytes = 960

  /// The number of the latest record; 0 before the first.
  package var latest: Int { next - 1 }

  // MARK: Records

  /// A record that was written, whose duration may be added later: its number, and when it was written.
  package typealias Mark = (number: Int, time: Int)

  /// Writes a record, with the handler or the action that it happened in.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - node: the model that did it.
  ///   - begun: the record of the message or the work whose outcome it is; 0 if it is none.
  ///   - isTest: whether an inspector raised the message.
  ///   - isFirst: whether another record of the same time follows: both are written at once, or neither.
  ///   - members: writes what else it says.
  @discardableResult
  package func write(
    _ event: JournalEvent, _ node: JournalNode, of begun: Int = 0, isTest: Bool = false,
    isFirst: Bool = false, _ members: (inout JournalLine) -> Void = { _ in }
  ) -> Mark {
    if line.bytes.isEmpty { latestTime = time }
    let (number, origin) = (next, origin)
    next += 1
    lineStarts.append((number, line.bytes.count))
    line.write("{\"seq\": ", number)
    line.write(time: latestTime)
    line.write(", \"what\": ", text: event.rawValue)
    if node.id != 0 { line.write(", \"node\": ", node.id) }
    if begun != 0 { line.write(event == .ended ? ", \"started\": " : ", \"raise\": ", begun) }
    members(&line)
    if !origin.isNone { line.write(", \"cause\": ", origin.cause) }
    if isTest { line.write(", \"test\": true") }
    if begun == 0, origin.handler != 0 { line.write(", \"by\": ", origin.handler) }
    if node.tree != 1 { line.write(", \"tree\": ", node.tree) }
    line.write("}\n")
    if !isFirst { flush() }
    return (number, latestTime)
  }

  /// Where the next lines begin.
  private var end: Int { droppedBytes + bytes.count }

  /// Writes the lines that were made.
  private func flush() {
    let count = line.bytes.count
    if bytes.count + count > bytes.limit { makeRoom(for: count) }
    isFailing = bytes.count + count > bytes.limit || !bytes.append(line.bytes)
    if isFailing { hasGap = true } else { written += count }
    for (number, start) in lineStarts where !isFailing {
      starts.append((number, end - count + start))
    }
    lineStarts.removeAll(keepingCapacity: true)
    line.clear()
    lineStart = next
    if bytes.isChanged {
      // Another program has changed the file: what was in it is dropped.
      keep(from: end, number: latest)
      hasGap = true
    }
  }

  /// Adds how long it took since a record was written.
  ///
  /// - Parameter missing: how many fewer than the record's count.
  package func finish(_ mark: Mark, missing: Int = 0) {
    guard mark.number > droppedRecords else { return }
    latestTime = time
    line.write("{\"what\": \"finished\", \"of\": ", mark.number)
    line.write(time: latestTime)
    let nanoseconds = max(0, latestTime - mark.time)
    line.write(", \"nanoseconds\": ", min(nanoseconds, JournalFormat.mostNumber))
    if missing > 0 { line.write(", \"missed\": ", missing) }
    line.write("}\n")
    flush()
  }

  /// Notes that each model was looked at again, or left.
  ///
  /// - Parameter record: the latest record before that.
  package func noteLooks(after record: Int) {
    if record == looked { return }
    looked = record
    line.write("{\"what\": \"looked\", \"after\": ", record)
    line.write("}\n")
    flush()
  }

  // MARK: Time

  /// The time since 1970, by a clock that is set at checkpoints alone.
  private var time: Int { heldTime?() ?? min(SteadyClock.nanoseconds + ahead, WallClock.last) }

  /// Takes the time of records from a clock that is held.
  ///
  /// - Parameter nanoseconds: ascends each time that it is asked for.
  package func hold(_ nanoseconds: @escaping () -> Int) {
    // A journal that is about to begin has the same times in each run.
    let begun = next == 1 ? latestTime : max(0, time - nanoseconds())
    heldTime = { begun + min(nanoseconds(), WallClock.last - begun) }
  }
}

// Checkpoints.
extension JournalWriter {
  /// Whether a checkpoint is due before the next record.
  package var isCheckpointDue: Bool {
    hasGap && !isFailing || written - checkpointed >= bytes.limit / 4
  }

  /// The bytes of a journal in which the trees fit; nil if they fit into this one. Trees may grow to twice
  /// their bytes until they are measured again.
  package var bytesNeeded: Int? {
    misfit.map { (8 * $0.bytes + 4 * Self.mostFirstLineBytes + 4_095) / 4_096 * 4_096 }
  }

  /// Writes the trees as they are after the latest record. If they did not fit, they are measured again once
  /// records have taken as many bytes.
  ///
  /// - Parameter present: The trees: their numbers, and the members of their lines.
  package func writeCheckpoint(_ present: () -> [(number: Int, members: [UInt8])]) {
    var trees: [(number: Int, members: [UInt8])] = []
    if misfit.map({ written - $0.at >= $0.bytes }) != false {
      trees = present()
      let count = trees.reduce(120) { $0 + $1.members.count + 120 }
      // Together with the records up to the next one, two take all bytes: one of them lies behind the middle.
      misfit = count <= bytes.limit / 4 - Self.mostFirstLineBytes ? nil : (count, written)
    }
    ahead = WallClock.nanoseconds - SteadyClock.nanoseconds
    if let bytesNeeded { trees = [(1, Array(", \"bytesNeeded\": \(bytesNeeded)".utf8))] }
    if trees.isEmpty { trees = [(1, Array(", \"nodes\": []".utf8))] }
    for (number, members) in trees {
      line.write("{\"seq\": ", latest)
      line.write(", \"what\": \"checkpoint\"")
      if number != 1 { line.write(", \"tree\": ", number) }
      line.write("", members)
      line.write("}\n")
    }
    let count = line.bytes.count
    hasGap = false
    flush()
    checkpointed = written
    if misfit == nil, !hasGap { checkpoints.append((end - count, latest)) }
  }

  /// Drops the older half: what comes before the first checkpoint behind the middle, or, without one, before
  /// the first record behind it.
  ///
  /// - Parameter count: the bytes that follow.
  private func makeRoom(for count: Int) {
    let middle = droppedBytes + bytes.count / 2
    if let first = checkpoints.first(where: { $0.start >= middle }) {
      keep(from: first.start, number: first.number)
    } else {
      let place = starts.partitionIndex { $0.start >= middle }
      let first: RecordStart = place < starts.count ? starts[place] : (lineStart, end)
      keep(from: first.start, number: first.number - 1)
    }
    if bytes.count + count > bytes.limit { keep(from: end, number: lineStart - 1) }
  }

  /// Drops the lines before the start of one, and the records up to a number.
  private func keep(from start: Int, number: Int) {
    let first = firstLine(dropped: number)
    let offset = start - droppedBytes
    guard bytes.keep(from: offset, behind: first) else { return }
    let isDropping = offset > firstLineCount
    starts.removeFirst(starts.partitionIndex { $0.start >= start })
    droppedRecords = number
    firstLineCount = first.count
    droppedBytes += offset - first.count
    checkpoints.removeAll { $0.start < start }
    // Records alone say nothing of the trees that they change.
    if isDropping, checkpoints.isEmpty, misfit == nil { hasGap = true }
  }
}

// Excerpts.
extension JournalWriter {
  /// The part of the journal behind a record, as a journal: its lines behind the first. Behind record 0 lies
  /// the whole journal.
  ///
  /// - Parameters:
  ///   - record: the number of a record.
  ///   - limit: how many records it holds at most.
  package func excerpt(after record: Int, limit: Int = .max) -> [UInt8] {
    let before = max(droppedRecords, min(record, latest))
    let last = before + min(limit, latest - before)
    let place = starts.partitionIndex { $0.number > before }
    let end = starts.partitionIndex { $0.number > last }
    let start = place == 0 ? firstLineCount : starts[place - 1].start - droppedBytes
    var lines = bytes.bytes(from: start)[...]
    if end < starts.count { lines = lines.prefix(starts[end].start - droppedBytes - start) }
    if place > 0 { lines = lines.drop { $0 != UInt8(ascii: "\n") }.dropFirst() }
    return firstLine(dropped: before) + lines
  }
}
