import ModelTree
package import TreeSnapshot

/// Remembers the last state of a tree that was seen, to avoid snapshots of an unchanged tree.
struct TreeLooks {
  /// Distinguishes two states of a tree without keeping either.
  struct Appearance: Equatable {
    var tree: Int
    /// The tree's own count of changes; 0 if it has none.
    var changes: Int
    /// A hash of labels and states, or of the whole tree if it doesn't count changes.
    var digest: Int
  }

  /// The last appearance.
  private var last: Appearance?
  /// Its revision, which ascends with each change.
  private(set) var revision = 0
  /// The last state sent, as long as a client reads it.
  weak var shown: SharedState?
  /// When the last walk over labels and states, or over a tree that counts no changes, ended, and
  /// how long it took.
  private var lastWalk: (end: ContinuousClock.Instant, time: Duration)?

  /// Notes an appearance, and gives it a revision.
  mutating func note(_ appearance: Appearance) {
    if appearance != last { revision += 1 }
    last = appearance
  }

  /// Whether the tree's appearance is the last one.
  func isLast(_ appearance: Appearance) -> Bool { appearance == last }

  /// Whether nothing has changed that can be checked without a walk.
  func isUnchanged(tree: Int, changes: Int?) -> Bool {
    guard let last else { return false }
    return last.tree == tree && (changes ?? 0) == last.changes
  }

  /// Whether a waiting client may make the app walk over its tree again: at most once a second, and
  /// for at most a twentieth of the time.
  var mayWalk: Bool {
    guard let lastWalk else { return true }
    return lastWalk.end.duration(to: .now) >= max(.seconds(1), lastWalk.time * 20)
  }

  /// Runs and times a walk over the tree.
  mutating func walking<Result>(_ walk: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { lastWalk = (.now, start.duration(to: .now)) }
    return walk()
  }
}

extension AttachedTree {
  /// Returns the tree's state, unless the client already has it: then a tree of models only
  /// computes a hash of its labels and states, without a snapshot.
  ///
  /// - Parameters:
  ///   - known: The state that the client has.
  ///   - isWaiting: Whether the client waits for a change. Checks that cost a walk are then not
  ///     made each time.
  /// - Throws: `NoTreeError` if the app has no tree.
  package func look(after known: TreeMark?, isWaiting: Bool = false) throws -> TreeSight {
    let present = try presentTree()
    let changes = present.changeCount
    let last = TreeMark(tree: tree, revision: looks.revision)
    if looks.isUnchanged(tree: tree, changes: changes) {
      if isWaiting, known == last, !looks.mayWalk { return .known }
      let shown = looks.shown.flatMap { $0.state.mark == last ? $0 : nil }
      // If no client has the last state, the snapshot itself shows whether it has changed.
      if let changes, known == last || shown != nil {
        let digest = looks.walking { present.descriptionDigest() }
        if looks.isLast(.init(tree: tree, changes: changes, digest: digest)) {
          if known == last { return .known }
          if let shown { return .shown(shown) }
        }
      }
    }
    return .taken(TakenState(state: looks.walking { state(of: present) }, changes: changes))
  }

  /// Gives a new state its revision.
  ///
  /// - Parameters:
  ///   - digest: The state's digest.
  ///   - known: The state that the client has.
  ///   - permit: Kept as long as a new state.
  /// - Returns: The state, which other clients may also be reading; nil if it is the known one.
  package func show(
    _ taken: TakenState, digest: Int, after known: TreeMark?, permit: (any Sendable)? = nil
  ) -> SharedState? {
    var state = taken.state
    looks.note(.init(tree: state.tree, changes: taken.changes ?? 0, digest: digest))
    state.revision = looks.revision
    if known == state.mark { return nil }
    if let shown = looks.shown, shown.state.mark == state.mark { return shown }
    let shared = SharedState(state, permit: permit)
    looks.shown = shared
    return shared
  }

  /// Identifies the tree's current state, without a snapshot if it is a tree of models.
  ///
  /// - Throws: `NoTreeError` if the app has no tree.
  package func mark() throws -> TreeMark {
    let present = try presentTree()
    let changes = present.changeCount
    let digest = looks.walking {
      changes != nil
        ? present.descriptionDigest()
        : TakenState(state: state(of: present), changes: nil).digest
    }
    looks.note(.init(tree: tree, changes: changes ?? 0, digest: digest))
    return TreeMark(tree: tree, revision: looks.revision)
  }
}

/// The result of reading a tree's state.
package enum TreeSight: Sendable {
  /// The client already has it.
  case known
  /// Another client is reading this state.
  case shown(SharedState)
  /// A new state, whose revision comes from `AttachedTree.show`.
  case taken(TakenState)
}

/// A new state of a tree.
package struct TakenState: Sendable {
  /// The state, without its revision.
  let state: TreeState
  /// The tree's own count of changes; nil if it has none.
  let changes: Int?

  /// A hash, valid in this process, of what the count of changes doesn't cover: labels and states,
  /// or the whole tree. Costs a walk over the state, which any thread may do while the app keeps
  /// running.
  package var digest: Int {
    if changes != nil { return state.snapshot.descriptionDigest }
    var hasher = Hasher()
    hasher.combine(state.snapshot.dump())
    return hasher.finalize()
  }
}

extension Snapshot {
  /// The value of `InspectableTree.descriptionDigest()` for the same tree while it is alive.
  fileprivate var descriptionDigest: Int {
    var hasher = Hasher()
    for position in positions {
      hasher.combine(position, self[position].label, self[position].state)
    }
    return hasher.finalize()
  }
}
