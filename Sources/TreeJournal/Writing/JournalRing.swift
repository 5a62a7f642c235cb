/// The ring in which segments of a journal lie behind each other, the oldest of which go first. Positions
/// count its words from the beginning, and go on where it begins again.
///
/// What is asked with each record is inlinable.
@usableFromInline
struct JournalRing {
  typealias Segment = JournalFormat.Segment

  let words: UnsafeMutablePointer<UInt64>
  let count: Int
  /// Where readers find the position of the oldest segment.
  private let sharedFirst: UnsafeMutablePointer<UInt64>

  /// Where the next record goes.
  private var place: UnsafeMutablePointer<UInt64>
  /// Where room was found last, and its position.
  private var room: (place: UnsafeMutablePointer<UInt64>, position: Int)
  /// How many records can be written until `findRoom()` or `beginRecords(_:behind:)` must be called.
  @usableFromInline private(set) var left = 0

  /// The position of the oldest segment, and the number of its first record.
  private(set) var first = 0
  private(set) var firstRecord: UInt64 = 1
  /// The segment that is being written: where it began, the number of its first record, and where it
  /// should end.
  private(set) var current = 0
  private(set) var currentRecord: UInt64 = 1
  private var segmentEnd = 0
  /// Where three quarters of its records are written.
  private var nearlyEnd = 0

  /// - Parameters:
  ///   - words: its words.
  ///   - count: how many those are.
  ///   - first: the word in which readers find the position of the oldest segment.
  init(
    _ words: UnsafeMutablePointer<UInt64>, count: Int, first: UnsafeMutablePointer<UInt64>
  ) {
    self.words = words
    self.count = count
    sharedFirst = first
    place = words
    room = (words, 0)
  }

  /// The word at a position.
  private(set) subscript(position: Int) -> UInt64 {
    get { words[position % count] }
    set { words[position % count] = newValue }
  }

  /// The position of the next record.
  var position: Int { room.position + (place - room.place) }

  /// Whether the segment is to get more records.
  var isInSegment: Bool { position < segmentEnd }

  // MARK: Records

  /// The place of the next record, for which there is room.
  @inline(__always)
  mutating func takePlace() -> UnsafeMutablePointer<UInt64> {
    defer {
      place += JournalFormat.recordWords
      left &-= 1
    }
    return place
  }

  /// Finds room for more records of the segment.
  ///
  /// - Returns: whether most of them are written.
  mutating func findRoom() -> Bool {
    let position = position
    findRoom(at: position)
    return position >= nearlyEnd
  }

  /// Counts the records that can be written from a position on without a look at anything else.
  private mutating func findRoom(at position: Int) {
    let size = JournalFormat.recordWords
    place = words + position % count
    room = (place, position)
    let untilWrap = count - position % count
    let end = position < nearlyEnd ? nearlyEnd : segmentEnd
    let wanted = min(untilWrap, end - position)
    free(until: position + min(wanted, max(size, count / 64 / size * size)))
    let untilFirst = first + count - position
    left = min(wanted, untilFirst) / size
  }

  // MARK: Segments

  /// Ends the segment.
  ///
  /// - Parameters:
  ///   - size: the words of what the next one begins with, for which room is made.
  ///   - next: the number of the next record.
  /// - Returns: what takes these words.
  mutating func endSegment(_ size: Int, next: UInt64) -> JournalBlock {
    let begin = position
    free(until: begin + size)
    if begin > 0 { self[current + Segment.recordCount] = next - currentRecord }
    return JournalBlock(ring: words, ringWords: count, position: begin)
  }

  /// Goes on with a segment's records.
  ///
  /// - Parameters:
  ///   - size: the words that they should take.
  ///   - begin: the position of the segment.
  ///   - checkpoint: the words that it begins with.
  ///   - next: the number of its first record.
  mutating func beginRecords(_ size: Int, of begin: Int, behind checkpoint: Int, next: UInt64) {
    let record = JournalFormat.recordWords
    current = begin
    currentRecord = next
    segmentEnd = begin + checkpoint + size
    nearlyEnd = begin + checkpoint + size / record / 4 * 3 * record
    findRoom(at: begin + checkpoint)
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
      JournalCommit.storeFirst(UInt64(first), at: sharedFirst)
    }
  }

  /// The words of a finished segment's checkpoint, and the number of its records, by what it says; nil if
  /// that cannot be: where the ring lies in a file, others may have written there.
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
