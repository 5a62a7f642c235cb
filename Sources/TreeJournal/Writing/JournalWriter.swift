package import TextIO

/// Writes records and checkpoints into the ring of a journal, and drops the oldest.
///
/// `@exclusivity(unchecked)`: the runtime records on one isolation, and no code of an app runs while a
/// record is being written.
@usableFromInline
package final class JournalWriter {
  typealias Header = JournalFormat.Header
  typealias Segment = JournalFormat.Segment

  package let names: JournalNameWriter
  private let memory: JournalMemory
  let header: UnsafeMutablePointer<UInt64>
  let ring: UnsafeMutablePointer<UInt64>
  let ringWords: Int
  private let nextRecord: UnsafeMutablePointer<UInt64>
  private let start: UInt64

  /// Where the next record goes.
  @exclusivity(unchecked) private var place: UnsafeMutablePointer<UInt64>
  /// Where room was found last, and its position.
  @exclusivity(unchecked) private var room: (place: UnsafeMutablePointer<UInt64>, position: Int)
  /// The number of the next record.
  @exclusivity(unchecked) @usableFromInline private(set) var next: UInt64 = 1
  /// The time of the latest record, or of the checkpoint behind it.
  @exclusivity(unchecked) private var latestTime: UInt64 = 0
  /// How many records can be written until `makeRoom(checkpoint:)` must be called.
  @exclusivity(unchecked) @usableFromInline private(set) var left = 0

  /// The position of the oldest segment, and the number of its first record.
  @exclusivity(unchecked) private(set) var first = 0
  @exclusivity(unchecked) private var firstRecord: UInt64 = 1
  /// The segment that is being written: where it began, and where it should end.
  @exclusivity(unchecked) private(set) var current = 0
  @exclusivity(unchecked) private var segmentEnd = 0
  /// Where three quarters of its records are written.
  @exclusivity(unchecked) private var nearlyEnd = 0

  /// A record that was written.
  @usableFromInline
  package struct Mark {
    /// The record's number; 0 for none.
    @usableFromInline package let number: UInt64
    @usableFromInline let place: UnsafeMutablePointer<UInt64>?

    @inlinable
    init(number: UInt64, place: UnsafeMutablePointer<UInt64>) {
      (self.number, self.place) = (number, place)
    }

    /// A record that has no duration, or got it elsewhere.
    @inlinable
    package init(number: UInt64) { (self.number, place) = (number, nil) }
  }

  /// What records are caused by.
  @usableFromInline
  package struct Origin {
    /// The record of the handler that runs, or started the work whose answer is taken; 0 for none.
    @usableFromInline let cause: UInt64
    /// The model whose handler that is, with its tree.
    @usableFromInline let handler: UInt64

    @inlinable
    init(cause: UInt64, handler: UInt64) { (self.cause, self.handler) = (cause, handler) }
  }

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
  /// - Throws: `FileError` where it cannot be made, or the disk is full.
  package convenience init(bytes: Int, path: String) throws(FileError) {
    let sizes = Sizes(bytes: bytes)
    self.init(try JournalMemory(words: sizes.words, path: path), sizes)
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
      nameBytes = max(1 << 11, min(1 << 19, share))
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
    ring = area + sizes.nameBytes / 8
    ringWords = sizes.ringWords
    place = ring
    room = (ring, 0)
    nextRecord = header + Header.next
    start = SteadyClock.nanoseconds
    header[Header.version] = JournalFormat.version
    header[Header.words] = UInt64(sizes.words)
    header[Header.namesStart] = UInt64(JournalFormat.headerWords)
    header[Header.namesWords] = UInt64(sizes.nameBytes / 8)
    header[Header.ringStart] = UInt64(JournalFormat.headerWords + sizes.nameBytes / 8)
    header[Header.ringWords] = UInt64(sizes.ringWords)
    header[Header.startTime] = SteadyClock.timeOfDay
    header[Header.process] = UInt64(ProcessNumber.current)
    names = JournalNameWriter(header: header, area: area, bytes: sizes.nameBytes)
    header[Header.next] = 1
    beginSegment(JournalCheckpoint(measuring: []))
    // Last: a file that was begun and not finished is none.
    JournalCommit.store(JournalFormat.magic, at: header + Header.magic)
  }

  /// The number of the latest record; 0 before the first.
  package var latest: UInt64 { next - 1 }

  /// How many records were dropped.
  package var droppedRecords: Int { Int(firstRecord) - 1 }

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
    place[JournalFormat.Record.time] = latestTime << 8 | UInt64(event.rawValue)
    place[JournalFormat.Record.node] = node
    place[JournalFormat.Record.name] = UInt64(name) | age << 32
    place[JournalFormat.Record.other] = other
    place[JournalFormat.Record.detail] = detail
    place[JournalFormat.Record.more] = more
    let mark = Mark(number: next, place: place)
    next &+= 1
    place += JournalFormat.recordWords
    left &-= 1
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
  private var time: UInt64 { SteadyClock.nanoseconds &- start }

  /// Adds how long it took since a record was written, unless it was dropped meanwhile.
  ///
  /// - Parameter missing: how many fewer than the record's count.
  package func finish(_ mark: Mark, missing: Int) {
    guard let place = mark.place, mark.number >= firstRecord else { return }
    let began = place[JournalFormat.Record.time] >> 8
    place[JournalFormat.Record.detail] = time &- began
    if missing > 0 {
      place[JournalFormat.Record.more] &-= UInt64(UInt32(truncatingIfNeeded: missing)) << 32
    }
  }

  /// Whether `makeRoom(checkpoint:)` must be called before the next record.
  @inlinable package var isFull: Bool { left == 0 }

  /// Whether `writeMessage` can be called.
  @inlinable package var hasRoomForTwo: Bool { left > 1 }

  // MARK: Causes

  /// Sets the cause of the records that follow.
  ///
  /// - Parameters:
  ///   - cause: the record of the handler that runs.
  ///   - handler: the model whose handler that is, with its tree.
  /// - Returns: the cause before, to be set again.
  @inlinable @inline(__always)
  package func begin(_ cause: UInt64, _ handler: UInt64) -> Origin {
    let outer = origin
    origin = Origin(cause: cause, handler: handler)
    return outer
  }

  /// Sets a cause again.
  @inlinable @inline(__always)
  package func resume(_ outer: Origin) { origin = outer }

  // MARK: Segments

  /// Makes room for records.
  ///
  /// - Parameter checkpoint: gives the trees as they are after the latest record.
  /// - Returns: whether a checkpoint with labels and states would be welcome soon.
  package func makeRoom(checkpoint: () -> JournalCheckpoint) -> Bool {
    let position = position
    if position < segmentEnd {
      findRoom(at: position)
      return position >= nearlyEnd
    }
    beginSegment(checkpoint())
    return false
  }

  /// Begins a segment with the trees as they are after the latest record.
  package func beginSegment(_ checkpoint: JournalCheckpoint) {
    let size = JournalFormat.recordWords
    let words = (checkpoint.words + size - 1) / size * size
    // A segment takes at most half of the ring, so that the next one is complete before this is dropped.
    let fits = words <= ringWords / 4
    // Labels and states are left out where there is no room for them.
    if !fits, checkpoint.isDescribed { return }
    let count = fits ? words : JournalFormat.segmentWords
    // A thirty-second is dropped at a time, or more where checkpoints would take a tenth.
    let records = min(max(ringWords / 32, 8 * count), ringWords / 4) / size * size

    let begin = position
    free(until: begin + count)
    if begin > 0 {
      self[current + Segment.recordCount] = next - self[current + Segment.firstRecord]
    }
    var block = JournalBlock(ring: ring, ringWords: ringWords, position: begin)
    block.append(JournalFormat.segmentMagic)
    block.append(UInt64(begin))
    block.append(next)
    block.append(UInt64(count))
    block.append(0)
    latestTime = time
    block.append(latestTime)
    block.append(SteadyClock.timeOfDay)
    var flags = fits ? JournalFormat.SegmentFlag.hasCheckpoint : 0
    if fits, checkpoint.isDescribed { flags |= JournalFormat.SegmentFlag.isDescribed }
    block.append(flags)
    block.append(fits ? 0 : Self.bytes(forCheckpointOf: words))
    block.append(fits ? UInt64(checkpoint.trees.count) : 0)
    block.append(0)
    block.append(0)
    if fits { checkpoint.write(into: &block) }
    while block.position < begin + count { block.append(0) }

    current = begin
    segmentEnd = begin + count + records
    nearlyEnd = begin + count + records / size / 4 * 3 * size
    JournalCommit.store(UInt64(begin), at: header + Header.current)
    findRoom(at: begin + count)
  }

  /// The bytes of a journal in which a checkpoint of so many words fits.
  private static func bytes(forCheckpointOf words: Int) -> UInt64 {
    // Four of them in the ring, which has at least nine tenths of the bytes.
    let bytes = UInt64(words) * 8 * 4 * 10 / 9 + UInt64(JournalFormat.leastBytes)
    return (bytes + 4_095) / 4_096 * 4_096
  }

  private(set) subscript(position: Int) -> UInt64 {
    get { ring[position % ringWords] }
    set { ring[position % ringWords] = newValue }
  }

  /// The position of the next record.
  private var position: Int { room.position + (place - room.place) }

  /// Counts the records that can be written from a position on without a look at anything else.
  private func findRoom(at position: Int) {
    let size = JournalFormat.recordWords
    place = ring + position % ringWords
    room = (place, position)
    let untilWrap = ringWords - position % ringWords
    let end = position < nearlyEnd ? nearlyEnd : segmentEnd
    let wanted = min(untilWrap, end - position)
    free(until: position + min(wanted, max(size, ringWords / 64 / size * size)))
    let untilFirst = first + ringWords - position
    left = min(wanted, untilFirst) / size
  }

  /// Drops the oldest segments until the ring has room up to a position.
  private func free(until end: Int) {
    while end - first > ringWords, first < current {
      let records = Int(self[first + Segment.recordCount])
      let words = Int(self[first + Segment.checkpointWords])
      first += words + records * JournalFormat.recordWords
      firstRecord = self[first + Segment.firstRecord]
      JournalCommit.storeFirst(UInt64(first), at: header + Header.first)
    }
  }
}
