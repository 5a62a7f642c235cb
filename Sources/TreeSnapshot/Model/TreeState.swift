/// A tree as it was at one moment.
package struct TreeState: Sendable {
  /// The tree.
  package var snapshot: Snapshot
  /// Which of the target's trees this is: an id names the same model only within one of them.
  package var tree: Int
  /// The subscriptions that have ended, as far as a live tree keeps them.
  package var endedSubscriptions: [EndedSubscription]

  /// Creates a state.
  package init(
    snapshot: Snapshot, tree: Int, endedSubscriptions: [EndedSubscription] = []
  ) {
    self.snapshot = snapshot
    self.tree = tree
    self.endedSubscriptions = endedSubscriptions
  }
}
