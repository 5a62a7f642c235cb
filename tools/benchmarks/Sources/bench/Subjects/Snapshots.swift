import ModelTree
import TreeSnapshot

/// What a look at a living tree costs, against copying what it finds out of plain arrays.
let snapshots: [Measurement] = [
  Measurement(
    name: "runtime: snapshot, each of 1,000,000 models", unit: .nanoseconds,
    target: .atMostPeer(times: 3)
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
  }
]
