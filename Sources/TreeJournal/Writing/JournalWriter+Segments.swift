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
