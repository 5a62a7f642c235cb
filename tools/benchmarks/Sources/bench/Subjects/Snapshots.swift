import ModelTree
import TreeSnapshot

/// The cost of a look at a live tree, against copying the same data from plain arrays.
let snapshots: [Measurement] = [
  Measurement(
    name: "runtime: snapshot, each of 1,000,000 models", unit: .nanoseconds,
    target: .atMostPeer(times: 15)
  ) { _ in
    let count = 1_000_000
    let tree = AppTree(models: count, chosen: count / 16) { BusyModel(parent: $0) }
    let plain = PlainTree(copying: tree.session.snapshot())
    guard tree.session.snapshot().count == count + 1, plain.columns().ids.count == count + 1 else {
      throw BenchError(description: "the snapshot does not hold every model")
    }
    let (ours, theirs) = Samples.interleaved(turns: 15) {
      milliseconds { _ = tree.session.snapshot() } * 1_000_000 / Double(count)
    } _: {
      milliseconds { _ = plain.columns() } * 1_000_000 / Double(count)
    }
    return Measurement.Outcome(ours: ours, peer: .measured(name: "copy of arrays", theirs))
  },
  // The limit of the row above: a snapshot reads each model's label, state, and representation.
  Measurement(
    name: "runtime: snapshot, each of 1,000,000 models, against arrays and asking each",
    unit: .nanoseconds, target: .shown
  ) { _ in
    let count = 1_000_000
    let tree = AppTree(models: count, chosen: count / 16) { BusyModel(parent: $0) }
    let plain = PlainTree(copying: tree.session.snapshot())
    var models: [Model] = [tree.session]
    models.reserveCapacity(count + 1)
    var next = 0
    while next < models.count {
      models += models[next].children
      next += 1
    }
    guard models.count == count + 1 else {
      throw BenchError(description: "not every model is asked")
    }
    let (ours, theirs) = Samples.interleaved(turns: 15) {
      milliseconds { _ = tree.session.snapshot() } * 1_000_000 / Double(count)
    } _: {
      milliseconds {
        _ = plain.columns()
        return models.count { $0.label != nil || !$0.state.isEmpty || $0.representation != nil }
      } * 1_000_000 / Double(count)
    }
    return Measurement.Outcome(ours: ours, peer: .measured(name: "arrays and questions", theirs))
  },
]
