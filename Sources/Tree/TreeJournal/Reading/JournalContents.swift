package import TextIO
package import TreeSnapshot

/// A journal that is read. Every byte of it may be wrong.
package struct JournalContents: Sendable {
  /// A checkpoint and the records behind it.
  struct Segment: Sendable {
    /// The position of its first word.
    let position: UInt64
    let checkpointWords: Int
    let firstRecord: Int
    let recordCount: Int
    let hasCheckpoint: Bool
    let isDescribed: Bool
    let bytesNeeded: Int
    let treeCount: Int
    /// The latest record after which each model was looked at again, or left, before it began.
    let looked: Int
    /// The words of all of it, its texts included.
    let words: Int
    /// What the time of day is ahead of the journal's own, in nanoseconds.
    let clockOffset: Int

    /// The numbers of its records.
    var records: Range<Int> { firstRecord..<(firstRecord + recordCount) }
  }

  private typealias Header = JournalFormat.Header

  let words: [UInt64]
  private let ringStart: Int
  private let ringWords: Int
  let names: JournalNames
  let segments: [Segment]
  /// The bytes of a file that holds it.
  package var fileBytes: [UInt8] { words.withUnsafeBytes { Array($0) } }
  /// The number of words.
  package var wordCount: Int { words.count }

  /// How many names did not fit.
  package let namesLost: Int
  /// The process that wrote it.
  package let process: Int
  /// When it began, in nanoseconds since 1970.
  package let start: Int
  /// The latest record after which each model was looked at again, or left.
  package let looked: Int
  /// What it keeps besides names; nil if its bytes don't say.
  package let texts: JournalTexts?
  /// The app's name; nil if it has none.
  package let appName: String?

  /// Reads a journal. Costs a look at each segment and name.
  ///
  /// - Throws: what is wrong with it.
  package init(words: [UInt64]) throws(JournalFault) {
    guard words.first == JournalFormat.magic else { throw .notAJournal }
    guard words.count >= JournalFormat.headerWords else { throw .cutOff }
    let version = words[Header.version]
    guard version == JournalFormat.version else { throw .unknownVersion(version) }
    guard words[Header.words] <= UInt64(words.count) else { throw .cutOff }
    func range(_ start: UInt64, _ count: UInt64) throws(JournalFault) -> Range<Int> {
      guard start <= UInt64(words.count), count <= UInt64(words.count) - start else {
        throw .wrongHeader
      }
      return Int(start)..<Int(start + count)
    }
    let area = try range(words[Header.namesStart], words[Header.namesWords])
    let ring = try range(words[Header.ringStart], words[Header.ringWords])
    guard area.count <= JournalFormat.mostNamesWords, ring.count >= JournalFormat.segmentWords,
      ring.count % JournalFormat.recordWords == 0
    else {
      throw .wrongHeader
    }
    self.words = words
    ringStart = ring.lowerBound
    ringWords = ring.count
    names = JournalNames(words[area], end: Int(clamping: words[Header.namesEnd]))
    namesLost = Int(clamping: words[Header.namesLost])
    process = Int(clamping: words[Header.process])
    start = Int(clamping: words[Header.startTime])
    looked = Int(clamping: words[Header.looked])
    texts = JournalTexts(rawValue: words[Header.texts])
    let appName = UInt32(exactly: words[Header.appName]).flatMap(names.text)
    self.appName = appName == "" ? nil : appName
    segments = try Self.segments(words, ring)
  }

  private static func segments(
    _ words: [UInt64], _ ring: Range<Int>
  ) throws(JournalFault) -> [Segment] {
    let (size, length) = (UInt64(JournalFormat.recordWords), UInt64(ring.count))
    let (first, current) = (words[Header.first], words[Header.current])
    let next = words[Header.next]
    guard first % size == 0, current % size == 0, first <= current, current - first < length,
      current < UInt64(Int.max / 4), next > 0, next < UInt64(Int.max / 4)
    else { throw .wrongHeader }
    var segments: [Segment] = []
    var position = first
    while true {
      func word(_ place: Int) -> UInt64 {
        words[ring.lowerBound + Int((position + UInt64(place)) % length)]
      }
      let isLast = position == current
      let begin = word(JournalFormat.Segment.firstRecord)
      let checkpoint = word(JournalFormat.Segment.checkpointWords)
      let end = isLast ? next : begin &+ word(JournalFormat.Segment.recordCount)
      let offset = word(JournalFormat.Segment.timeOfDay).subtractingReportingOverflow(
        word(JournalFormat.Segment.time))
      guard word(JournalFormat.Segment.magic) == JournalFormat.segmentMagic,
        word(JournalFormat.Segment.position) == position,
        begin == segments.last.map({ UInt64($0.records.upperBound) }) ?? begin,
        begin > 0, begin <= end, end <= next, !offset.overflow,
        offset.partialValue < UInt64(Int.max / 4),
        checkpoint >= UInt64(JournalFormat.segmentWords), checkpoint % size == 0,
        checkpoint <= length, end - begin <= length / size
      else { throw .wrongSegment(position: position) }
      let least = checkpoint + (end - begin) * size
      let whole = word(JournalFormat.Segment.words)
      guard whole >= least, whole % size == 0, whole <= length,
        position - first + whole <= length
      else { throw .wrongSegment(position: position) }
      let flags = word(JournalFormat.Segment.flags)
      segments.append(
        Segment(
          position: position, checkpointWords: Int(checkpoint), firstRecord: Int(begin),
          recordCount: Int(end - begin),
          hasCheckpoint: flags & JournalFormat.SegmentFlag.hasCheckpoint != 0,
          isDescribed: flags & JournalFormat.SegmentFlag.isDescribed != 0,
          bytesNeeded: Int(clamping: word(JournalFormat.Segment.bytesNeeded)),
          treeCount: Int(clamping: word(JournalFormat.Segment.treeCount)),
          looked: Int(clamping: word(JournalFormat.Segment.looked)), words: Int(whole),
          clockOffset: Int(offset.partialValue)))
      if isLast { return segments }
      position += whole
      guard position <= current else { throw .wrongSegment(position: position) }
    }
  }

  /// A word of a segment, by its place.
  func word(_ place: Int, of segment: Segment) -> UInt64 {
    words[ringStart + Int((segment.position + UInt64(place)) % UInt64(ringWords))]
  }

  /// Where a record of a segment begins in `words`.
  func place(of number: Int, in segment: Segment) -> Int {
    let offset =
      segment.checkpointWords + (number - segment.firstRecord) * JournalFormat.recordWords
    return ringStart + Int((segment.position + UInt64(offset)) % UInt64(ringWords))
  }

  // MARK: Records

  /// The numbers of the available records.
  package var records: Range<Int> {
    (segments.first?.firstRecord ?? 1)..<(segments.last?.records.upperBound ?? 1)
  }

  /// The messages that it names, in no order. Costs a look at each name.
  package var messages: [KnownMessage] { names.allMessages.filter { $0.code != nil } }

  /// How many records were dropped.
  package var droppedCount: Int { records.lowerBound - 1 }

  /// The segment that holds a record, or at whose end it would be.
  func segmentIndex(of number: Int) -> Int {
    max(0, segments.partitionIndex { $0.firstRecord > number } - 1)
  }

  /// A record; nil if it isn't available or isn't understood.
  package subscript(number: Int) -> JournalRecord? {
    guard records.contains(number) else { return nil }
    return record(number, in: segments[segmentIndex(of: number)])
  }

  /// Calls `body` with each record of a range, in order, until it returns false. Records that are not
  /// understood are passed over.
  ///
  /// - Parameter events: the kinds of records; nil for all.
  package func forEachRecord(
    in range: Range<Int>? = nil, of events: Set<JournalEvent>? = nil,
    _ body: (JournalRecord) -> Bool
  ) {
    let range = (range ?? records).clamped(to: records)
    for segment in segments where segment.records.overlaps(range) {
      for number in segment.records.clamped(to: range) {
        if let events, event(of: number, in: segment).map(events.contains) != true { continue }
        if let record = record(number, in: segment), !body(record) { return }
      }
    }
  }

  /// The number of the record that many records back; nil for an age of 0, or one before the first record.
  static func earlier(by age: UInt64, than number: Int) -> Int? {
    age == 0 || age >= UInt64(number) ? nil : number - Int(age)
  }

  /// The event of a record; nil if the record isn't available or isn't understood.
  package func event(of number: Int) -> JournalEvent? {
    guard records.contains(number) else { return nil }
    return event(of: number, in: segments[segmentIndex(of: number)])
  }

  /// When a record was written, in nanoseconds since 1970.
  func time(of number: Int, in segment: Segment) -> Int {
    let elapsed = words[place(of: number, in: segment) + JournalFormat.Record.time] >> 8
    return segment.clockOffset + Int(elapsed)
  }

  /// When the latest record was written, if there is one.
  package var lastTime: Int? {
    guard let last = records.last else { return nil }
    return time(of: last, in: segments[segmentIndex(of: last)])
  }

  /// The event of a record, without the rest of the record.
  func event(of number: Int, in segment: Segment) -> JournalEvent? {
    JournalEvent(rawValue: UInt8(truncatingIfNeeded: words[place(of: number, in: segment)]))
  }
}

extension JournalContents {
  /// Reads a journal's file.
  ///
  /// - Throws: `JournalError` with the file and what is wrong.
  package init(contentsOfFile path: String) throws(JournalError) {
    let bytes: FileBytes
    do {
      bytes = try FileBytes(arriving: path)
    } catch {
      throw .file(error)
    }
    try self.init(bytes, path: path)
  }

  /// Reads a journal's file as far as its header counts.
  ///
  /// - Parameter path: the file that an error names.
  /// - Throws: `JournalError` with the file and what is wrong.
  package init(_ bytes: FileBytes, path: String) throws(JournalError) {
    var words: [UInt64] = []
    do throws(FileError) {
      let header = 8 * JournalFormat.headerWords
      try bytes.receive(upTo: header)
      var count = JournalFormat.headerWords
      bytes.withBuffer { buffer in
        guard buffer.count >= header else { return }
        let counted = UnsafeRawBufferPointer(buffer)
          .loadUnaligned(fromByteOffset: 8 * JournalFormat.Header.words, as: UInt64.self)
        count = Int(clamping: min(counted, UInt64(Int.max / 8)))
      }
      // Of a file that is shorter, its beginning tells so.
      let isCutOff = bytes.expectedCount.map { $0 / 8 < count } ?? false
      words = try bytes.words(limit: isCutOff ? JournalFormat.headerWords : count)
    } catch {
      throw .file(error)
    }
    do throws(JournalFault) {
      try self.init(words: words)
    } catch {
      throw .damaged(path: path, error)
    }
  }

  /// Whether bytes begin as a journal does.
  package static func isJournal(_ bytes: FileBytes) -> Bool {
    bytes.withBuffer { $0.starts(with: JournalFile.beginning) }
  }
}
