package import TextIO

/// Writes records and checkpoints into the ring of a journal, and drops the oldest. It belongs to one
/// isolation.
package final class JournalWriter {
  typealias Header = JournalFormat.Header

  package let names: JournalNameWriter
  let memory: JournalMemory
  /// The header's words that stay.
  private(set) var lastingHeader: [UInt64]
  private let start: UInt64

  // Unchecked for exclusivity: nothing of an app runs while a record is being written.
  @exclusivity(unchecked) var ring: JournalRing
  /// The trees that did not fit; nil if they do.
  var misfit: Misfit?
  /// The app's name.
  private(set) var appName: UInt32 = 0
  /// The time of the latest record, or of the checkpoint after it.
  var latestTime: UInt64 = 0
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
  package convenience init(bytes: Int) {
    let sizes = Sizes(bytes: bytes)
    self.init(JournalMemory(words: sizes.words), sizes)
  }

  /// Begins a journal in a new file.
  ///
  /// - Parameters:
  ///   - bytes: what it takes.
  ///   - path: the file.
  ///   - shownPath: the path that errors name.
  /// - Throws: `FileError` if it can't be made, or the disk is full.
  package convenience init(
    bytes: Int, path: String, for shownPath: String
  ) throws(FileError) {
    let sizes = Sizes(bytes: bytes)
    self.init(try JournalMemory(words: sizes.words, path: path, for: shownPath), sizes)
  }

  /// How the bytes of a journal are divided.
  private struct Sizes {
    let nameBytes: Int
    let ringWords: Int

    init(bytes: Int) {
      precondition(
        (JournalFormat.leastBytes...JournalFormat.mostBytes).contains(bytes),
        "a journal takes at least \(JournalFormat.leastBytes) bytes")
      // A power of two of about a thirty-second: an app of 1,000 types needs 100 KB.
      let share = 1 << (Int.bitWidth - 1 - (bytes / 32).leadingZeroBitCount)
      nameBytes = max(1 << 11, min(8 * JournalFormat.mostNamesWords, share))
      // Twice as much again is for what finds the names.
      let others = JournalFormat.headerWords * 8 + 3 * nameBytes
      ringWords = (bytes - others) / 8 / JournalFormat.recordWords * JournalFormat.recordWords
    }

    /// The words of what readers see.
    var words: Int { ringStart + ringWords }
    var ringStart: Int { JournalFormat.headerWords + nameBytes / 8 }
  }

  private init(_ memory: JournalMemory, _ sizes: Sizes) {
    self.memory = memory
    start = SteadyClock.nanoseconds
    ring = JournalRing(memory, start: sizes.ringStart, count: sizes.ringWords)
    var lasting = [UInt64](repeating: 0, count: JournalFormat.headerWords)
    lasting[Header.version] = JournalFormat.version
    lasting[Header.words] = UInt64(sizes.words)
    lasting[Header.namesStart] = UInt64(JournalFormat.headerWords)
    lasting[Header.namesWords] = UInt64(sizes.nameBytes / 8)
    lasting[Header.ringStart] = UInt64(sizes.ringStart)
    lasting[Header.ringWords] = UInt64(sizes.ringWords)
    lasting[Header.startTime] = SteadyClock.timeOfDay
    lasting[Header.process] = UInt64(getpid())
    for (place, word) in lasting.enumerated() { memory[place] = word }
    lasting[Header.magic] = JournalFormat.magic
    lastingHeader = lasting
    names = JournalNameWriter(memory, bytes: sizes.nameBytes)
    memory[Header.next] = 1
    beginSegment(models: 0) { JournalCheckpoint() }
    if let name = ThisProgram.name { setAppName(name) }
    // Last: a file that was begun and not finished is none.
    memory.commit(JournalFormat.magic, at: Header.magic)
  }

  /// Names the app whose trees are recorded, in place of its program: an inspector knows the name.
  package func setAppName(_ name: String) {
    let name = names.text(name)
    guard name != JournalFormat.lostName else { return }
    appName = name
    memory[Header.appName] = UInt64(name)
  }

  /// Notes what the journal keeps besides names.
  package func setTexts(_ texts: JournalTexts) {
    lastingHeader[Header.texts] = texts.rawValue
    memory[Header.texts] = texts.rawValue
  }

  /// The number of the latest record; 0 before the first.
  package var latest: UInt64 { ring.next - 1 }

  /// How many records were dropped.
  package var droppedRecords: Int { Int(ring.firstRecord) - 1 }

  /// A record that was written.
  package struct Mark {
    /// The record's number; 0 for none.
    package let number: UInt64
    /// Where it lies; nil if it has no duration, or gets it elsewhere.
    let place: Int?

    /// Names a record that gets its duration elsewhere.
    package init(number: UInt64) { self.init(number: number, place: nil) }

    init(number: UInt64, place: Int?) { (self.number, self.place) = (number, place) }
  }

  // MARK: Records

  /// Whether there is room for a record with its texts; if not, a segment must begin.
  package func hasRoom(for texts: RecordTexts) -> Bool {
    ring.hasRoom(forTexts: texts.words.count)
  }

  /// Writes a record of a change, or of a message that is raised, with the handler that made it. Texts
  /// that don't fit are left out.
  ///
  /// - Returns: the record, whose duration can be added later.
  @discardableResult
  package func write(_ entry: Entry) -> Mark {
    latestTime = time
    return append(entry, detail: entry.detail, more: origin.handler)
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
    let age = begun == 0 || begun > ring.next ? 0 : min(ring.next - begun, UInt64(UInt32.max))
    return append(entry, detail: JournalFormat.unfinished, more: age | count << 32)
  }

  private func append(_ entry: Entry, detail: UInt64, more: UInt64) -> Mark {
    let number = ring.next
    let origin = origin
    let isCaused = origin.cause > 0 && origin.cause < number
    let age = isCaused ? min(number - origin.cause, UInt64(UInt32.max)) : 0
    var texts: UInt64 = 0
    if !entry.texts.isEmpty, hasRoom(for: entry.texts) {
      texts = ring.append(texts: entry.texts.words)
    }
    let place = ring.append(
      latestTime << 8 | UInt64(entry.event.rawValue), entry.node,
      UInt64(entry.name) | age << 32, entry.other, detail, more, entry.source, texts)
    return Mark(number: number, place: place)
  }

  /// Nanoseconds since the journal began.
  var time: UInt64 { heldTime?() ?? SteadyClock.nanoseconds &- start }

  /// Takes the time of records from a clock that is held.
  ///
  /// - Parameter nanoseconds: ascends each time that it is asked for.
  package func hold(_ nanoseconds: @escaping () -> UInt64) {
    // A journal that is about to begin has the same times in each run.
    let begun = ring.next == 1 ? latestTime : time &- min(time, nanoseconds())
    heldTime = { begun &+ nanoseconds() }
  }

  /// Notes that each model was looked at again, or left.
  ///
  /// - Parameter record: the latest record before that.
  package func noteLooks(after record: UInt64) {
    looked = record
    memory[Header.looked] = record
  }

  /// Adds how long it took since a record was written, unless it was dropped meanwhile.
  ///
  /// - Parameter missing: how many fewer than the record's count.
  package func finish(_ mark: Mark, missing: Int) {
    guard let place = mark.place, mark.number >= ring.firstRecord else { return }
    let began = memory[place + JournalFormat.Record.time] >> 8
    memory[place + JournalFormat.Record.detail] = time &- began
    if missing > 0 {
      memory[place + JournalFormat.Record.more] &-=
        UInt64(UInt32(truncatingIfNeeded: missing)) << 32
    }
  }
}
