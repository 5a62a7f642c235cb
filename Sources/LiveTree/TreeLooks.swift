package import TreeSnapshot

/// What was last seen of a tree: so that a look can be spared where nothing has changed since.
struct TreeLooks {
  /// A tree as far as two states of it can be told apart without keeping one.
  struct Appearance: Equatable {
    var tree: Int
    /// The tree's own count of changes; 0 where it has none.
    var changes: Int
    /// What stands for labels and states, or for the whole of a tree that counts no changes.
    var digest: Int
  }

  /// The last appearance.
  private var last: Appearance?
  /// Its revision: ascends with each change of it.
  private(set) var revision = 0
  /// The state that was shown last, as long as a client reads it.
  weak var shown: SharedState?
  /// When labels and states, or all of a tree that counts no changes, were last looked at, and how
  /// long that took.
  private var lastWalk: (end: ContinuousClock.Instant, time: Duration)?

  /// Notes what is seen, and gives it its revision.
  mutating func note(_ appearance: Appearance) {
    if appearance != last { revision += 1 }
    last = appearance
  }

  /// Whether the tree looks as it did last.
  func isLast(_ appearance: Appearance) -> Bool { appearance == last }

  /// Whether nothing that costs no walk has changed since the last look.
  func isUnchanged(tree: Int, changes: Int?) -> Bool {
    guard let last else { return false }
    return last.tree == tree && (changes ?? 0) == last.changes
  }

  /// Whether a client that waits may make the app walk over its tree again: once a second, and for
  /// a twentieth of the time.
  var mayWalk: Bool {
    guard let lastWalk else { return true }
    return lastWalk.end.duration(to: .now) >= max(.seconds(1), lastWalk.time * 20)
  }

  /// Does something that walks over the tree.
  mutating func walking<Result>(_ walk: () -> Result) -> Result {
    let start = ContinuousClock.now
    defer { lastWalk = (.now, start.duration(to: .now)) }
    return walk()
  }
}

extension AttachedTree {
  /// Looks at the tree, unless it is as a client knows it: then, of a tree of models, no snapshot is
  /// taken, but labels and states are asked for.
  ///
  /// - Parameters:
  ///   - known: The state that the client has.
  ///   - isWaiting: Whether the client waits for a change: what costs a walk is then not looked at each
  ///     time.
  /// - Throws: `NoTreeError` where the app holds no tree.
  package func look(after known: TreeMark?, isWaiting: Bool = false) throws -> TreeSight {
    let present = try presentTree()
    let changes = present.changeCount
    let last = TreeMark(tree: tree, revision: looks.revision)
    if looks.isUnchanged(tree: tree, changes: changes) {
      if isWaiting, known == last, !looks.mayWalk { return .known }
      let shown = looks.shown.flatMap { $0.state.mark == last ? $0 : nil }
      // Where nobody has the last state, its picture itself says whether it is another one.
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

  /// Gives a state that was taken its revision.
  ///
  /// - Parameters:
  ///   - digest: The state's digest.
  ///   - known: The state that the client has.
  ///   - permit: What goes with a new state.
  /// - Returns: The state, which others may be reading, too; nil where it is the known one.
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

  /// Names the tree as it is now, without taking a snapshot of a tree of models.
  ///
  /// - Throws: `NoTreeError` where the app holds no tree.
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

/// What comes of a look at a tree.
package enum TreeSight: Sendable {
  /// It is as the client knows it.
  case known
  /// Another client is reading this state.
  case shown(SharedState)
  /// It is this one, whose revision `AttachedTree.show` tells.
  case taken(TakenState)
}

/// A state of a tree that was just taken.
package struct TakenState: Sendable {
  /// The state, without its revision.
  let state: TreeState
  /// The tree's own count of changes; nil where it has none.
  let changes: Int?

  /// A number that stands in this process for what the count of changes leaves out: labels and states, or
  /// the whole tree. Costs a walk over the state, which any thread may do while the app keeps running.
  package var digest: Int {
    if changes != nil { return state.snapshot.descriptionDigest }
    var hasher = Hasher()
    hasher.combine(state.snapshot.dump())
    return hasher.finalize()
  }
}

extension Snapshot {
  /// The number that `InspectableTree.descriptionDigest()` gives of the same tree while it lives.
  fileprivate var descriptionDigest: Int {
    var hasher = Hasher()
    for position in positions {
      let node = self[position]
      if let label = node.label {
        hasher.combine(position)
        hasher.combine(label)
      }
      let state = node.state
      if state.isEmpty { continue }
      hasher.combine(position)
      hasher.combine(state.count)
      for entry in state {
        hasher.combine(entry.key)
        hasher.combine(entry.value)
      }
    }
    return hasher.finalize()
  }
}
