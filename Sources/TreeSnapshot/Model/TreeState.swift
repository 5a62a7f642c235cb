/// A tree as it was at one moment.
package struct TreeState: Sendable {
  /// The tree.
  package var snapshot: Snapshot
  /// Which of the target's trees this is: an id names the same model only within one of them.
  package var tree: Int
  /// Ascends from one state of a target to another that it tells apart; 0 where it tells none apart.
  package var revision: Int
  /// The subscriptions that have ended, as far as a live tree keeps them.
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

  /// What names this state among the target's.
  package var mark: TreeMark { TreeMark(tree: tree, revision: revision) }
}

/// One state of one of a target's trees.
package struct TreeMark: Hashable, Sendable {
  /// Which of the target's trees: an id names the same model only within one of them.
  package var tree: Int
  /// Which state of it.
  package var revision: Int

  /// Names a state.
  package init(tree: Int, revision: Int) {
    self.tree = tree
    self.revision = revision
  }
}

/// A state that several readers share, and that goes with the last of them.
package final class SharedState: Sendable {
  /// The state.
  package let state: TreeState
  /// What goes with this: the leave to have one more such state in memory.
  private let permit: (any Sendable)?

  /// Shares a state.
  package init(_ state: TreeState, permit: (any Sendable)?) {
    self.state = state
    self.permit = permit
  }
}
