/// The ring in which the segments of a journal lie, the oldest of which go first. Positions count its
/// words since the journal began.
struct JournalRing {
  typealias Segment = JournalFormat.Segment

  private let memory: JournalMemory
  /// Where it begins in memory, and the number of its words.
  private let start: Int
  let count: Int

  /// The position and the number of the next record.
  private(set) var position = 0
  private(set) var next: UInt64 = 1
  /// The position of the oldest segment, and the number of its first record.
  private(set) var first = 0
  private(set) var firstRecord: UInt64 = 1
  /// The segment that is being written: where it began, the number of its first record, where it
  /// should end, and where three quarters of its records are written.
  private(set) var current = 0
  private(set) var currentRecord: UInt64 = 1
  private var segmentEnd = 0
  private var nearlyEnd = 0

  init(_ memory: JournalMemory, start: Int, count: Int) {
    (self.memory, self.start, self.count) = (memory, start, count)
  }

  /// The word at a position.
  private subscript(position: Int) -> UInt64 {
    get { memory[start + position % count] }
    nonmutating set { memory[start + position % count] = newValue }
  }

  /// Words from a position on.
  func copy(_ position: Int, count wanted: Int) -> [UInt64] {
    let place = position % count
    let untilWrap = min(wanted, count - place)
    return Array(memory.copy(start + place, count: untilWrap))
      + memory.copy(start, count: wanted - untilWrap)
  }

  // MARK: Records

  /// Whether the segment has no room for another record, and whether that will be soon, after this one.
  var isFull: Bool { position >= segmentEnd }
  var isNearlyFull: Bool { position == nearlyEnd }

  /// Writes a record.
  ///
  /// - Returns: its place in memory.
  mutating func append(
    _ time: UInt64, _ node: UInt64, _ name: UInt64, _ other: UInt64, _ detail: UInt64,
    _ more: UInt64
  ) -> Int {
    let size = JournalFormat.recordWords
    if position + size - first > count { free(until: position + size) }
    let place = start + position % count
    memory[place + JournalFormat.Record.time] = time
    memory[place + JournalFormat.Record.node] = node
    memory[place + JournalFormat.Record.name] = name
    memory[place + JournalFormat.Record.other] = other
    memory[place + JournalFormat.Record.detail] = detail
    memory[place + JournalFormat.Record.more] = more
    position += size
    next += 1
    memory.commit(next, at: JournalFormat.Header.next)
    return place
  }

  // MARK: Segments

  /// Begins a segment.
  ///
  /// - Parameters:
  ///   - head: the words that it begins with, but for its position and its first record.
  ///   - checkpoint: those that follow; together they are as long as records.
  ///   - size: the words that its records should take.
  mutating func beginSegment(_ head: [UInt64], _ checkpoint: [UInt64], records size: Int) {
    let (begin, length) = (position, head.count + checkpoint.count)
    free(until: begin + length)
    if begin > 0 { self[current + Segment.recordCount] = next - currentRecord }
    for (offset, word) in (head + checkpoint).enumerated() { self[begin + offset] = word }
    self[begin + Segment.position] = UInt64(begin)
    self[begin + Segment.firstRecord] = next
    memory.commit(UInt64(begin), at: JournalFormat.Header.current)
    (current, currentRecord) = (begin, next)
    position = begin + length
    let record = JournalFormat.recordWords
    segmentEnd = position + size
    nearlyEnd = position + size / record / 4 * 3 * record
  }

  /// Drops the oldest segments until the ring has room up to a position.
  private mutating func free(until end: Int) {
    while end - first > count, first < current {
      if let (checkpoint, records) = extent(ofSegmentAt: first, from: firstRecord) {
        first += checkpoint + records * JournalFormat.recordWords
        firstRecord += UInt64(records)
      } else {
        first = current
      }
      if first == current { firstRecord = currentRecord }
      memory.storeFirst(UInt64(first), at: JournalFormat.Header.first)
    }
  }

  /// The words of a finished segment's checkpoint, and the number of its records, by what it says; nil if
  /// that cannot be: if the ring lies in a file, others may have written there.
  ///
  /// - Parameter record: the number of its first record.
  func extent(ofSegmentAt position: Int, from record: UInt64) -> (checkpoint: Int, records: Int)? {
    let size = UInt64(JournalFormat.recordWords)
    let checkpoint = self[position + Segment.checkpointWords]
    let records = self[position + Segment.recordCount]
    let words = UInt64(current - position)
    guard checkpoint >= UInt64(JournalFormat.segmentWords), checkpoint % size == 0,
      checkpoint <= words, records <= (words - checkpoint) / size, records <= currentRecord - record
    else { return nil }
    return (Int(checkpoint), Int(records))
  }
}
