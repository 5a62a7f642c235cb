import ModelTreeInspector
import ObjectSnapshot
import TreeSnapshot

/// What a look at an app's own objects costs, each of which is asked by itself.
let foreignObjects: [Measurement] = [
  Measurement(
    name: "inspector: dump, each of 100,000 foreign objects", unit: .nanoseconds,
    target: .below(1_000)
  ) { _ in
    try await measure(attached: false)
  },
  Measurement(
    name: "inspector: look again, each of 100,000 foreign objects", unit: .nanoseconds,
    target: .below(1_000)
  ) { _ in
    try await measure(attached: true)
  },
]

/// An attached inspector knows the objects from the look before; a dump meets them all anew.
@MainActor private func measure(attached: Bool) async throws -> Measurement.Outcome {
  let count = 100_000
  let root = AppObject.makeTree(of: count)
  let inspector = Inspector(name: "Bench") { root }
  let clock = ContinuousClock()
  var figures: [Double] = []
  // The first two warm up.
  for turn in 0..<23 {
    let start = clock.now
    let snapshot = attached ? try await inspector.snapshot() : Snapshot(of: root)
    let duration = start.duration(to: clock.now)
    guard snapshot.count == count else {
      throw BenchError(description: "the snapshot does not hold every object")
    }
    if turn >= 2 { figures.append(duration / .nanoseconds(1) / Double(count)) }
  }
  return Measurement.Outcome(ours: Samples(figures))
}
