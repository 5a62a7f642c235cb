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

  /// The last moment at which the app held a tree; nil if none is kept.
  package var lastMoment: Int? { contents.lastMomentWithTree() }

  /// The number of the last record.
  var lastRecord: Int { contents.records.upperBound - 1 }

  /// Reads a part of a running app's journal.
  ///
  /// - Throws: What is wrong with it.
  package init(_ excerpt: JournalExcerpt) throws(JournalFault) {
    self.init(
      contents: try JournalContents(words: excerpt.words), now: excerpt.now,
      treeOffset: excerpt.tree - excerpt.treeInJournal)
  }

  /// What was read before, and the part that came since.
  ///
  /// - Parameters:
  ///   - part: The part after the last record of this look.
  ///   - limit: How many bytes both take together; beyond, the oldest records are left out.
  /// - Returns: nil if records are missing between the two, or they are of different journals.
  /// - Throws: What is wrong with them.
  func followed(by part: JournalLook, limit: Int) throws(JournalFault) -> JournalLook? {
    if part.contents.records.isEmpty,
      part.contents.records.lowerBound == contents.records.upperBound,
      part.contents.isOfSameProcess(as: contents)
    {
      return JournalLook(contents: contents, now: part.now, treeOffset: part.treeOffset)
    }
    return try contents.followed(by: part.contents, limit: limit).map {
      JournalLook(contents: $0, now: part.now, treeOffset: part.treeOffset)
    }
  }

  /// The tree at a moment.
  ///
  /// - Parameters:
  ///   - number: the number of a record.
  ///   - name: what the tree is called.
  /// - Returns: The tree, and the record as of which its labels and states are; nil if none has them.
  /// - Throws: `MomentError` where there is no such moment.
  package func state(at number: Int, name: String) throws -> (state: TreeState, described: Int?) {
    let replay = try JournalReplay(of: contents, at: number)
    let snapshot = try replay.snapshot(name: name)
    return (
      TreeState(snapshot: snapshot, tree: (replay.tree ?? 0) + treeOffset), replay.described
    )
  }
}
