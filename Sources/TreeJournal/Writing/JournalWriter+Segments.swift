import TextIO

extension JournalWriter {
  /// Whether `makeRoom(models:checkpoint:)` must be called before the next record.
  @inlinable package var isFull: Bool { ring.left == 0 }

  /// Whether `writeMessage` can be called.
  @inlinable package var hasRoomForTwo: Bool { ring.left > 1 }

  /// Makes room for records.
  ///
  /// - Parameters:
  ///   - models: gives the number of models in the trees.
  ///   - checkpoint: gives the trees as they are after the latest record.
  /// - Returns: whether a checkpoint with labels and states would be welcome soon.
  package func makeRoom(models: () -> Int, checkpoint: () -> JournalCheckpoint) -> Bool {
    if ring.isInSegment { return ring.findRoom() && misfit == nil }
    beginSegment(models: models(), checkpoint)
    return false
  }

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
  package var bytesNeeded: Int? { misfit.map { Self.bytes(forCheckpointOf: $0.presentWords) } }

  /// Begins a segment with the trees as they are after the latest record. If they did not fit, they are
  /// measured again once they have half or twice as many models, or after four records for each of their
  /// words: the walk over them is then a small part of what those records cost.
  ///
  /// - Parameters:
  ///   - models: the number of models in the trees.
  ///   - checkpoint: gives the trees.
  package func beginSegment(models: Int, _ checkpoint: () -> JournalCheckpoint) {
    if let misfit, models > misfit.models / 2, models < 2 * misfit.models,
      next - misfit.record < 4 * misfit.words
    {
      self.misfit?.present = models
      write(nil)
    } else {
      let checkpoint = checkpoint()
      misfit =
        fits(checkpoint)
        ? nil : Misfit(models: models, words: checkpoint.words, record: next, present: models)
      write(misfit == nil ? checkpoint : nil)
    }
  }

  /// Begins a segment with the trees and with labels and states, if there is room for those.
  package func beginSegment(described checkpoint: JournalCheckpoint) {
    if fits(checkpoint) { write(checkpoint) }
  }

  /// A segment takes at most half of the ring, so that the next one is complete before this is dropped.
  private func fits(_ checkpoint: JournalCheckpoint) -> Bool {
    Self.wholeRecords(checkpoint.words) <= ring.count / 4
  }

  private static func wholeRecords(_ words: Int) -> Int {
    let size = JournalFormat.recordWords
    return (words + size - 1) / size * size
  }

  /// - Parameter checkpoint: the trees; nil if they do not fit.
  private func write(_ checkpoint: JournalCheckpoint?) {
    let size = JournalFormat.recordWords
    let count = checkpoint.map { Self.wholeRecords($0.words) } ?? JournalFormat.segmentWords
    // A thirty-second is dropped at a time, or more where checkpoints would take a tenth.
    let records = min(max(ring.count / 32, 8 * count), ring.count / 4) / size * size

    var block = ring.endSegment(count, next: next)
    let begin = block.position
    block.append(JournalFormat.segmentMagic)
    block.append(UInt64(begin))
    block.append(next)
    block.append(UInt64(count))
    block.append(0)
    latestTime = time
    block.append(latestTime)
    block.append(SteadyClock.timeOfDay)
    var flags: UInt64 = checkpoint == nil ? 0 : JournalFormat.SegmentFlag.hasCheckpoint
    if checkpoint?.isDescribed == true { flags |= JournalFormat.SegmentFlag.isDescribed }
    block.append(flags)
    block.append(checkpoint == nil ? UInt64(bytesNeeded ?? 0) : 0)
    block.append(UInt64(checkpoint?.trees.count ?? 0))
    block.append(0)
    block.append(0)
    checkpoint?.write(into: &block)
    while block.position < begin + count { block.append(0) }

    JournalCommit.store(UInt64(begin), at: header + Header.current)
    ring.beginRecords(records, of: begin, behind: count, next: next)
  }

  /// The bytes of a journal in which a checkpoint of so many words fits.
  private static func bytes(forCheckpointOf words: Int) -> Int {
    // Four of them in the ring, which has at least nine tenths of the bytes.
    let bytes = words * 8 * 4 * 10 / 9 + JournalFormat.leastBytes
    return (bytes + 4_095) / 4_096 * 4_096
  }
}
