package import TreeSnapshot

extension JournalContents {
  /// The last tree that the app held, also where it ended before the last record: as it was before its
  /// sessions closed.
  ///
  /// - Parameter name: what the tree is called.
  /// - Throws: `MomentError` where no tree is kept.
  package func lastSnapshot(name: String? = nil) throws(MomentError) -> Snapshot {
    try snapshot(at: lastMomentWithTree() ?? records.upperBound - 1, name: name)
  }

  /// The last moment at which the app held a tree; where that has ended, the one before its sessions closed
  /// and its models left. Nil where none is kept. Where the tree has ended, it costs a look at each record
  /// that is kept.
  ///
  /// - Parameter end: the latest moment that counts.
  package func lastMomentWithTree(upTo end: Int = .max) -> Int? {
    let end = min(end, records.upperBound - 1)
    if let replay = try? JournalReplay(of: self, at: end), replay.tree != nil { return end }
    guard let start = segments.first(where: { $0.hasCheckpoint && $0.firstRecord <= end + 1 }),
      var replay = try? JournalReplay(of: self, at: start.firstRecord - 1)
    else { return nil }
    var found = replay.tree == nil ? nil : replay.moment
    for segment in segments {
      // A tree ends where its root is detached.
      for number in segment.records
      where number > replay.moment && number <= end && event(of: number, in: segment) == .detached {
        replay.advance(to: number - 1)
        if replay.tree != nil { found = number - 1 }
        replay.advance(to: number)
      }
    }
    return found.map(momentBeforeClosing)
  }

  /// The moment before the records that tell of nothing but closing sessions and of models that leave, as
  /// far as they belong together; the moment itself where no session closed.
  private func momentBeforeClosing(_ moment: Int) -> Int {
    var number = moment
    while self[number]?.event == .detached { number -= 1 }
    guard self[number]?.event == .closed else { return moment }
    // The sessions within it closed before.
    while self[number]?.event == .closed { number -= 1 }
    return records.contains(number) || number == records.lowerBound - 1 ? number : moment
  }
}
