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
  /// Its revision: ascends with each that is another one than before.
  private(set) var revision = 0
  /// The state that was shown last, as long as somebody reads it.
  weak var shown: SharedState?
  /// When labels and states, or all of a tree that counts no changes, were last looked at, and how
  /// long that took.
  private var lastWalk: (end: ContinuousClock.Instant, time: Duration)?

  /// Notes what is seen, and gives it its revision.
  mutating func note(_ appearance: Appearance) {
    if appearance != last { revision += 1 }
    last = appearance
  }

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
  ///   - permit: What goes with a new state.
  /// - Returns: The state, which others may be reading, too; nil where it is the known one.
  /// - Throws: `NoTreeError` where the app holds no tree.
  package func look(
    after known: TreeMark?, isWaiting: Bool = false, permit: (any Sendable)? = nil
  ) throws -> SharedState? {
    let present = try presentTree()
    let changes = present.changeCount
    if isWaiting, !looks.mayWalk, known?.tree == tree, known?.revision == looks.revision,
      looks.isUnchanged(tree: tree, changes: changes)
    {
      return nil
    }
    if let changes, looks.isUnchanged(tree: tree, changes: changes) {
      let digest = looks.walking { present.descriptionDigest() }
      looks.note(.init(tree: tree, changes: changes, digest: digest))
      return share(known, permit) { state(of: present) }
    }
    if let changes {
      // It is another one in any case: its own picture says what labels and states it has.
      let seen = looks.walking { state(of: present) }
      looks.note(.init(tree: tree, changes: changes, digest: seen.snapshot.descriptionDigest))
      return share(known, permit) { seen }
    }
    let seen = looks.walking { state(of: present) }
    looks.note(.init(tree: tree, changes: 0, digest: seen.digest))
    return share(known, permit) { seen }
  }

  /// Names the tree as it is now, without taking a snapshot of a tree of models.
  ///
  /// - Throws: `NoTreeError` where the app holds no tree.
  package func mark() throws -> TreeMark {
    let present = try presentTree()
    if let changes = present.changeCount {
      let digest = looks.walking { present.descriptionDigest() }
      looks.note(.init(tree: tree, changes: changes, digest: digest))
    } else {
      let seen = looks.walking { state(of: present) }
      looks.note(.init(tree: tree, changes: 0, digest: seen.digest))
    }
    return TreeMark(tree: tree, revision: looks.revision)
  }

  /// The state with the present revision: nil where it is known, the one that somebody reads, or a
  /// new one.
  private func share(
    _ known: TreeMark?, _ permit: (any Sendable)?, _ take: () -> TreeState
  ) -> SharedState? {
    let mark = TreeMark(tree: tree, revision: looks.revision)
    if known == mark { return nil }
    if let shown = looks.shown, shown.state.mark == mark { return shown }
    var state = take()
    state.revision = mark.revision
    let shared = SharedState(state, permit: permit)
    looks.shown = shared
    return shared
  }
}

extension TreeState {
  /// A number that stands for the tree in this process.
  fileprivate var digest: Int {
    var sink = DigestSink()
    snapshot.writeDump(.oneLine, to: &sink)
    return sink.digest
  }
}

extension Snapshot {
  /// The number that `descriptionDigest()` gives of the same tree while it lives.
  fileprivate var descriptionDigest: Int {
    var hasher = Hasher()
    for position in positions {
      let node = self[position]
      if let label = node.label {
        hasher.combine(position)
        hasher.combine(label)
      }
      let state = node.state
      guard !state.isEmpty else { continue }
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
