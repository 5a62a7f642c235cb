import TextIO

extension JournalWriter {
  /// Whether `makeRoom(checkpoint:)` must be called before the next record.
  @inlinable package var isFull: Bool { ring.left == 0 }

  /// Whether `writeMessage` can be called.
  @inlinable package var hasRoomForTwo: Bool { ring.left > 1 }

  /// Makes room for records.
  ///
  /// - Parameter checkpoint: gives the trees as they are after the latest record.
  /// - Returns: whether a checkpoint with labels and states would be welcome soon.
  package func makeRoom(checkpoint: () -> JournalCheckpoint) -> Bool {
    if ring.isInSegment { return ring.findRoom() }
    beginSegment(checkpoint())
    return false
  }

  /// Begins a segment with the trees as they are after the latest record.
  package func beginSegment(_ checkpoint: JournalCheckpoint) {
    let size = JournalFormat.recordWords
    let words = (checkpoint.words + size - 1) / size * size
    // A segment takes at most half of the ring, so that the next one is complete before this is dropped.
    let fits = words <= ring.count / 4
    // Labels and states are left out where there is no room for them.
    if !fits, checkpoint.isDescribed { return }
    let count = fits ? words : JournalFormat.segmentWords
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
    var flags = fits ? JournalFormat.SegmentFlag.hasCheckpoint : 0
    if fits, checkpoint.isDescribed { flags |= JournalFormat.SegmentFlag.isDescribed }
    block.append(flags)
    block.append(fits ? 0 : Self.bytes(forCheckpointOf: words))
    block.append(fits ? UInt64(checkpoint.trees.count) : 0)
    block.append(0)
    block.append(0)
    if fits { checkpoint.write(into: &block) }
    while block.position < begin + count { block.append(0) }

    JournalCommit.store(UInt64(begin), at: header + Header.current)
    ring.beginRecords(records, of: begin, behind: count)
  }

  /// The bytes of a journal in which a checkpoint of so many words fits.
  private static func bytes(forCheckpointOf words: Int) -> UInt64 {
    // Four of them in the ring, which has at least nine tenths of the bytes.
    let bytes = UInt64(words) * 8 * 4 * 10 / 9 + UInt64(JournalFormat.leastBytes)
    return (bytes + 4_095) / 4_096 * 4_096
  }
}
