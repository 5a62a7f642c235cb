import TextIO
package import TreeJournal
package import TreeSnapshot

/// A target's journal at one moment.
package struct JournalLook: Sendable {
  /// The journal.
  package var contents: JournalContents
  /// The present time of a live tree, in nanoseconds since 1970; nil for a file.
  package var now: Int?
  /// The difference between the target's number of a tree and the journal's.
  package var treeOffset: Int

  /// Creates a look.
  package init(contents: JournalContents, now: Int? = nil, treeOffset: Int = 0) {
    self.contents = contents
    self.now = now
    self.treeOffset = treeOffset
  }

  /// The last moment at which the app had a tree; nil if the journal doesn't contain it.
  package var lastMoment: Int? { contents.lastMomentWithTree() }

  /// The number of the last record.
  var lastRecord: Int { contents.records.upperBound - 1 }

  /// Reads a part of a running app's journal.
  ///
  /// - Throws: The problem with it.
  package init(_ excerpt: JournalExcerpt) throws(JournalError) {
    self.init(
      contents: try JournalContents(bytes: excerpt.bytes), now: excerpt.now,
      treeOffset: excerpt.tree - excerpt.treeInJournal)
  }

  /// Appends the records that have arrived since.
  ///
  /// - Parameters:
  ///   - part: The part after the last record of this look.
  ///   - limit: The maximum size of both in bytes.
  /// - Returns: nil if records are missing between the two, if they belong to different journals, or if they
  ///   are larger.
  func followed(by part: JournalLook, limit: Int) -> JournalLook? {
    contents.followed(by: part.contents, limit: limit).map {
      JournalLook(contents: $0, now: part.now, treeOffset: part.treeOffset)
    }
  }

  /// The tree at a moment.
  ///
  /// - Parameters:
  ///   - number: the number of a record.
  ///   - name: the tree's name.
  /// - Throws: `MomentError` if there is no such moment.
  package func state(at number: Int, name: String) throws -> TreeState {
    var replay = try JournalReplay(of: contents, at: number)
    let snapshot = contents.adding(
      worksOfTree: replay.tree, at: number, to: try replay.snapshot(name: name))
    return TreeState(snapshot: snapshot, tree: (replay.tree ?? 0) + treeOffset)
  }
}

extension Snapshot {
  /// A remark on a tree of objects that is older than the moment at which it is shown.
  var treeAge: SafeText? {
    columns.treeAge.map {
      "objects that aren't models are shown as they were at record \($0), when they were last read"
    }
  }
}
