/// Which model is above which, from record to record.
package final class JournalParents {
  private let contents: JournalContents
  private var parents: [JournalNode: Int] = [:]
  private var next: Int

  /// Begins with the trees of the checkpoints. Costs a look at each model of them.
  package init(of contents: JournalContents) {
    self.contents = contents
    next = contents.records.lowerBound
    var trees: Set<Int> = []
    for segment in contents.segments {
      var reader = CheckpointReader(contents, segment)
      for tree in (try? reader.trees()) ?? [] where trees.insert(tree.number).inserted {
        tree.forEachParent { id, parent in
          parents[JournalNode(tree: tree.number, id: id)] = parent
        }
      }
    }
  }

  /// Goes on to a later record. Costs a look at each on the way.
  package func advance(to number: Int) {
    guard number >= next else { return }
    for number in next...number where contents.event(of: number) == .attached {
      if let record = contents[number] { parents[record.node] = record.parent }
    }
    next = number + 1
  }

  /// The model above another; nil for a root, and for what is not known.
  package subscript(node: JournalNode) -> JournalNode? {
    // Ids ascend from parent to child: the circle of a damaged journal ends.
    parents[node].flatMap { $0 < node.id ? JournalNode(tree: node.tree, id: $0) : nil }
  }
}

extension JournalParents {
  /// So many models on a way are named: a file may hold a million messages that pass ten thousand each.
  package static let mostPassed = 256

  /// The models between the raiser of a message and its handler, from below: the first `mostPassed` where
  /// there are more.
  package func passed(to outcome: JournalRecord) -> [JournalNode] {
    guard let handler = outcome.handler, handler != outcome.node.id else { return [] }
    var passed: [JournalNode] = []
    var node = self[outcome.node]
    while let current = node, current.id != handler, passed.count < Self.mostPassed {
      passed.append(current)
      node = self[current]
    }
    return node == nil ? [] : passed
  }
}
