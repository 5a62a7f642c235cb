/// A tree that can be written into a checkpoint.
package protocol CheckpointedTree {
  /// The number of words that it takes now.
  var checkpointWords: Int { get }

  /// Writes as many.
  func write(into block: inout JournalBlock)
}

/// All trees of a journal as they are at one moment.
package struct JournalCheckpoint {
  let trees: [any CheckpointedTree]
  let words: Int
  let isDescribed: Bool

  /// Measures trees. Costs a walk over each.
  ///
  /// - Parameters:
  ///   - trees: the trees, in the order in which they joined the journal.
  ///   - isDescribed: whether they write labels and states.
  package init(measuring trees: [any CheckpointedTree], isDescribed: Bool = false) {
    self.trees = trees
    self.isDescribed = isDescribed
    words = trees.reduce(JournalFormat.segmentWords) { $0 + $1.checkpointWords }
  }

  func write(into block: inout JournalBlock) {
    for tree in trees { tree.write(into: &block) }
  }
}
