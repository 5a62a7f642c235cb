package import TreeSnapshot

/// The trees of a journal at a moment, which can advance to later ones. A snapshot is made when it is asked
/// for, and made again only after something changed.
package struct JournalReplay {
  private let contents: JournalContents
  private var nextCheckpoint = 0
  fileprivate private(set) var trees: [ReplayedTree] = []
  /// The number of the latest record that was taken.
  package private(set) var moment: Int
  /// Counts the changes of the trees, so that what was found out about them can be kept as long.
  package private(set) var changes = 0
  /// By tree, the snapshot that was made last, and after which of the changes.
  private var snapshots: [Int: (snapshot: Snapshot, changes: Int)] = [:]

  /// Rebuilds the trees as they were after a record. Costs reading a checkpoint, and the records
  /// between it and the moment.
  ///
  /// - Parameter moment: the record's number.
  /// - Throws: `MomentError` if the moment isn't available.
  package init(of contents: JournalContents, at moment: Int) throws(MomentError) {
    self.contents = contents
    self.moment = try contents.number(of: .record(moment))
    guard let place = contents.checkpointList.lastIndex(where: { $0.moment <= moment }) else {
      // Objects that aren't models are read later, or not at all.
      guard let later = contents.checkpointList.first(where: \.isOfModels) else { return }
      throw .dropped(first: later.moment)
    }
    let checkpoint = contents.checkpointList[place]
    guard checkpoint.trees != nil else { throw .tooLarge(bytesNeeded: checkpoint.bytesNeeded) }
    guard contents.wholeMoment(upTo: moment) == moment else { throw .damaged }
    self.moment = checkpoint.moment
    nextCheckpoint = place
    takeCheckpoint()
    advance(to: moment)
  }

  /// Takes the records up to a later moment, which the journal holds. Costs a look at each on the way.
  package mutating func advance(to later: Int) {
    var index = contents.index(of: moment + 1)
    while moment < later {
      let checkpoints = contents.checkpointList
      let next = nextCheckpoint < checkpoints.count ? checkpoints[nextCheckpoint].moment : .max
      moment = min(later, next)
      let end = contents.index(of: moment + 1)
      for place in index..<end where contents.list[place].event.changesTree {
        let number = contents.list[place].node.tree
        guard let tree = trees.lastIndex(where: { $0.number == number }) else { continue }
        changes += 1
        trees[tree].apply(contents.list[place])
      }
      index = end
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
    changes += 1
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
    if let last = snapshots[number], last.changes == changes, last.snapshot.name == name {
      return last.snapshot
    }
    tree.markAges(at: moment, in: contents)
    guard let snapshot = try? tree.snapshot(name: name) else { throw .damaged }
    snapshots[number] = (snapshot, changes)
    return snapshot
  }
}

extension JournalContents {
  /// Whether it holds trees, or would if they were smaller. Objects that aren't models have one if they can
  /// be read.
  package var holdsTrees: Bool { checkpointList.contains { $0.trees?.isEmpty != true } }

  /// Whether its last trees include one of objects that aren't models.
  package var endsWithObjects: Bool { checkpointList.last?.isOfModels == false }

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
    // The sessions within it closed before.
    let closed = number
    while self[number]?.event == .closed { number -= 1 }
    return number == closed || number < records.lowerBound - 1 ? last : number
  }
}

extension JournalContents.Checkpoint {
  /// Whether it has trees of models, or would if they were smaller.
  fileprivate var isOfModels: Bool { trees?.contains { $0.tree.isOfObjects } != true }

  /// The trees, to which records can be applied.
  var replayedTrees: [ReplayedTree] {
    (trees ?? []).map { ReplayedTree(number: $0.number, $0.tree, looked: looked ?? 0) }
  }
}

extension JournalContents {
  /// The trees of models as they are when the journal first has them, and the records after which that is.
  ///
  /// - Parameter first: The number of the first record that counts.
  package func trees(from first: Int = 0) -> [(moment: Int, tree: ReplayedTree)] {
    let start = max(first, records.lowerBound) - 1
    let present = (try? JournalReplay(of: self, at: start))?.trees.filter(\.isThere) ?? []
    let later = checkpointList.lazy.filter { $0.moment > start }
      .flatMap { own in own.replayedTrees.map { (moment: own.moment, tree: $0) } }
    var seen: Set<Int> = []
    return (present.map { (moment: start, tree: $0) } + later)
      .filter { !$0.tree.isOfObjects && seen.insert($0.tree.number).inserted }
  }
}
