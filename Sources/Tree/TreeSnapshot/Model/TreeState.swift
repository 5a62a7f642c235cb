/// A tree as it was at one moment.
package struct TreeState: Sendable {
  /// The tree.
  package var snapshot: Snapshot
  /// Identifies the tree among the target's: ids are unambiguous only within one tree.
  package var tree: Int
  /// Ascends with each state of a target that it distinguishes; 0 if it distinguishes none.
  package var revision: Int
  /// The ended subscriptions that a live tree keeps.
  package var endedSubscriptions: [EndedSubscription]

  /// Creates a state.
  package init(
    snapshot: Snapshot, tree: Int, revision: Int = 0, endedSubscriptions: [EndedSubscription] = []
  ) {
    self.snapshot = snapshot
    self.tree = tree
    self.revision = revision
    self.endedSubscriptions = endedSubscriptions
  }

  /// Identifies this state among the target's.
  package var mark: TreeMark { TreeMark(tree: tree, revision: revision) }
}

/// One state of one of a target's trees.
package struct TreeMark: Hashable, Sendable {
  /// Identifies the tree among the target's: ids are unambiguous only within one tree.
  package var tree: Int
  /// Identifies the state of that tree.
  package var revision: Int

  /// Creates a mark.
  package init(tree: Int, revision: Int) {
    self.tree = tree
    self.revision = revision
  }
}
