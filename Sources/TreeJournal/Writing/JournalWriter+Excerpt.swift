extension JournalWriter {
  private typealias Segment = JournalFormat.Segment

  /// The part of the journal behind a record, as the words of a journal: the segments that begin behind
  /// it with their checkpoints, and of the one that it lies in the later records alone. Behind record 0
  /// lies the whole journal. Costs a copy of that part and of the names.
  ///
  /// - Parameters:
  ///   - record: the number of a record.
  ///   - limit: how many records it holds at most.
  package func excerpt(after record: Int, limit: Int = .max) -> [UInt64] {
    let end = Int(ring.next)
    let start = min(max(record, droppedRecords) + 1, end)
    let range = start..<(limit < end - start ? start + limit : end)
    let segments = parts(range, isToEnd: range.upperBound == end)
    let namesWords = (names.end + 1) / 2
    let ringStart = JournalFormat.headerWords + namesWords
    let ringCount = segments.reduce(0) { $0 + $1.words }
    var words: [UInt64] = []
    words.reserveCapacity(ringStart + ringCount)
    words += lastingHeader
    words += memory.copy(JournalFormat.headerWords, count: namesWords)
    for segment in segments {
      let place = words.count
      words += ring.copy(segment.position, count: segment.headWords)
      words[place + Segment.position] = UInt64(place - ringStart)
      words[place + Segment.firstRecord] = UInt64(segment.records.lowerBound)
      words[place + Segment.recordCount] = UInt64(segment.records.count)
      words[place + Segment.checkpointWords] = UInt64(segment.headWords)
      if !segment.isWhole {
        words[place + Segment.flags] = 0
        words[place + Segment.treeCount] = 0
      }
      words += ring.copy(
        segment.recordsPosition, count: segment.records.count * JournalFormat.recordWords)
      words += [UInt64](repeating: 0, count: segment.padding)
      words += ring.copy(segment.texts.lowerBound, count: segment.texts.count)
      words[place + Segment.words] = UInt64(words.count - place)
      words[Header.current] = UInt64(place - ringStart)
    }
    words[Header.words] = UInt64(words.count)
    words[Header.namesWords] = UInt64(namesWords)
    words[Header.ringStart] = UInt64(ringStart)
    words[Header.ringWords] = UInt64(ringCount)
    words[Header.namesEnd] = UInt64(names.end)
    words[Header.namesLost] = UInt64(names.lostCount)
    words[Header.appName] = UInt64(appName)
    // What came later may say that a model had changed.
    words[Header.looked] = range.upperBound == end ? looked : 0
    words[Header.next] = UInt64(range.upperBound)
    return words
  }

  /// A segment, or its later records.
  private struct Part {
    let position: Int
    /// The words of its head: of its checkpoint, if it comes whole.
    let headWords: Int
    let isWhole: Bool
    let records: Range<Int>
    let recordsPosition: Int
    /// Where all texts of the segment lie; none if it has no records.
    let texts: Range<Int>
    /// What makes its words a multiple of a record's.
    var padding: Int { -texts.count & (JournalFormat.recordWords - 1) }
    var words: Int {
      headWords + records.count * JournalFormat.recordWords + padding + texts.count
    }
  }

  /// The parts of the segments that hold some records, at least one.
  private func parts(_ range: Range<Int>, isToEnd: Bool) -> [Part] {
    var parts: [Part] = []
    var (position, begin) = (ring.first, Int(ring.firstRecord))
    while true {
      let isLast = position == ring.current
      var (checkpoint, count, end) = (0, 0, ring.end)
      if isLast {
        begin = Int(ring.currentRecord)
        count = Int(ring.next) - begin
        checkpoint = ring.position - position - count * JournalFormat.recordWords
      } else if let extent = ring.extent(ofSegmentAt: position, from: UInt64(begin)) {
        (checkpoint, count, end) = (extent.checkpoint, extent.records, position + extent.words)
      } else {
        // What others wrote over ends with the segment that is being written.
        position = ring.current
        parts = []
        continue
      }
      let recordsEnd = position + checkpoint + count * JournalFormat.recordWords
      var records = (begin..<(begin + count)).clamped(to: range)
      let isWhole = begin >= range.lowerBound && (begin < range.upperBound || isToEnd)
      if isWhole || !records.isEmpty || isLast && parts.isEmpty {
        if records.isEmpty { records = isWhole ? begin..<begin : range.prefix(0) }
        let passed = max(0, records.lowerBound - begin) * JournalFormat.recordWords
        let texts = records.isEmpty ? end : isLast ? ring.textStart : recordsEnd
        parts.append(
          Part(
            position: position, headWords: isWhole ? checkpoint : JournalFormat.segmentWords,
            isWhole: isWhole, records: records, recordsPosition: position + checkpoint + passed,
            texts: texts..<end))
      }
      if isLast { return parts }
      begin += count
      position = end
    }
  }
}
