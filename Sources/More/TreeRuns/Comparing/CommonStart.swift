package import TreeJournal
import TreeSnapshot

/// Where the comparison of two runs begins.
package struct CommonStart: Hashable, Sendable {
  /// The numbers of the first compared records.
  package var old: Int
  package var new: Int
  /// Whether both have the same tree there, or begin there.
  package var isCommon = true

  /// Finds the first moment that two journals share: their beginnings, or, if one has dropped it, the moment
  /// at which its oldest checkpoint has the same tree as the other journal, and at which the records that
  /// follow are the same. Costs a pass over the journals.
  package init(_ old: JournalContents, _ new: JournalContents) {
    self.old = old.records.lowerBound
    self.new = new.records.lowerBound
    if old.droppedCount == 0, new.droppedCount == 0 { return }
    var best: (score: Int, gap: Int, start: (Int, Int))?
    func consider(_ moments: [Int], _ one: JournalContents, _ other: JournalContents, isOld: Bool) {
      // The start is a checkpoint of one, and any moment of the other.
      guard let begin = one.checkpoints.first else { return }
      let target = Self.sample(one, from: begin + 1)
      for moment in moments {
        let score = Self.agreement(target, other, from: moment + 1)
        // Of equal moments of something repeated, the one with as many records after it in both.
        let gap = abs(
          (one.records.upperBound - begin) - (other.records.upperBound - moment))
        if let best, (best.score, -best.gap) >= (score, -gap) { continue }
        best = (score, gap, isOld ? (begin + 1, moment + 1) : (moment + 1, begin + 1))
      }
    }
    if let begin = old.checkpoints.first {
      consider(MovingShape.moments(of: new, like: old, at: begin), old, new, isOld: true)
    }
    if let begin = new.checkpoints.first {
      consider(MovingShape.moments(of: old, like: new, at: begin), new, old, isOld: false)
    }
    if let best {
      (self.old, self.new) = best.start
    } else {
      isCommon = false
    }
  }

  /// The number of records that are compared to find the start.
  private static let sampleSize = 64

  private static func sample(_ contents: JournalContents, from first: Int) -> [UInt64] {
    var keys: [UInt64] = []
    contents.forEachRecord(in: first..<contents.records.upperBound) { record in
      if !record.event.isLook { keys.append(RecordSignature.key(of: record)) }
      return keys.count < sampleSize
    }
    return keys
  }

  private static func agreement(
    _ target: [UInt64], _ contents: JournalContents, from first: Int
  ) -> Int {
    var count = 0
    contents.forEachRecord(in: first..<max(first, contents.records.upperBound)) { record in
      if record.event.isLook { return true }
      guard count < target.count, RecordSignature.key(of: record) == target[count] else {
        return false
      }
      count += 1
      return true
    }
    return count
  }
}

/// The trees of a journal at one moment after the other, as a number without ids.
private struct MovingShape {
  private struct Model {
    let shape: UInt64
    let parent: JournalNode?
    var children: Set<JournalNode> = []
    /// Its subscriptions, as a sum.
    var interests: UInt64 = 0
  }

  private var models: [JournalNode: Model] = [:]
  private(set) var sum: UInt64 = 0

  /// The moments at which a journal has the same trees as another at one moment.
  static func moments(
    of contents: JournalContents, like other: JournalContents, at moment: Int
  ) -> [Int] {
    var target = MovingShape()
    other.forEachPart(from: moment + 1) { step in
      if case .tree(let tree) = step { target.take(tree) }
      return if case .tree = step { true } else { false }
    }
    var found: [Int] = []
    var shape = MovingShape()
    var last = contents.records.lowerBound - 1
    var isNew = true
    contents.forEachPart { step in
      switch step {
      case .tree(let tree): shape.take(tree)
      case .record(let record):
        if isNew, shape.sum == target.sum { found.append(last) }
        isNew = true
        shape.take(record)
        last = record.number
      }
      return true
    }
    if shape.sum == target.sum, last < contents.records.upperBound - 1 { found.append(last) }
    return found
  }

  private mutating func take(_ tree: ReplayedTree) {
    tree.forEachEntry { entry in
      add(
        JournalNode(tree: tree.treeNumber, id: entry.id),
        parent: entry.parent.map { JournalNode(tree: tree.treeNumber, id: $0) }, entry.type)
      for interest in entry.interests {
        change(JournalNode(tree: tree.treeNumber, id: entry.id), interest, isMade: true)
      }
    }
  }

  private mutating func take(_ record: JournalRecord) {
    switch record.event {
    case .attached:
      let parent = JournalNode(tree: record.node.tree, id: record.parent ?? 0)
      if models[parent] != nil { add(record.node, parent: parent, record.type ?? "…") }
    case .detached: remove(record.node)
    case .registered, .unregistered:
      guard let message = record.message else { return }
      change(record.node, message, isMade: record.event == .registered)
    default: break
    }
  }

  private mutating func add(_ node: JournalNode, parent: JournalNode?, _ type: String) {
    guard models[node] == nil else { return }
    let above = parent.flatMap { models[$0]?.shape } ?? 0
    let shape = Run.mixed(above, RecordSignature.number(type))
    models[node] = Model(shape: shape, parent: parent)
    if let parent { models[parent]?.children.insert(node) }
    sum &+= Run.mixed(shape, 0)
  }

  private mutating func change(_ node: JournalNode, _ message: KnownMessage, isMade: Bool) {
    guard let model = models[node] else { return }
    let interest = Run.mixed(model.shape, RecordSignature.number(message))
    if isMade {
      models[node]?.interests &+= interest
      sum &+= interest
    } else {
      models[node]?.interests &-= interest
      sum &-= interest
    }
  }

  /// Removes a model and everything below it.
  private mutating func remove(_ node: JournalNode) {
    if let parent = models[node]?.parent { models[parent]?.children.remove(node) }
    var next = [node]
    while let node = next.popLast() {
      guard let model = models.removeValue(forKey: node) else { continue }
      sum &-= Run.mixed(model.shape, 0)
      sum &-= model.interests
      next += model.children
    }
  }
}
