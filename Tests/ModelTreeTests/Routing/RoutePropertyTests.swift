import LiveTree
import ModelTree
import Testing
import TreeAnalysis
import TreeSnapshot

/// The runtime and the analysis agree on every message at every model of random trees; that they agree with
/// the rules is the oracle's.
@Suite struct `Routes of random trees` {
  @Test(arguments: UInt64(0)..<8)
  func `every message takes the predicted way from every model, and no look changes the tree`(
    shard: UInt64
  ) throws {
    for number in 0..<5 as Range<UInt64> {
      var generator = StepGenerator(seed: shard << 32 | number, isQuiet: true)
      let models = SteppedModels(root: Growth(isSession: true, isHeld: true))
      let runner = StepRunner(models)
      for step in generator.scenario() { runner.take(step) }
      guard let root = models.root else { continue }
      let snapshot = root.snapshot()
      _ = root.sessionTree(withOptions: [.all, .youAreHere])
      for position in snapshot.positions {
        let model = models.model(snapshot[position].id)
        for message in Interest.messages.compactMap(\.message) {
          for value in [nil] + Value.allCases {
            let taken = model.raiseTest(message, carrying: value?.carried)
            let route = snapshot.route(
              of: message, payload: value.map { "\(type(of: $0.carried))" } ?? "nothing",
              raisedAt: position)
            #expect(
              ways(of: route, in: snapshot) == [taken.passed.map(\.id), taken.takers.map(\.id)],
              "seed \(shard).\(number): \(message) with \(value.map { "\($0)" } ?? "nothing")")
          }
        }
      }
      #expect(root.snapshot().dump() == snapshot.dump())
    }
  }

  /// The ids of the models that pass a message, and of those that take it.
  private func ways(of route: Route, in snapshot: Snapshot) -> [[Int]] {
    let takers: [Int] =
      switch route.outcome {
      case .handled(let node): [node]
      case .delivered(let nodes): nodes
      case .uncaught, .unhandled, .unheard: []
      }
    return [route.hops.map(\.node).filter { !takers.contains($0) }, takers].map {
      $0.map { snapshot[$0].id }
    }
  }
}
