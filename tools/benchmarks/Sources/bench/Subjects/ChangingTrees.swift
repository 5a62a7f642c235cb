import ModelTree

/// The cost of an event after an unrelated change of the tree, against the same tree at rest: it
/// should depend on the change, not on the tree.
let changingTrees: [Measurement] =
  [
    Measurement(
      name: "runtime: event, a leaf came and went, 100 of 100,000", unit: .microseconds,
      target: .atMostPeer(times: 2)
    ) { _ in
      let received = Counter()
      let tree = AppTree(models: 100_000, chosen: 100) {
        ListeningModel(parent: $0, counting: received)
      }
      return try compareWithRest(tree.session, receivers: 100, received) {
        PlainModel(parent: tree.middle).removeFromParent()
      }
    },
    Measurement(
      name: "runtime: event, a listener came and went, 100 of 100,000", unit: .microseconds,
      target: .atMostPeer(times: 2)
    ) { _ in
      let (received, brief) = (Counter(), Counter())
      let tree = AppTree(models: 100_000, chosen: 100) {
        ListeningModel(parent: $0, counting: received)
      }
      return try compareWithRest(tree.session, receivers: 100, received) {
        ListeningModel(parent: tree.middle, counting: brief).removeFromParent()
      }
    },
  ]
  + [1_000, 10_000, 100_000].map { levels in
    Measurement(
      name: "runtime: event, a leaf went elsewhere, 100 in a chain of \(grouped(levels))",
      unit: .microseconds, target: .atMostPeer(times: 2)
    ) { _ in
      let received = Counter()
      let session = Session()
      var lowest: Model = session
      for level in 0..<levels {
        lowest =
          level.isMultiple(of: levels / 100)
          ? ListeningModel(parent: lowest, counting: received) : PlainModel(parent: lowest)
      }
      let beside = PlainModel(parent: session)
      return try compareWithRest(session, receivers: 100, received) {
        PlainModel(parent: beside).removeFromParent()
      }
    }
  }

/// Compares an event after each change with one after none.
@MainActor private func compareWithRest(
  _ session: Session, receivers: Int, _ received: Counter, _ change: @escaping () -> Void
) throws -> Measurement.Outcome {
  let changing = Batch { times in
    for _ in 0..<times {
      change()
      session.raise(AppEvent.languageChanged)
    }
  }
  let atRest = Batch { times in
    for _ in 0..<times { session.raise(AppEvent.languageChanged) }
  }
  let (ours, theirs) = Samples.interleaved(turns: 31, warmUps: 2) {
    changing.microseconds()
  } _: {
    // Work left by the last change is done before the clock starts.
    session.raise(AppEvent.languageChanged)
    return atRest.microseconds()
  }
  try received.expect(multipleOf: receivers)
  return Measurement.Outcome(ours: ours, peer: .measured(name: "at rest", theirs))
}
