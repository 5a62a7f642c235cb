package import TreeSnapshot

/// What comes of a look at a tree.
package enum TreeSight: Sendable {
  /// It is as the client knows it.
  case known
  /// It is as somebody else is reading it.
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
  /// the whole tree. Costs a walk over the state, which any thread may do while the tree goes on.
  package var digest: Int {
    if changes != nil { return state.snapshot.descriptionDigest }
    var sink = DigestSink()
    state.snapshot.writeDump(.oneLine, to: &sink)
    return sink.digest
  }
}

extension Snapshot {
  /// The number that `InspectableTree.descriptionDigest()` gives of the same tree while it lives.
  fileprivate var descriptionDigest: Int {
    let columns = columns
    var hasher = Hasher()
    for position in positions {
      let label = columns.nodes.fixed[position].label
      if !label.isNone {
        hasher.combine(position)
        hasher.combine(columns.symbols.string(label))
      }
      let states = columns.states(of: position)
      if states.isEmpty { continue }
      hasher.combine(position)
      hasher.combine(states.count)
      for state in states {
        hasher.combine(columns.symbols.string(state.key))
        hasher.combine(columns.symbols.string(state.value))
      }
    }
    return hasher.finalize()
  }
}
