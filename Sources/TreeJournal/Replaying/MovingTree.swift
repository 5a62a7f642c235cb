package import TreeSnapshot

/// The trees of a journal at one moment after the other. A snapshot is made where it is asked for, and
/// made again only after something changed.
package final class MovingTree {
  private var replay: JournalReplay
  private var snapshots: [Int: Snapshot] = [:]
  private var keptChanges = 0

  /// Begins at a moment. Costs reading a checkpoint, and the records between it and the moment.
  ///
  /// - Parameter moment: the number of a record.
  /// - Throws: `MomentError` if the moment isn't available.
  package init(of contents: JournalContents, at moment: Int) throws(MomentError) {
    replay = try JournalReplay(of: contents, at: moment)
  }

  /// Goes on to a later moment, which the journal holds. Costs a look at each record on the way.
  package func advance(to moment: Int) {
    if moment > replay.moment { replay.advance(to: moment) }
  }

  /// Calls `body` with a tree as it is now, which is not to be kept; with nil if it is missing.
  package func withTree<Result>(
    _ number: Int, _ body: (ReplayedTree?) throws -> Result
  ) rethrows -> Result {
    try body(replay.replayed(number))
  }

  /// Counts the changes of the trees, so that what was found out about them can be kept as long.
  package var changes: Int { replay.changes }

  /// The number of the tree that the app holds; nil if it holds none.
  package var tree: Int? { replay.tree }

  /// A tree.
  ///
  /// - Parameter number: the tree's number.
  /// - Throws: `MomentError` if it is missing.
  package func snapshot(ofTree number: Int) throws(MomentError) -> Snapshot {
    if keptChanges != replay.changes {
      snapshots = [:]
      keptChanges = replay.changes
    }
    if let snapshot = snapshots[number] { return snapshot }
    let snapshot = try replay.snapshot(ofTree: number)
    snapshots[number] = snapshot
    return snapshot
  }
}
