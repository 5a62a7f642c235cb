package import TextIO

/// Writes records and checkpoints into the ring of a journal, and drops the oldest.
///
/// `@exclusivity(unchecked)`: the runtime records on one isolation, and no code of an app runs while a
/// record is being written.
@usableFromInline
package final class JournalWriter {
  typealias Header = JournalFormat.Header

  package let names: JournalNameWriter
  private let memory: JournalMemory
  let header: UnsafeMutablePointer<UInt64>
  /// The header's words that stay.
  let lastingHeader: [UInt64]
  private let nextRecord: UnsafeMutablePointer<UInt64>
  private let start: UInt64

  @exclusivity(unchecked) @usableFromInline var ring: JournalRing
  /// The number of the next record.
  @exclusivity(unchecked) @usableFromInline private(set) var next: UInt64 = 1
  /// The trees that did not fit; nil if they do.
  var misfit: Misfit?
  /// The app's name.
  private(set) var appName: UInt32 = 0
  /// The time of the latest record, or of the checkpoint behind it.
  @exclusivity(unchecked) var latestTime: UInt64 = 0
  /// What the next record is caused by.
  @exclusivity(unchecked) @usableFromInline
  package var origin = Origin(cause: 0, handler: 0)

  /// Begins a journal in memory of the process.
  ///
  /// - Parameter bytes: what it takes, tables included.
  package convenience init(bytes: Int) {
    self.init(JournalMemory(words: Sizes(bytes: bytes).words), Sizes(bytes: bytes))
  }

  /// Begins a journal in a new file.
  ///
  /// - Parameters:
  ///   - bytes: what it takes, tables included.
  ///   - path: the file.
  ///   - shownPath: the path that errors name.
  /// - Throws: `FileError` where it cannot be made, or the disk is full.
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
      let others =
        JournalFormat.headerWords * 8 + nameBytes
        + JournalNameWriter.tableBytes(forNames: nameBytes)
      ringWords = (bytes - others) / 8 / JournalFormat.recordWords * JournalFormat.recordWords
    }

    /// The words of what readers see.
    var words: Int { JournalFormat.headerWords + nameBytes / 8 + ringWords }
  }

  private init(_ memory: JournalMemory, _ sizes: Sizes) {
    self.memory = memory
    header = memory.words
    let area = memory.words + JournalFormat.headerWords
    ring = JournalRing(
      area + sizes.nameBytes / 8, count: sizes.ringWords, first: header + Header.first)
    nextRecord = header + Header.next
    start = SteadyClock.nanoseconds
    var lasting = [UInt64](repeating: 0, count: JournalFormat.headerWords)
    lasting[Header.version] = JournalFormat.version
    lasting[Header.words] = UInt64(sizes.words)
    lasting[Header.namesStart] = UInt64(JournalFormat.headerWords)
    lasting[Header.namesWords] = UInt64(sizes.nameBytes / 8)
    lasting[Header.ringStart] = UInt64(JournalFormat.headerWords + sizes.nameBytes / 8)
    lasting[Header.ringWords] = UInt64(sizes.ringWords)
    lasting[Header.startTime] = SteadyClock.timeOfDay
    lasting[Header.process] = UInt64(ProcessNumber.current)
    header.update(from: lasting, count: lasting.count)
    lasting[Header.magic] = JournalFormat.magic
    lastingHeader = lasting
    names = JournalNameWriter(header: header, area: area, bytes: sizes.nameBytes)
    header[Header.next] = 1
    beginSegment(models: 0) { JournalCheckpoint(measuring: []) }
    if let name = ThisProgram.name { setAppName(name) }
    // Last: a file that was begun and not finished is none.
    JournalCommit.store(JournalFormat.magic, at: header + Header.magic)
  }

  /// Names the app whose trees are recorded, in place of its program: an inspector knows the name.
  package func setAppName(_ name: String) {
    let name = names.text(name)
    guard name != JournalFormat.lostName else { return }
    appName = name
    header[Header.appName] = UInt64(name)
  }

  /// The number of the latest record; 0 before the first.
  package var latest: UInt64 { next - 1 }

  /// How many records were dropped.
  package var droppedRecords: Int { Int(ring.firstRecord) - 1 }

  // MARK: Records

  /// Writes a record of a change, which names the handler that made it.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - node: the model's id, and its tree above that.
  ///   - name: the record's name.
  ///   - other: another model's id, and flags.
  ///   - detail: a source.
  /// - Returns: the record's number.
  package func write(
    _ event: JournalEvent, node: UInt64, name: UInt32, other: UInt64, detail: UInt64
  ) -> UInt64 {
    latestTime = time
    let mark = fill(event, node, name, other, detail, origin.handler)
    commit()
    return mark.number
  }

  /// Writes that a message was raised, and what became of it, at once.
  ///
  /// - Parameters:
  ///   - event: what became of it.
  ///   - node: its raiser.
  ///   - name: its name.
  ///   - flags: of both records.
  ///   - taker: who takes it, with flags of the second record alone.
  ///   - count: of the second record.
  ///   - detail: of the first record.
  /// - Returns: the second record, whose duration is added later.
  /// - Precondition: `hasRoomForTwo`.
  package func writeMessage(
    _ event: JournalEvent, node: UInt64, name: UInt32, flags: UInt64, taker: UInt64, count: UInt64,
    detail: UInt64
  ) -> Mark {
    latestTime = time
    _ = fill(.raised, node, name, flags, detail, origin.handler)
    let mark = fill(
      event, node, name, flags | taker, JournalFormat.unfinished, 1 | count << 32)
    commit()
    return mark
  }

  /// Writes what became of a message whose record was written before, as if there were no time between
  /// the two.
  ///
  /// - Parameters:
  ///   - event: what became of it.
  ///   - raised: the record that it was raised.
  ///   - node: its raiser.
  ///   - name: its name.
  ///   - other: who takes it, and flags.
  ///   - count: of the record.
  /// - Returns: the record, whose duration is added later.
  package func writeOutcome(
    _ event: JournalEvent, of raised: UInt64, node: UInt64, name: UInt32, other: UInt64,
    count: UInt64
  ) -> Mark {
    let mark = fill(
      event, node, name, other, JournalFormat.unfinished,
      Self.age(of: raised, at: next) | count << 32)
    commit()
    return mark
  }

  /// Fills the place of the next record, which is none before `commit()`.
  @inline(__always)
  private func fill(
    _ event: JournalEvent, _ node: UInt64, _ name: UInt32, _ other: UInt64, _ detail: UInt64,
    _ more: UInt64
  ) -> Mark {
    let age = origin.cause == 0 ? 0 : Self.age(of: origin.cause, at: next)
    let place = ring.takePlace()
    place[JournalFormat.Record.time] = latestTime << 8 | UInt64(event.rawValue)
    place[JournalFormat.Record.node] = node
    place[JournalFormat.Record.name] = UInt64(name) | age << 32
    place[JournalFormat.Record.other] = other
    place[JournalFormat.Record.detail] = detail
    place[JournalFormat.Record.more] = more
    let mark = Mark(number: next, place: place)
    next &+= 1
    return mark
  }

  /// Makes what was filled part of the journal.
  @inline(__always)
  private func commit() { JournalCommit.store(next, at: nextRecord) }

  /// How many records ago one was written, from the next one on.
  private static func age(of record: UInt64, at next: UInt64) -> UInt64 {
    min(next &- record, UInt64(UInt32.max))
  }

  /// Nanoseconds since the journal began.
  var time: UInt64 { SteadyClock.nanoseconds &- start }

  /// Adds how long it took since a record was written, unless it was dropped meanwhile.
  ///
  /// - Parameter missing: how many fewer than the record's count.
  package func finish(_ mark: Mark, missing: Int) {
    guard let place = mark.place, mark.number >= ring.firstRecord else { return }
    let began = place[JournalFormat.Record.time] >> 8
    place[JournalFormat.Record.detail] = time &- began
    if missing > 0 {
      place[JournalFormat.Record.more] &-= UInt64(UInt32(truncatingIfNeeded: missing)) << 32
    }
  }
}
