package import TreeSnapshot

/// The trees of a journal at a moment, which can advance to later ones. A snapshot is made when it is asked
/// for, and made again only after something changed.
package struct JournalReplay {
  private let contents: JournalContents
  private var nextCheckpoint: Int
  fileprivate private(set) var trees: [ReplayedTree] = []
  /// The number of the latest record that was taken.
  package private(set) var moment: Int
  /// Whether labels and states are kept at the moment.
  package private(set) var isDescribed: Bool
  /// Counts the changes of the trees, so that what was found out about them can be kept as long.
  package private(set) var changes = 0
  /// The snapshots that were made since the latest change, by their trees.
  private var snapshots: [Int: Snapshot] = [:]

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
      if let later = contents.checkpointList.first { throw .dropped(first: later.moment) }
      // Of objects that aren't models.
      (self.moment, trees, isDescribed, nextCheckpoint) = (moment, [], false, 0)
      return
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

  /// Takes the records up to a later moment, which the journal holds. Costs a look at each on the way.
  package mutating func advance(to later: Int) {
    var index = contents.index(of: moment + 1)
    while moment < later {
      let checkpoints = contents.checkpointList
      let next = nextCheckpoint < checkpoints.count ? checkpoints[nextCheckpoint].moment : .max
      let end = min(later, next)
      while index < contents.list.count, contents.list[index].number <= end {
        take(contents.list[index])
        index += 1
      }
      moment = end
      // Later trees come with the checkpoints at which they join.
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
    noteChange()
  }

  private mutating func take(_ record: JournalRecord) {
    guard record.event.changesTree,
      let tree = trees.lastIndex(where: { $0.number == record.node.tree })
    else { return }
    noteChange()
    trees[tree].apply(record)
  }

  private mutating func noteChange() {
    changes += 1
    snapshots = [:]
  }

  /// The number of the app's tree, the last one that joined; nil if it has ended, or none joined.
  package var tree: Int? { trees.last.flatMap { $0.isThere ? $0.number : nil } }

  /// A tree of which the root is there.
  package subscript(tree number: Int) -> ReplayedTree? {
    trees.last { $0.number == number && $0.isThere }
  }

  /// A tree.
  ///
  /// - Parameters:
  ///   - number: the tree's number; left out, it is the one that the app held.
  ///   - name: what the tree is called.
  /// - Throws: `MomentError` if there is no tree.
  package mutating func snapshot(
    ofTree number: Int? = nil, name: String? = nil
  ) throws(MomentError) -> Snapshot {
    guard let number = number ?? tree, var tree = self[tree: number] else {
      throw contents.holdsTrees
        ? .noTree(moment: moment, last: contents.lastMomentWithTree(upTo: moment)) : .noTrees
    }
    if let snapshot = snapshots[number], name == nil { return snapshot }
    tree.markAges(at: moment, in: contents)
    do throws(LinkError) {
      let snapshot = try tree.snapshot(name: name)
      if name == nil { snapshots[number] = snapshot }
      return snapshot
    } catch {
      throw .damaged
    }
  }
}

extension JournalContents {
  /// Whether it holds trees of models, or would if they were smaller; objects that aren't models keep
  /// none in it.
  package var holdsTrees: Bool { checkpointList.contains { $0.trees?.isEmpty != true } }

  /// A tree after a record. Costs reading a checkpoint, and the records between it and the moment.
  ///
  /// - Parameters:
  ///   - moment: the record's number.
  ///   - number: the tree's number; left out, it is the one that the app held.
  ///   - name: what the tree is called.
  /// - Throws: `MomentError` if there is no tree.
  package func snapshot(
    at moment: Int, ofTree number: Int? = nil, name: String? = nil
  ) throws(MomentError) -> Snapshot {
    var replay = try JournalReplay(of: self, at: moment)
    return try replay.snapshot(ofTree: number, name: name)
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
  /// and its models left. Nil if none is kept. Costs a look at each record if the tree has ended.
  ///
  /// - Parameter end: the latest moment that counts.
  package func lastMomentWithTree(upTo end: Int = .max) -> Int? {
    let end = wholeMoment(upTo: min(end, records.upperBound - 1))
    func holdsTree(_ moment: Int) -> Bool {
      (try? JournalReplay(of: self, at: moment))?.tree != nil
    }
    if holdsTree(end) { return end }
    // A tree ends where its root is detached.
    let trees = checkpointList.flatMap { $0.trees ?? [] }
    let roots = Set(trees.map { JournalNode(tree: $0.number, id: $0.tree.root.id) })
    let isEnd = { (record: JournalRecord) in
      record.event == .detached && roots.contains(record.node)
    }
    guard let last = list[..<index(of: end + 1)].last(where: isEnd).map({ $0.number - 1 }),
      holdsTree(last)
    else { return nil }
    var number = last
    while self[number]?.event == .detached { number -= 1 }
    guard self[number]?.event == .closed else { return last }
    // The sessions within it closed before.
    while self[number]?.event == .closed { number -= 1 }
    return number >= records.lowerBound - 1 ? number : last
  }
}

extension JournalContents.Checkpoint {
  /// The trees, to which records can be applied.
  var replayedTrees: [ReplayedTree] {
    (trees ?? []).map { ReplayedTree(number: $0.number, $0.tree, looked: looked ?? 0) }
  }
}

extension JournalContents {
  /// A part of what a journal tells, in order.
  package enum Part {
    /// A tree as it is when the journal first has it.
    case tree(ReplayedTree)
    case record(JournalRecord)
  }

  /// Calls `body` with each available record, and before them with each tree. Costs a pass over the journal.
  ///
  /// - Parameter first: The number of the first record that counts.
  package func forEachPart(from first: Int = 0, _ body: (Part) -> Void) {
    let first = max(first, records.lowerBound)
    var trees: Set<Int> = []
    func take(_ present: [ReplayedTree]) {
      for tree in present where trees.insert(tree.number).inserted { body(.tree(tree)) }
    }
    if let replay = try? JournalReplay(of: self, at: first - 1) {
      take(replay.trees.filter(\.isThere))
    }
    var next = index(of: first)
    for checkpoint in checkpointList where checkpoint.moment >= first {
      while next < list.count, list[next].number <= checkpoint.moment {
        body(.record(list[next]))
        next += 1
      }
      take(checkpoint.replayedTrees)
    }
    for record in list[next...] { body(.record(record)) }
  }
}
