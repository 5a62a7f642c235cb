extension JournalContents {
  /// The last moment at which the app held a tree; nil where none is kept. Where the tree has ended, it
  /// costs a look at each record that is kept.
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
    return found
  }
}
