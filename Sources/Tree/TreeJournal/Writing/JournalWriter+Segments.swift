extension JournalWriter {
  /// Whether a segment must begin before the next record.
  package var isFull: Bool { ring.isFull }

  /// Trees that did not fit into a checkpoint when they were measured last.
  struct Misfit {
    let models: Int
    let words: Int
    /// The number of the next record at that time.
    let record: UInt64
    /// The number of models when a segment began last.
    var present: Int

    /// The words of the trees as they have grown since: in proportion to their models.
    var presentWords: Int {
      let growth = Double(max(present, models)) / Double(max(models, 1))
      return Int((Double(words) * growth).rounded(.up))
    }
  }

  /// The bytes of a journal in which the trees fit; nil if they fit into this one. An estimate if the trees
  /// have grown since they were measured.
  package var bytesNeeded: Int? {
    misfit.map { misfit in
      // Four of them in the ring, which has at least nine tenths of the bytes.
      let bytes = misfit.presentWords * 8 * 4 * 10 / 9 + JournalFormat.leastBytes
      return (bytes + 4_095) / 4_096 * 4_096
    }
  }

  /// Begins a segment with the trees as they are after the latest record. If they did not fit, they are
  /// measured again once they have half or twice as many models, or after four records for each of their
  /// words: the walk over them is then a small part of what those records cost.
  ///
  /// - Parameters:
  ///   - models: the number of models in the trees.
  ///   - checkpoint: gives the trees.
  package func beginSegment(models: Int, _ checkpoint: () -> JournalCheckpoint) {
    if let misfit, models > misfit.models / 2, models < 2 * misfit.models,
      ring.next - misfit.record < 4 * misfit.words
    {
      self.misfit?.present = models
      return write(nil)
    }
    let checkpoint = checkpoint()
    if fits(checkpoint) {
      misfit = nil
      write(checkpoint)
    } else {
      misfit = Misfit(
        models: models, words: Self.headWords + checkpoint.words.count, record: ring.next,
        present: models)
      write(nil)
    }
  }

  private static let headWords = JournalFormat.segmentWords

  /// Whether a checkpoint fits: a segment takes less than half of the ring, filled up to whole records,
  /// so that the next one is complete before it is dropped.
  package func fits(_ checkpoint: JournalCheckpoint) -> Bool {
    Self.headWords + checkpoint.words.count + JournalFormat.recordWords <= ring.count / 4
  }

  /// - Parameter checkpoint: the trees; nil if they do not fit.
  private func write(_ checkpoint: JournalCheckpoint?) {
    let size = JournalFormat.recordWords
    var words = checkpoint?.words ?? []
    while (Self.headWords + words.count) % size != 0 { words.append(0) }
    let count = Self.headWords + words.count
    // A thirty-second is dropped at a time, or more if checkpoints would take a tenth; a record with its
    // texts fits in any case.
    let least = size + RecordTexts.limit
    let records = min(max(ring.count / 32, 8 * count, least), ring.count / 4) / size * size
    latestTime = time
    var head = [UInt64](repeating: 0, count: Self.headWords)
    head[JournalFormat.Segment.magic] = JournalFormat.segmentMagic
    head[JournalFormat.Segment.checkpointWords] = UInt64(count)
    head[JournalFormat.Segment.time] = latestTime
    head[JournalFormat.Segment.timeOfDay] = SteadyClock.timeOfDay
    head[JournalFormat.Segment.looked] = looked
    if let checkpoint {
      head[JournalFormat.Segment.flags] =
        JournalFormat.SegmentFlag.hasCheckpoint
        | (checkpoint.isDescribed ? JournalFormat.SegmentFlag.isDescribed : 0)
      head[JournalFormat.Segment.treeCount] = UInt64(checkpoint.treeCount)
    } else {
      head[JournalFormat.Segment.bytesNeeded] = UInt64(bytesNeeded ?? 0)
    }
    ring.beginSegment(head, words, records: records)
  }
}

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
