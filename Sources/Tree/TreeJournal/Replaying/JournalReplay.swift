package import TreeSnapshot

/// The trees of a journal at a moment, which can advance to later ones.
package struct JournalReplay {
  private let contents: JournalContents
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
    // The segment that begins right behind the moment begins with the tree at it.
    let segment = contents.segments[contents.segmentIndex(of: moment + 1)]
    guard segment.hasCheckpoint else { throw .tooLarge(bytesNeeded: segment.bytesNeeded) }
    self.moment = segment.firstRecord - 1
    isDescribed = segment.isDescribed
    do throws(JournalFault) {
      trees = try contents.trees(at: segment)
    } catch {
      throw .damaged(error)
    }
    advance(to: moment)
  }

  /// Takes the records up to a later moment, which the journal holds.
  package mutating func advance(to later: Int) {
    var index = contents.segmentIndex(of: moment + 1)
    while moment < later, index < contents.segments.count {
      let segment = contents.segments[index]
      for number in (moment + 1)..<max(moment + 1, min(later + 1, segment.records.upperBound)) {
        take(number, in: segment)
      }
      moment = max(moment, min(later, segment.records.upperBound - 1))
      index += 1
      // Later trees come with the checkpoints at which they join.
      if moment == contents.segments[index - 1].records.upperBound - 1,
        index < contents.segments.count
      {
        takeCheckpoint(of: contents.segments[index])
      }
    }
  }

  /// Continues with the trees of a checkpoint, which holds no model that is gone.
  private mutating func takeCheckpoint(of segment: JournalContents.Segment) {
    guard segment.hasCheckpoint, let all = try? contents.trees(at: segment) else { return }
    trees = all
    isDescribed = segment.isDescribed
    changes += 1
  }

  private mutating func take(_ number: Int, in segment: JournalContents.Segment) {
    let place = contents.place(of: number, in: segment)
    let event = JournalEvent(rawValue: UInt8(truncatingIfNeeded: contents.words[place]))
    guard event?.changesTree == true, let record = contents.record(number, in: segment) else {
      return
    }
    guard let tree = trees.lastIndex(where: { $0.number == record.node.tree }) else { return }
    changes += 1
    trees[tree].apply(
      record,
      typeName: UInt32(truncatingIfNeeded: contents.words[place + JournalFormat.Record.name]),
      sourceWord: contents.source(of: number, in: segment))
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
      throw .damaged(.wrongHeader)
    }
  }
}

extension JournalContents {
  /// The trees of the checkpoint with which a segment begins.
  ///
  /// - Throws: `JournalFault` if it is damaged.
  func trees(at segment: Segment) throws(JournalFault) -> [ReplayedTree] {
    var reader = CheckpointReader(self, segment)
    return try reader.trees()
  }

  /// Calls `body` with each tree as the first checkpoint has it that is behind a record.
  func forEachFirstTree(after lastRecord: Int = 0, _ body: (ReplayedTree) -> Void) {
    var numbers: Set<Int> = []
    for segment in segments where segment.firstRecord > lastRecord {
      for tree in (try? trees(at: segment)) ?? [] where numbers.insert(tree.number).inserted {
        body(tree)
      }
    }
  }

  /// Whether it holds trees of models, or would if they were smaller; objects that aren't models keep
  /// none in it.
  package var holdsTrees: Bool { segments.contains { $0.treeCount > 0 || !$0.hasCheckpoint } }

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
    let end = min(end, records.upperBound - 1)
    if let replay = try? JournalReplay(of: self, at: end), replay.tree != nil { return end }
    guard let start = segments.first(where: { $0.hasCheckpoint && $0.firstRecord <= end + 1 }),
      var replay = try? JournalReplay(of: self, at: start.firstRecord - 1)
    else { return nil }
    var latest = replay.tree == nil ? nil : replay.moment
    for segment in segments {
      // A tree ends where its root is detached.
      for number in segment.records
      where number > replay.moment && number <= end && event(of: number, in: segment) == .detached {
        replay.advance(to: number - 1)
        if replay.tree != nil { latest = number - 1 }
        replay.advance(to: number)
      }
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
