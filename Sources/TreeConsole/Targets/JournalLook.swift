package import TreeJournal
package import TreeSnapshot

/// A target's journal as it is at one moment.
package struct JournalLook: Sendable {
  /// The journal.
  package var contents: JournalContents
  /// The present time of a live tree, in nanoseconds since 1970; nil for a file.
  package var now: Int?
  /// What the target's number of a tree is ahead of the journal's.
  package var treeOffset: Int

  /// Describes a look.
  package init(contents: JournalContents, now: Int? = nil, treeOffset: Int = 0) {
    self.contents = contents
    self.now = now
    self.treeOffset = treeOffset
  }

  /// The latest moment at which the app held a tree; nil where there is none that can be looked at. Costs
  /// a look at the records behind it.
  package func lastMoment(name: String) -> Int? {
    let records = contents.records
    for number in (records.lowerBound - 1..<records.upperBound).reversed() {
      // Only where the last model is detached is there no tree after a record and one before.
      let isCandidate =
        number == records.upperBound - 1
        || contents[number + 1]?.event == .detached
      if isCandidate, (try? state(at: number, name: name)) != nil { return number }
    }
    return nil
  }

  /// The tree at a moment.
  ///
  /// - Parameters:
  ///   - number: the number of a record.
  ///   - name: what the tree is called.
  /// - Returns: The tree, and the record as of which its labels and states are; nil where none has them.
  /// - Throws: `MomentError` where there is no such moment.
  package func state(at number: Int, name: String) throws -> (state: TreeState, described: Int?) {
    let replay = try JournalReplay(of: contents, at: number)
    let snapshot = try replay.snapshot(name: name)
    return (
      TreeState(snapshot: snapshot, tree: (replay.tree ?? 0) + treeOffset), replay.described
    )
  }
}
