import ModelTreeInspector
import TreeObjects
import TreeSnapshot

/// The cost of a look at an app's own objects, each of which is read separately, against a walk
/// that reads the same.
let foreignObjects: [Measurement] = [
  Measurement(
    name: "inspector: dump, each of 100,000 foreign objects", unit: .nanoseconds,
    target: .atMostPeer(times: 4)
  ) { _ in
    try await compare(.alone, with: .walk)
  },
  Measurement(
    name: "inspector: first look, each of 100,000 foreign objects", unit: .nanoseconds,
    target: .atMostPeer(times: 4)
  ) { _ in
    try await compare(.first, with: .walk)
  },
  Measurement(
    name: "inspector: another look, each of 100,000 foreign objects", unit: .nanoseconds,
    target: .atMostPeer(times: 4)
  ) { _ in
    try await compare(.another, with: .walk)
  },
  Measurement(
    name: "inspector: another look against the first, 100,000", unit: .nanoseconds,
    // No slower: a tenth allows for noise.
    target: .atMostPeer(times: 1.1)
  ) { _ in
    try await compare(.another, with: .first)
  },
  Measurement(
    name: "inspector: another look against a dump, 100,000", unit: .nanoseconds,
    target: .atMostPeer(times: 1.1)
  ) { _ in
    try await compare(.another, with: .alone)
  },
]

private let count = 100_000

/// A way to look at a tree of objects.
private enum Look: String {
  /// A snapshot without an inspector.
  case alone = "dump"
  /// A snapshot of a new inspector.
  case first = "first look"
  /// A snapshot of an inspector that knows the objects.
  case another = "another look"
  /// A walk without an inspector.
  case walk
}

/// Compares two ways to look, including the release of their results.
@MainActor private func compare(_ ours: Look, with peer: Look) async throws -> Measurement.Outcome {
  // Each looks at its own objects, because those that an inspector knows are slower to retain.
  let (root, peerRoot) = (AppObject.makeTree(of: count), AppObject.makeTree(of: count))
  let inspector = Inspector(name: "Bench") { root }

  func see(_ look: Look, _ root: AppObject) async throws -> Int {
    switch look {
    case .alone: Snapshot(of: root).count
    case .first: try await Inspector(name: "Bench") { root }.snapshot().count
    case .another: try await inspector.snapshot().count
    case .walk: PlainLook(at: root).types.count
    }
  }
  func nanoseconds(_ look: Look, _ root: AppObject) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let seen = try await see(look, root)
    let duration = start.duration(to: clock.now)
    guard seen == count else {
      throw BenchError(description: "the look did not see every object")
    }
    return duration / .nanoseconds(1) / Double(count)
  }

  let (samples, peerSamples) = try await Samples.interleaved(turns: 9, warmUps: 2) {
    try await nanoseconds(ours, root)
  } _: {
    try await nanoseconds(peer, peerRoot)
  }
  return Measurement.Outcome(ours: samples, peer: .measured(name: peer.rawValue, peerSamples))
}
