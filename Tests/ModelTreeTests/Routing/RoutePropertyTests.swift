import LiveTree
import ModelTree
import Testing
import TreeAnalysis
import TreeSnapshot

/// The runtime, the analysis and a naive reading of the rules agree on every message at every model
/// of random trees.
@Suite struct `Routes of random trees` {
  private static let treesPerShard = 20

  @Test(arguments: UInt64(0)..<8)
  func `every message takes the predicted way from every model`(shard: UInt64) {
    for number in 0..<UInt64(Self.treesPerShard) {
      var tree = RandomTree(seed: shard << 32 | number)
      let snapshot = tree.root.snapshot()
      let live = tree.liveModels
      guard live.map(\.id) == snapshot.positions.map({ snapshot[$0].id }) else {
        Issue.record("seed \(shard).\(number): the snapshot holds other models than the tree")
        return
      }
      // The value of a message matters only for subscriptions to a type of values.
      for message in RandomTree.messages {
        let payloads =
          message.name == "Shared.a" ? DomainUse.Payload.allCases : [.any, .none]
        for (raiser, payload) in live.flatMap({ raiser in payloads.map { (raiser, $0) } }) {
          let mismatch = tree.mismatch(
            of: message, carrying: payload, raisedAt: raiser, in: snapshot)
          guard let mismatch else { continue }
          Issue.record(
            "seed \(shard).\(number): \(message) with \(payload) at #\(raiser.id): \(mismatch)")
          return
        }
      }
    }
  }
}

extension RandomTree {
  /// The difference between the three; nil if they agree.
  mutating func mismatch(
    of message: Message, carrying payload: DomainUse.Payload, raisedAt raiser: NaiveModel,
    in snapshot: Snapshot
  ) -> String? {
    let expected = naiveRoute(of: message, carrying: payload, raisedAt: raiser)
    if payload != .any,
      let mismatch = mismatch(of: message, carrying: payload, raisedAt: raiser, expected)
    {
      return mismatch
    }

    guard let position = snapshot.position(ofID: raiser.id) else { return "it has no position" }
    let route = snapshot.route(
      of: message, payload: payload.typeName(message.kind), raisedAt: position)
    let outcome: Route.Outcome =
      switch message.kind {
      case .event where expected.takers.isEmpty: .unheard
      case .event: .delivered(to: expected.takers.compactMap { snapshot.position(ofID: $0) })
      case .error where expected.takers.isEmpty: .uncaught
      case .bubble where expected.takers.isEmpty: .unhandled
      default: .handled(by: snapshot.position(ofID: expected.takers[0]) ?? -1)
      }
    if route.outcome != outcome { return "predicted \(route.outcome), not \(outcome)" }
    let asked = message.kind == .event ? [] : expected.passed + expected.takers
    let hops = route.hops.map { snapshot[$0.node].id }
    return hops == asked ? nil : "predicted the hops \(hops), not \(asked)"
  }

  /// The difference in the runtime.
  private mutating func mismatch(
    of message: Message, carrying payload: DomainUse.Payload, raisedAt raiser: NaiveModel,
    _ expected: NaiveRoute
  ) -> String? {
    heard.ids = []
    let taken = raiser.model.raiseTest(message, carrying: payload.value(message.kind))
    if taken.passed.map(\.id) != expected.passed || taken.takers.map(\.id) != expected.takers {
      return "the runtime took \(taken), not \(expected)"
    }
    let handlers = expected.isUncaught ? [-1] : expected.takers
    return heard.ids == handlers ? nil : "the handlers of \(heard.ids) ran, not of \(handlers)"
  }
}
