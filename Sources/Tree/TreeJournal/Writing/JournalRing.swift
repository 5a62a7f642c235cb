/// The ring in which the segments of a journal lie, the oldest of which go first. Positions count its
/// words since the journal began.
///
/// The records of a segment grow from behind its checkpoint, their texts from its end towards them.
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
  /// The segment that is being written: where it began, the number of its first record, where its
  /// texts begin, and where it ends.
  private(set) var current = 0
  private(set) var currentRecord: UInt64 = 1
  private(set) var textStart = 0
  private(set) var end = 0

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

  /// Whether the segment has no room for another record.
  var isFull: Bool { !hasRoom(forTexts: 0) }

  /// Whether the segment has room for another record with this many words of texts.
  func hasRoom(forTexts words: Int) -> Bool {
    position + JournalFormat.recordWords + words <= textStart
  }

  /// Writes the texts of the next record, for which there must be room.
  ///
  /// - Returns: the word that names them in the record.
  mutating func append(texts: [UInt64]) -> UInt64 {
    textStart -= texts.count
    for (offset, word) in texts.enumerated() { self[textStart + offset] = word }
    return UInt64(end - textStart) | UInt64(texts.count) << 32
  }

  /// Writes a record, for which there must be room.
  ///
  /// - Returns: its place in memory.
  mutating func append(
    _ time: UInt64, _ node: UInt64, _ name: UInt64, _ other: UInt64, _ detail: UInt64,
    _ more: UInt64, _ source: UInt64, _ texts: UInt64
  ) -> Int {
    let place = start + position % count
    memory[place + JournalFormat.Record.time] = time
    memory[place + JournalFormat.Record.node] = node
    memory[place + JournalFormat.Record.name] = name
    memory[place + JournalFormat.Record.other] = other
    memory[place + JournalFormat.Record.detail] = detail
    memory[place + JournalFormat.Record.more] = more
    memory[place + JournalFormat.Record.source] = source
    memory[place + JournalFormat.Record.texts] = texts
    position += JournalFormat.recordWords
    next += 1
    memory.commit(next, at: JournalFormat.Header.next)
    return place
  }

  // MARK: Segments

  /// Begins a segment.
  ///
  /// - Parameters:
  ///   - head: the words that it begins with, but for its position, its first record, and its size.
  ///   - checkpoint: those that follow; together they are as long as records.
  ///   - size: the words that its records and texts take.
  mutating func beginSegment(_ head: [UInt64], _ checkpoint: [UInt64], records size: Int) {
    if next > 1 || current > 0 || end > 0 { finishSegment() }
    let (begin, length) = (end, head.count + checkpoint.count)
    free(until: begin + length + size)
    for (offset, word) in (head + checkpoint).enumerated() { self[begin + offset] = word }
    self[begin + Segment.position] = UInt64(begin)
    self[begin + Segment.firstRecord] = next
    self[begin + Segment.words] = UInt64(length + size)
    memory.commit(UInt64(begin), at: JournalFormat.Header.current)
    (current, currentRecord) = (begin, next)
    position = begin + length
    end = position + size
    textStart = end
  }

  /// Counts the records of the current segment, and gives back the room that it does not need. Its texts
  /// are moved only to where nothing is: readers find them in either place.
  private mutating func finishSegment() {
    self[current + Segment.recordCount] = next - currentRecord
    let size = JournalFormat.recordWords
    let needed = position + (end - textStart + size - 1) / size * size
    guard needed <= textStart else { return }
    let texts = copy(textStart, count: end - textStart)
    for (offset, word) in texts.enumerated() { self[needed - texts.count + offset] = word }
    end = needed
    memory.commit(UInt64(end - current), at: start + (current + Segment.words) % count)
  }

  /// Drops the oldest segments until the ring has room up to a position.
  private mutating func free(until end: Int) {
    while end - first > count, first < current {
      if let extent = extent(ofSegmentAt: first, from: firstRecord) {
        first += extent.words
        firstRecord += UInt64(extent.records)
      } else {
        first = current
      }
      if first == current { firstRecord = currentRecord }
      memory.storeFirst(UInt64(first), at: JournalFormat.Header.first)
    }
  }

  /// The words of a finished segment's checkpoint, the number of its records, and all its words, by what it
  /// says; nil if that cannot be: if the ring lies in a file, others may have written there.
  ///
  /// - Parameter record: the number of its first record.
  func extent(
    ofSegmentAt position: Int, from record: UInt64
  ) -> (checkpoint: Int, records: Int, words: Int)? {
    let size = UInt64(JournalFormat.recordWords)
    let checkpoint = self[position + Segment.checkpointWords]
    let records = self[position + Segment.recordCount]
    let words = self[position + Segment.words]
    guard words <= UInt64(current - position), words % size == 0,
      checkpoint >= UInt64(JournalFormat.segmentWords), checkpoint % size == 0,
      checkpoint <= words, records <= (words - checkpoint) / size, records <= currentRecord - record
    else { return nil }
    return (Int(checkpoint), Int(records), Int(words))
  }
}
