import ModelTree
import TreeSnapshot

/// What models cost as they come, register, and are looked at.
let lifeOfModels: [Measurement] = [
  Measurement(
    name: "runtime: create and attach, each of 100,000", unit: .nanoseconds, target: .below(400)
  ) { _ in
    // A new tree for each figure, which grows from nothing as an app's does; it goes after the
    // clock has stopped.
    let count = 100_000
    let samples = Samples.repeated(turns: 21, warmUps: 2) {
      milliseconds { AppTree(models: count) } * 1_000_000 / Double(count)
    }
    return Measurement.Outcome(ours: samples)
  },
  Measurement(
    name: "runtime: register and unregister an error", unit: .nanoseconds, target: .below(200)
  ) { _ in
    let model = busyTree().middle
    let batch = Batch { times in
      for _ in 0..<times {
        model.register(for: NetworkErrors.offline)
        model.unregister(for: NetworkErrors.offline)
      }
    }
    return Measurement.Outcome(ours: Samples.repeated(turns: 41) { batch.nanoseconds() })
  },
  Measurement(
    name: "runtime: register and unregister an event", unit: .nanoseconds, target: .below(200)
  ) { _ in
    let model = busyTree().middle
    let batch = Batch { times in
      for _ in 0..<times {
        model.register(for: AppEvent.languageChanged)
        model.unregister(for: AppEvent.languageChanged)
      }
    }
    return Measurement.Outcome(ours: Samples.repeated(turns: 41) { batch.nanoseconds() })
  },
  Measurement(
    name: "runtime: snapshot, each of 1,000,000 models", unit: .nanoseconds, target: .below(500)
  ) { _ in
    let count = 1_000_000
    let tree = AppTree(models: count, chosen: count / 16, registerForSome)
    let samples = Samples.repeated(turns: 15) {
      milliseconds { tree.session.snapshot() } * 1_000_000 / Double(count)
    }
    guard tree.session.snapshot().count == count + 1 else {
      throw BenchError(description: "the snapshot does not hold every model")
    }
    return Measurement.Outcome(ours: samples)
  },
]

/// A tree in which others are registered as well, for the same and for other messages.
private func busyTree() -> AppTree {
  AppTree(models: 10_000, chosen: 100, registerForSome)
}

private func registerForSome(_ model: Model) {
  model.register(for: AppEvent.languageChanged)
  model.register(for: [NetworkErrors.badToken, .offline])
}
