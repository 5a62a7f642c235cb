package import TreeSnapshot

/// The trees of a journal at a moment, which can advance to later ones.
package struct JournalReplay {
  private let contents: JournalContents
  private var nextCheckpoint: Int
  private var trees: [ReplayedTree] = []
  /// The number of the latest record that was taken.
  package private(set) var moment: Int
  /// Whether labels and states are kept at the moment.
  package private(set) var isDescribed: Bool
  /// How often the trees changed on the way here.
  private(set) var changes = 0

  /// Rebuilds the trees as they were after a record. Costs reading a checkpoint, and the records
  /// between it and the moment.
  ///
  /// - Parameter moment: the record's number.
  /// - Throws: `MomentError` if the moment isn't available.
  package init(of contents: JournalContents, at moment: Int) throws(MomentError) {
    self.contents = contents
    let records = contents.records
    let first = records.lowerBound - 1
    guard moment >= first else { throw .dropped(first: first) }
    guard moment < records.upperBound else { throw .later(last: records.upperBound - 1) }
    guard let place = contents.checkpointIndex(upTo: moment) else {
      let later = contents.checkpointList.first
      throw later.map { .dropped(first: $0.moment) } ?? .noTrees
    }
    let checkpoint = contents.checkpointList[place]
    guard checkpoint.trees != nil else { throw .tooLarge(bytesNeeded: checkpoint.bytesNeeded) }
    guard contents.wholeMoment(upTo: moment) == moment else { throw .damaged }
    self.moment = checkpoint.moment
    isDescribed = checkpoint.looked != nil
    trees = checkpoint.replayedTrees
    nextCheckpoint = place + 1
    advance(to: moment)
  }

  /// Takes the records up to a later moment, which the journal holds.
  package mutating func advance(to later: Int) {
    var index = contents.index(of: moment + 1)
    while moment < later {
      let checkpointList = contents.checkpointList
      let next = nextCheckpoint < checkpointList.count ? checkpointList[nextCheckpoint].moment : .max
      let end = min(later, next)
      while index < contents.list.count, contents.list[index].number <= end {
        take(contents.list[index])
        index += 1
      }
      moment = end
      // Later trees come with the checkpointList at which they join.
      if moment == next { takeCheckpoint() }
    }
  }

  /// Continues with the trees of a checkpoint, which holds no model that is gone.
  private mutating func takeCheckpoint() {
    let checkpoint = contents.checkpointList[nextCheckpoint]
    nextCheckpoint += 1
    guard checkpoint.trees != nil else { return }
    trees = checkpoint.replayedTrees
    isDescribed = checkpoint.looked != nil
    changes += 1
  }

  private mutating func take(_ record: JournalRecord) {
    guard record.event.changesTree,
      let tree = trees.lastIndex(where: { $0.number == record.node.tree })
    else { return }
    changes += 1
    trees[tree].apply(record)
  }

  /// The number of the app's tree, the last one that joined; nil if there was none.
  package var tree: Int? { current?.number }

  /// A tree of which the root is there.
  func replayed(_ number: Int) -> ReplayedTree? {
    trees.last { $0.number == number && $0.isThere }
  }

  /// The trees of which the roots are there.
  var present: [ReplayedTree] { trees.filter(\.isThere) }

  private var current: ReplayedTree? {
    guard let last = trees.last, last.isThere else { return nil }
    return last
  }

  /// A tree.
  ///
  /// - Parameters:
  ///   - number: the tree's number; left out, it is the one that the app held.
  ///   - name: what the tree is called.
  /// - Throws: `MomentError` if there is no tree.
  package func snapshot(
    ofTree number: Int? = nil, name: String? = nil
  ) throws(MomentError) -> Snapshot {
    guard var tree = number.map(replayed) ?? current else {
      throw contents.holdsTrees
        ? .noTree(moment: moment, last: contents.lastMomentWithTree(upTo: moment)) : .noTrees
    }
    tree.markAges(at: moment, in: contents)
    do throws(LinkError) {
      return try tree.snapshot(name: name)
    } catch {
      throw .damaged
    }
  }
}

extension JournalContents {
  /// Calls `body` with each tree as the first checkpoint has it that is at a record, or later.
  func forEachFirstTree(after lastRecord: Int = 0, _ body: (ReplayedTree) -> Void) {
    var numbers: Set<Int> = []
    for checkpoint in checkpointList where checkpoint.moment >= lastRecord {
      for tree in checkpoint.replayedTrees where numbers.insert(tree.number).inserted { body(tree) }
    }
  }

  /// Whether it holds trees of models, or would if they were smaller; objects that aren't models keep
  /// none in it.
  package var holdsTrees: Bool { checkpointList.contains { $0.trees?.isEmpty != true } }

  /// The tree that the app held after a record. Costs reading a checkpoint, and the records between it
  /// and the moment.
  ///
  /// - Parameters:
  ///   - moment: the record's number.
  ///   - name: what the tree is called.
  /// - Throws: `MomentError` if there is no tree.
  package func snapshot(at moment: Int, name: String? = nil) throws(MomentError) -> Snapshot {
    try JournalReplay(of: self, at: moment).snapshot(name: name)
  }

  /// The last tree that the app held, even if it ended before the last record: as it was before its
  /// sessions closed.
  ///
  /// - Parameter name: what the tree is called.
  /// - Throws: `MomentError` if no tree is available.
  package func lastSnapshot(name: String? = nil) throws(MomentError) -> Snapshot {
    try snapshot(at: lastMomentWithTree() ?? records.upperBound - 1, name: name)
  }

  /// The last moment at which the app held a tree; where that has ended, the one before its sessions closed
  /// and its models left. Nil if none is kept. Where the tree has ended, it costs a look at each record
  /// that is kept.
  ///
  /// - Parameter end: the latest moment that counts.
  package func lastMomentWithTree(upTo end: Int = .max) -> Int? {
    let end = wholeMoment(upTo: min(end, records.upperBound - 1))
    if let replay = try? JournalReplay(of: self, at: end), replay.tree != nil { return end }
    guard let start = checkpointList.first(where: { $0.trees != nil && $0.moment <= end }),
      var replay = try? JournalReplay(of: self, at: start.moment)
    else { return nil }
    var latest = replay.tree == nil ? nil : replay.moment
    // A tree ends where its root is detached.
    forEachRecord(in: (start.moment + 1)..<(end + 1), of: [.detached]) { record in
      replay.advance(to: record.number - 1)
      if replay.tree != nil { latest = record.number - 1 }
      replay.advance(to: record.number)
      return true
    }
    return latest.map(momentBeforeClosing)
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

extension JournalContents.Checkpoint {
  /// The trees, to which records can be applied.
  var replayedTrees: [ReplayedTree] {
    (trees ?? []).map { ReplayedTree(number: $0.number, $0.tree, looked: looked ?? 0) }
  }

  /// One of the trees.
  func tree(_ number: Int) -> ReplayedTree? {
    trees?.last { $0.number == number }
      .map { ReplayedTree(number: $0.number, $0.tree, looked: looked ?? 0) }
  }
}
