package import TreeSnapshot

/// Remembers how a tree looked last, to recognize that nothing has changed.
struct TreeLooks {
  /// Distinguishes two states of a tree without keeping either.
  struct Appearance: Equatable {
    var tree: Int
    /// The tree's own count of changes; nil if it has none.
    var changes: Int?
    /// A hash of labels and states, or of the whole tree if it doesn't count changes.
    var digest: Int
  }

  private var last: Appearance?
  /// The revision of the last appearance, which ascends with each change.
  private(set) var revision = 0
  /// When the last walk over the tree ended.
  private var lastWalk: ContinuousClock.Instant?

  /// Whether nothing has changed that can be checked without a walk, and the next walk for a waiting
  /// client is less than a second after the last one.
  func isFresh(tree: Int, changes: Int?) -> Bool {
    guard let last, let lastWalk else { return false }
    return last.tree == tree && last.changes == changes
      && lastWalk.duration(to: .now) < .seconds(1)
  }

  /// Notes an appearance, and gives it a revision.
  mutating func note(_ appearance: Appearance) {
    if appearance != last { revision += 1 }
    (last, lastWalk) = (appearance, .now)
  }
}

extension AttachedTree {
  /// Returns the tree's state, unless the client already has it: then a tree of models only
  /// computes a hash of its labels and states, without a snapshot.
  ///
  /// - Parameters:
  ///   - known: The state that the client has.
  ///   - isWaiting: Whether the client waits for a change: the app walks over its tree at most once a second.
  /// - Throws: `NoTreeError` if the app has no tree.
  package func state(after known: TreeMark?, isWaiting: Bool = false) throws -> TreeState? {
    let present = try presentTree()
    if isWaiting, known == TreeMark(tree: tree, revision: looks.revision),
      looks.isFresh(tree: tree, changes: present.changeCount)
    {
      return nil
    }
    let (mark, taken) = note(present)
    if known == mark { return nil }
    var state = taken ?? state(of: present)
    state.revision = mark.revision
    return state
  }

  /// Identifies the tree's current state, without a snapshot if it is a tree of models.
  ///
  /// - Throws: `NoTreeError` if the app has no tree.
  package func mark() throws -> TreeMark { note(try presentTree()).mark }

  /// Gives the present state a revision; returns the state if that took a snapshot.
  private func note(_ present: any InspectableTree) -> (mark: TreeMark, state: TreeState?) {
    var state: TreeState?
    let changes = present.changeCount
    var digest = present.descriptionDigest()
    if changes == nil {
      let taken = self.state(of: present)
      digest = taken.snapshot.dump().hashValue
      state = taken
    }
    looks.note(.init(tree: tree, changes: changes, digest: digest))
    return (TreeMark(tree: tree, revision: looks.revision), state)
  }
}
