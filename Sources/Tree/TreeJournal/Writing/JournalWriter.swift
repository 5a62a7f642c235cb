import TextIO

/// Writes records and checkpoints as lines, and drops the oldest. It belongs to one isolation.
package final class JournalWriter {
  package let names = JournalNameWriter()
  private let bytes: JournalBytes
  private var line = JournalLine()

  /// The time of day at the start, and what it is ahead of the steady clock.
  private let start = SteadyClock.timeOfDay
  private var clockOffset = SteadyClock.timeOfDay &- SteadyClock.nanoseconds
  /// The number of the next record.
  private var next: UInt64 = 1
  /// How many records were dropped.
  private var dropped: UInt64 = 0
  /// Where checkpoints begin, and the number of the record before each.
  private var checkpoints: [(offset: Int, number: UInt64)] = []
  /// Where the latest checkpoint ends.
  private var checkpointEnd = 0
  /// Whether lines were lost, so that only a checkpoint says what the trees are.
  private var hasGap = false
  /// Whether the latest lines were lost.
  private var isFailing = false
  /// Whether lines are collected, to be written at once.
  private var isCollecting = false
  private var numberBeforeCollecting: UInt64 = 0

  /// The trees that did not fit; nil if they do.
  private var misfit: Misfit?
  /// The app's name.
  private var appName: String?
  private var texts = JournalTexts.texts
  /// The time of the latest record, or of the checkpoint after it.
  private var latestTime: UInt64 = 0
  /// Gives the time while a clock is held; nil for the system's.
  private var heldTime: (() -> UInt64)?
  /// What the next record is caused by, unless the task performs an action.
  var ownOrigin = Origin()
  /// Whether actions were performed that wait: their tasks know what records are caused by.
  var hasWaitingActions = false
  /// The latest record after which each model was looked at again, or left.
  package private(set) var looked: UInt64 = 0

  /// Begins a journal in memory of the process.
  ///
  /// - Parameter bytes: what it takes.
  package convenience init(bytes: Int) { self.init(JournalBytes(limit: bytes)) }

  init(_ bytes: JournalBytes) {
    precondition(
      (JournalFormat.leastBytes...JournalFormat.mostBytes).contains(bytes.limit),
      "a journal takes at least \(JournalFormat.leastBytes) bytes")
    self.bytes = bytes
    appName = ThisProgram.name
    latestTime = start
    _ = bytes.append(firstLine)
    checkpointEnd = bytes.count
  }

  /// Whether its first line was written.
  var hasBegun: Bool { bytes.count > 0 }

  /// Names the app whose trees are recorded, in place of its program: an inspector knows the name.
  package func setAppName(_ name: String) {
    if name == appName { return }
    appName = name
    bytes.replaceFirstLine(by: firstLine)
  }

  /// Notes what the journal keeps besides names.
  package func setTexts(_ texts: JournalTexts) {
    self.texts = texts
    bytes.replaceFirstLine(by: firstLine)
  }

  /// The first line, filled up with spaces so that another name has room.
  private var firstLine: [UInt8] { firstLine(dropped: Int(clamping: dropped)) }

  private func firstLine(dropped: Int) -> [UInt8] {
    let json = JSONText.object { json in
      json.write("format", JournalFormat.name)
      json.write("version", JournalFormat.version)
      json.write("app", appName?.cut(toBytes: JournalFormat.mostTextBytes / 2))
      json.write("pid", Int(getpid()))
      json.write("started", WallClock.text(ofNanoseconds: Int(clamping: start)))
      json.write("texts", texts.rawValue)
      json.write("dropped", dropped)
    }
    let spaces = max(0, Self.firstLineBytes - 1 - json.bytes.count)
    return json.bytes + [UInt8](repeating: UInt8(ascii: " "), count: spaces) + [RecordLines.end]
  }

  // An app's name has 120 bytes, each of which may be escaped.
  private static let firstLineBytes = 960

  /// The number of the latest record; 0 before the first.
  package var latest: UInt64 { next - 1 }

  /// How many records were dropped.
  package var droppedRecords: Int { Int(dropped) }

  // MARK: Records

  /// A record that was written.
  package struct Mark {
    /// The record's number; 0 for none.
    package let number: UInt64
    /// When it was written; nil if it has no duration.
    let time: UInt64?
  }

  /// Writes a record of a change, or of a message that is raised, with the handler that made it.
  ///
  /// - Returns: the record, whose duration can be added later.
  @discardableResult
  package func write(_ entry: Entry) -> Mark {
    latestTime = time
    return append(entry, begun: 0, count: 0)
  }

  /// Writes what became of a message, or of work, whose record was written before.
  ///
  /// - Parameters:
  ///   - entry: the record.
  ///   - begun: the record that it began; 0 if there is none.
  ///   - count: of the record.
  ///   - isAtOnce: whether both have the same time.
  /// - Returns: the record, whose duration is added later.
  package func writeOutcome(
    _ entry: Entry, of begun: UInt64, count: UInt64, isAtOnce: Bool = true
  ) -> Mark {
    if !isAtOnce { latestTime = time }
    return append(entry, begun: begun, count: count)
  }

  private func append(_ entry: Entry, begun: UInt64, count: UInt64) -> Mark {
    let number = next
    next += 1
    line.write(
      entry,
      at: .init(
        number: number, time: latestTime, origin: origin, begun: begun, count: count),
      names)
    writeLines(before: number)
    return Mark(number: number, time: entry.takesTime ? latestTime : nil)
  }

  /// Writes records at once: all of them are there, or none.
  package func together<Result>(_ body: () -> Result) -> Result {
    (isCollecting, numberBeforeCollecting) = (true, next)
    let result = body()
    isCollecting = false
    writeLines(before: numberBeforeCollecting)
    return result
  }

  /// Writes the lines that were made.
  ///
  /// - Parameter number: the number of the first record in them, or of the next one.
  private func writeLines(before number: UInt64) {
    if isCollecting { return }
    if bytes.count + line.bytes.count > bytes.limit { makeRoom(for: line.bytes.count, number) }
    isFailing = bytes.count + line.bytes.count > bytes.limit || !bytes.append(line.bytes)
    if isFailing { hasGap = true }
    if bytes.isChanged { beginAgain(before: next) }
    line.clear()
  }

  /// Adds how long it took since a record was written.
  ///
  /// - Parameter missing: how many fewer than the record's count.
  package func finish(_ mark: Mark, missing: Int) {
    guard let began = mark.time, mark.number > dropped else { return }
    latestTime = time
    line.write("{\"what\": \"finished\", \"of\": ", mark.number)
    line.write(time: latestTime)
    let nanoseconds = latestTime &- min(began, latestTime)
    line.write(", \"nanoseconds\": ", min(nanoseconds, UInt64(JournalFormat.mostNumber)))
    if missing > 0 { line.write(", \"missed\": ", UInt64(missing)) }
    line.write("}\n")
    writeLines(before: next)
  }

  /// Notes that each model was looked at again, or left.
  ///
  /// - Parameter record: the latest record before that.
  package func noteLooks(after record: UInt64) {
    if record == looked { return }
    looked = record
    line.write("{\"what\": \"looked\", \"after\": ", record)
    line.write("}\n")
    writeLines(before: next)
  }

  // MARK: Time

  /// The time since 1970, by a clock that is set at checkpoints alone.
  private var time: UInt64 {
    min(heldTime?() ?? SteadyClock.nanoseconds &+ clockOffset, Self.lastTime)
  }

  /// The last time that is written, in the year 2262: later ones don't fit into 64 bits.
  private static let lastTime = UInt64(WallClock.last)

  /// Takes the time of records from a clock that is held.
  ///
  /// - Parameter nanoseconds: ascends each time that it is asked for.
  package func hold(_ nanoseconds: @escaping () -> UInt64) {
    // A journal that is about to begin has the same times in each run.
    let begun = next == 1 ? latestTime : time &- min(time, nanoseconds())
    heldTime = { begun &+ nanoseconds() }
  }
}

// Checkpoints.
extension JournalWriter {
  /// Whether a checkpoint is due before the next record.
  package var isCheckpointDue: Bool {
    hasGap && !isFailing || bytes.count - checkpointEnd >= bytes.limit / 4
  }

  /// The bytes of a journal in which the trees fit; nil if they fit into this one. An estimate if the trees
  /// have grown since they were measured.
  package var bytesNeeded: Int? {
    misfit.map { 4 * $0.estimatedBytes + 4 * Self.firstLineBytes }
      .map { ($0 + 4_095) / 4_096 * 4_096 }
  }

  /// Whether a checkpoint fits: together with the records up to the next one, two take all bytes, so that
  /// one of them lies behind the middle.
  package func fits(_ checkpoint: JournalCheckpoint) -> Bool {
    checkpoint.byteCount <= bytes.limit / 4 - Self.firstLineBytes
  }

  /// Writes the trees as they are after the latest record. If they did not fit, they are measured again once
  /// they have half or twice as many models, or after a record for each of sixteen bytes of theirs.
  ///
  /// - Parameters:
  ///   - models: the number of models in the trees.
  ///   - checkpoint: gives the trees.
  package func writeCheckpoint(models: Int, _ checkpoint: () -> JournalCheckpoint) {
    if let misfit, misfit.stillHolds(models: models, next) {
      self.misfit?.present = models
      return write(nil)
    }
    let checkpoint = checkpoint()
    if fits(checkpoint) {
      misfit = nil
      write(checkpoint)
    } else {
      misfit = Misfit(
        models: models, bytes: checkpoint.byteCount, record: next, present: models)
      write(nil)
    }
  }

  /// - Parameter checkpoint: the trees; nil if they do not fit.
  private func write(_ checkpoint: JournalCheckpoint?) {
    clockOffset = SteadyClock.timeOfDay &- SteadyClock.nanoseconds
    for tree in checkpoint?.trees ?? [] {
      beginCheckpointLine()
      if tree.number != 1 { line.write(", \"tree\": ", tree.number) }
      if checkpoint?.isDescribed == true { line.write(", \"looked\": ", looked) }
      line.write(tree.members)
      line.write("}\n")
    }
    if checkpoint?.trees.isEmpty != false {
      beginCheckpointLine()
      if let bytesNeeded { line.write(", \"bytesNeeded\": ", UInt64(bytesNeeded)) }
      line.write(checkpoint == nil ? "}\n" : ", \"nodes\": []}\n")
    }
    let count = line.bytes.count
    hasGap = false
    writeLines(before: next)
    checkpointEnd = bytes.count
    if checkpoint != nil, !hasGap {
      checkpoints.append((bytes.count - count, latest))
    }
  }

  private func beginCheckpointLine() {
    line.write("{\"seq\": ", latest)
    line.write(", \"what\": \"checkpoint\"")
  }

  /// Drops the older half: what comes before the first checkpoint behind the middle, or, without one, before
  /// the first record behind it.
  ///
  /// - Parameters:
  ///   - count: the bytes that follow.
  ///   - number: the number of the record that follows.
  private func makeRoom(for count: Int, _ number: UInt64) {
    let middle = bytes.count / 2
    if let first = checkpoints.first(where: { $0.offset >= middle }) {
      keep(from: first.offset, number: first.number)
    } else if let (offset, number) = RecordLines(bytes: bytes.bytes(from: middle)).secondLine {
      keep(from: middle + offset, number: number - 1)
    } else {
      keep(from: bytes.count, number: number - 1)
    }
    if bytes.count + count > bytes.limit { keep(from: bytes.count, number: number - 1) }
  }

  private func keep(from offset: Int, number: UInt64) {
    let before = dropped
    dropped = max(dropped, number)
    let first = firstLine
    guard bytes.keep(from: offset, behind: first) else {
      dropped = before
      return
    }
    let shift = offset - first.count
    checkpoints = checkpoints.filter { $0.offset >= offset }.map { ($0.offset - shift, $0.number) }
    checkpointEnd = max(first.count, checkpointEnd - shift)
    // Records alone say nothing of the trees that they change.
    if checkpoints.isEmpty, misfit == nil { hasGap = true }
  }

  /// Begins the file again, which another program has changed: what was in it is dropped.
  private func beginAgain(before number: UInt64) {
    keep(from: bytes.count, number: number - 1)
    hasGap = true
  }
}

// Excerpts.
extension JournalWriter {
  /// The part of the journal behind a record, as a journal: its lines behind the first. Behind record 0 lies
  /// the whole journal. Costs a copy of that part.
  ///
  /// - Parameters:
  ///   - record: the number of a record.
  ///   - limit: how many records it holds at most.
  package func excerpt(after record: Int, limit: Int = .max) -> [UInt8] {
    let record = min(record, Int(latest))
    let first = firstLine(dropped: max(Int(dropped), record))
    let lines = RecordLines(bytes: bytes.bytes(from: first.count))
    guard record > Int(dropped) || limit < .max else { return first + lines.bytes }
    let start = record > Int(dropped) ? lines.end(ofRecord: record) : 0
    return first + lines.bytes[start..<lines.end(ofRecords: limit, after: record, from: start)]
  }
}
