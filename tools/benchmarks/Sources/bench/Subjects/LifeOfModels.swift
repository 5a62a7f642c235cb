import ModelTree

/// The cost of creating and releasing models, against a class with a parent and an array of
/// children.
let lifeOfModels: [Measurement] = [
  Measurement(
    name: "runtime: create and release, each of 100,000", unit: .nanoseconds,
    target: .atMostPeer(times: 4)
  ) { _ in
    compareLives {
      AppTree(models: many)
    } _: {
      PlainNode.makeTree(of: many)
    }
  },
  Measurement(
    name: "runtime: create and release with 2 closures, each of 100,000", unit: .nanoseconds,
    target: .atMostPeer(times: 4)
  ) { _ in
    compareLives {
      AppTree(models: many, chosen: many) { ScreenModel(parent: $0) }
    } _: {
      PlainNode.makeTree(of: many) { PlainScreen(parent: $0) }
    }
  },
  Measurement(
    name: "runtime: release a chain, each of 10,000", unit: .nanoseconds,
    target: .atMostPeer(times: 4)
  ) { _ in
    compareReleases(of: deep) {
      let session = Session()
      var lowest: Model = session
      for _ in 0..<deep { lowest = ScreenModel(parent: lowest) }
      return session
    } _: {
      // Deeper chains of plain objects overflow the stack during release.
      let root = PlainNode(parent: nil)
      var lowest = root
      for _ in 0..<deep { lowest = PlainScreen(parent: lowest) }
      return root
    }
  },
  Measurement(
    name: "runtime: release a wide tree, each of 100,000", unit: .nanoseconds,
    target: .atMostPeer(times: 6)
  ) { _ in
    compareReleases(of: many) {
      let session = Session()
      for _ in 0..<many { _ = ScreenModel(parent: session) }
      return session
    } _: {
      let root = PlainNode(parent: nil)
      for _ in 0..<many { _ = PlainScreen(parent: root) }
      return root
    }
  },
]

private let many = 100_000
private let deep = 10_000

/// Compares creating and releasing a tree; each figure is from a new one, which grows from nothing
/// like an app's.
@MainActor private func compareLives<Ours, Theirs>(
  _ ours: () -> Ours, _ theirs: () -> Theirs
) -> Measurement.Outcome {
  let (samples, peerSamples) = Samples.interleaved(turns: 9, warmUps: 1) {
    milliseconds { _ = ours() } * 1_000_000 / Double(many)
  } _: {
    milliseconds { _ = theirs() } * 1_000_000 / Double(many)
  }
  return Measurement.Outcome(ours: samples, peer: .measured(name: "plain class", peerSamples))
}

/// Compares releasing objects created before the clock started.
@MainActor private func compareReleases<Ours: AnyObject, Theirs: AnyObject>(
  of count: Int, _ ours: () -> Ours, _ theirs: () -> Theirs
) -> Measurement.Outcome {
  // The last reference is in an array, where the compiler can't release it early.
  var held: [AnyObject] = []
  func release(_ make: () -> some AnyObject) -> Double {
    held.append(make())
    return milliseconds { held.removeAll() } * 1_000_000 / Double(count)
  }
  let (samples, peerSamples) = Samples.interleaved(turns: 9, warmUps: 1) {
    release(ours)
  } _: {
    release(theirs)
  }
  return Measurement.Outcome(ours: samples, peer: .measured(name: "plain class", peerSamples))
}
