import TextIO

/// Writes records and checkpoints as lines, and drops the oldest. It belongs to one isolation.
package final class JournalWriter {
  private let bytes: JournalBytes
  private let texts: JournalTexts
  private var line = JournalLine()
  /// The number of the first record in the line, or of the next one.
  private var lineStart = 1

  private let start = WallClock.nanoseconds
  /// What the time of day is ahead of the steady clock.
  private var clockOffset = WallClock.nanoseconds - SteadyClock.nanoseconds
  /// Gives the time while a clock is held; nil for the system's.
  private var heldTime: (() -> Int)?
  /// The time of the latest record.
  private var latestTime: Int
  /// The app's name.
  private var appName = ThisProgram.name
  private var firstLineCount = 0
  /// The number of the next record.
  private var next = 1
  /// How many records were dropped to make room.
  package private(set) var droppedRecords = 0

  /// Where checkpoints begin, and the number of the record before each.
  private var checkpoints: [(offset: Int, number: Int)] = []
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
  /// Whether actions were performed that wait: their tasks know what records are caused by.
  var hasWaitingActions = false

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

  /// Whether its first line was written.
  var hasBegun: Bool { firstLineCount > 0 }

  /// Names the app whose trees are recorded, in place of its program: an inspector knows the name.
  package func setAppName(_ name: String) {
    if name == appName { return }
    appName = name
    keep(from: firstLineCount, number: droppedRecords)
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

  /// A record that was written, whose duration may be added later.
  package struct Mark {
    /// The record's number.
    package let number: Int
    /// When it was written.
    let time: Int
  }

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
    line.write("{\"seq\": ", number)
    line.write(time: latestTime)
    line.write(event)
    if node.id != 0 { line.write(", \"node\": ", node.id) }
    if begun != 0 { line.write(event == .ended ? ", \"started\": " : ", \"raise\": ", begun) }
    members(&line)
    if !origin.isNone { line.write(", \"cause\": ", origin.cause) }
    if isTest { line.write(", \"test\": true") }
    if begun == 0, origin.handler != 0 { line.write(", \"by\": ", origin.handler) }
    if node.tree != 1 { line.write(", \"tree\": ", node.tree) }
    line.write("}\n")
    if !isFirst { flush() }
    return Mark(number: number, time: latestTime)
  }

  /// Writes the lines that were made.
  private func flush() {
    let count = line.bytes.count
    if bytes.count + count > bytes.limit { makeRoom(for: count) }
    isFailing = bytes.count + count > bytes.limit || !bytes.append(line.bytes)
    if isFailing { hasGap = true } else { written += count }
    line.clear()
    lineStart = next
    if bytes.isChanged {
      // Another program has changed the file: what was in it is dropped.
      keep(from: bytes.count, number: latest)
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
  private var time: Int {
    heldTime?() ?? min(SteadyClock.nanoseconds + clockOffset, WallClock.last)
  }

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

  /// Whether a checkpoint fits: together with the records up to the next one, two take all bytes, so that
  /// one of them lies behind the middle.
  package func fits(_ checkpoint: JournalCheckpoint) -> Bool {
    checkpoint.byteCount <= bytes.limit / 4 - Self.mostFirstLineBytes
  }

  /// Writes the trees as they are after the latest record. If they did not fit, they are measured again once
  /// records have taken as many bytes.
  package func writeCheckpoint(_ checkpoint: () -> JournalCheckpoint) {
    if let misfit, written - misfit.at < misfit.bytes { return write(nil) }
    let checkpoint = checkpoint()
    misfit = fits(checkpoint) ? nil : (checkpoint.byteCount, written)
    write(misfit == nil ? checkpoint : nil)
  }

  /// - Parameter checkpoint: the trees; nil if they do not fit.
  private func write(_ checkpoint: JournalCheckpoint?) {
    clockOffset = WallClock.nanoseconds - SteadyClock.nanoseconds
    for tree in checkpoint?.trees ?? [] {
      line.write("{\"seq\": ", latest)
      line.write(", \"what\": \"checkpoint\"")
      if tree.number != 1 { line.write(", \"tree\": ", tree.number) }
      if checkpoint?.isDescribed == true { line.write(", \"looked\": ", looked) }
      line.write("", tree.members)
      line.write("}\n")
    }
    if line.bytes.isEmpty {
      line.write("{\"seq\": ", latest)
      line.write(", \"what\": \"checkpoint\"")
      if let bytesNeeded { line.write(", \"bytesNeeded\": ", bytesNeeded) }
      line.write(checkpoint == nil ? "}\n" : ", \"nodes\": []}\n")
    }
    let count = line.bytes.count
    hasGap = false
    flush()
    checkpointed = written
    if checkpoint != nil, !hasGap { checkpoints.append((bytes.count - count, latest)) }
  }

  /// Drops the older half: what comes before the first checkpoint behind the middle, or, without one, before
  /// the first record behind it.
  ///
  /// - Parameter count: the bytes that follow.
  private func makeRoom(for count: Int) {
    let middle = bytes.count / 2
    if let first = checkpoints.first(where: { $0.offset >= middle }) {
      keep(from: first.offset, number: first.number)
    } else {
      var (offset, number) = (bytes.count, lineStart)
      bytes.bytes(from: middle).forEachRecord { record, line in
        (offset, number) = (middle + line.lowerBound, record)
        return false
      }
      keep(from: offset, number: number - 1)
    }
    if bytes.count + count > bytes.limit { keep(from: bytes.count, number: lineStart - 1) }
  }

  /// Drops the lines before an offset, and the records up to a number.
  private func keep(from offset: Int, number: Int) {
    let first = firstLine(dropped: max(droppedRecords, number))
    guard bytes.keep(from: offset, behind: first) else { return }
    let isDropping = offset > firstLineCount
    droppedRecords = max(droppedRecords, number)
    firstLineCount = first.count
    let shift = offset - first.count
    checkpoints = checkpoints.filter { $0.offset >= offset }.map { ($0.offset - shift, $0.number) }
    // Records alone say nothing of the trees that they change.
    if isDropping, checkpoints.isEmpty, misfit == nil { hasGap = true }
  }
}

/// All trees of a journal as they are at one moment, as the nodes of a dump.
package struct JournalCheckpoint {
  /// A tree: its number, and the members of its line.
  private(set) var trees: [(number: Int, members: [UInt8])] = []
  /// Whether it holds labels and states.
  package let isDescribed: Bool

  package init(isDescribed: Bool = false) { self.isDescribed = isDescribed }

  /// The bytes that it takes at most.
  var byteCount: Int { trees.reduce(120) { $0 + $1.members.count + 120 } }

  /// Adds a tree.
  ///
  /// - Parameters:
  ///   - number: the tree's number.
  ///   - members: writes its nodes and messages.
  package mutating func add(tree number: Int, _ members: (inout JournalLine) -> Void) {
    var line = JournalLine()
    members(&line)
    trees.append((number, line.bytes))
  }
}

// Excerpts.
extension JournalWriter {
  /// The part of the journal behind a record, as a journal: its lines behind the first. Behind record 0 lies
  /// the whole journal. Costs a look at the bytes behind the checkpoint before the record.
  ///
  /// - Parameters:
  ///   - record: the number of a record.
  ///   - limit: how many records it holds at most.
  package func excerpt(after record: Int, limit: Int = .max) -> [UInt8] {
    let known = checkpoints.last { $0.number < record }?.offset ?? firstLineCount
    let lines = bytes.bytes(from: known)
    var (start, end, left) = (0, lines.count, limit)
    lines.forEachRecord { number, line in
      if number <= record {
        start = line.upperBound
      } else if left == 0 {
        end = line.lowerBound
        return false
      } else {
        left -= 1
      }
      return true
    }
    return firstLine(dropped: max(droppedRecords, min(record, latest))) + lines[start..<end]
  }
}

extension [UInt8] {
  /// Calls `body` with the number and the line of each record in lines, until it returns false.
  fileprivate func forEachRecord(_ body: (_ number: Int, _ line: Range<Int>) -> Bool) {
    let beginning = Array("{\"seq\": ".utf8)
    var start = 0
    while let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = start..<(end + 1)
      start = line.upperBound
      guard self[line].starts(with: beginning) else { continue }
      let rest = self[line].dropFirst(beginning.count)
      let digits = rest.prefix { (48...57).contains($0) }
      // A checkpoint has the number of the record before it.
      guard rest.dropFirst(digits.count).starts(with: ", \"time\"".utf8),
        let number = Int(String(decoding: digits, as: UTF8.self))
      else { continue }
      if !body(number, line) { return }
    }
  }
}
