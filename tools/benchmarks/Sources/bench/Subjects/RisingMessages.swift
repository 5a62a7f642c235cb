import ModelTree

/// What goes up the tree, against the least that such a walk can cost.
let risingMessages: [Measurement] =
  [64, 512].flatMap { hops in
    [
      Measurement(
        name: "runtime: error, \(hops) hops", unit: .nanoseconds,
        target: .belowPeer(times: 3, plus: 150)
      ) { _ in
        let chain = Chain(hops: hops)
        return try compareWithWalk(hops: hops, chain) { times in
          for _ in 0..<times { chain.leaf.raise(Chain.error) }
        }
      },
      Measurement(
        name: "runtime: bubble, \(hops) hops", unit: .nanoseconds,
        target: .belowPeer(times: 3, plus: 150)
      ) { _ in
        let chain = Chain(hops: hops)
        return try compareWithWalk(hops: hops, chain) { times in
          for _ in 0..<times { chain.leaf.raise(Chain.bubble) }
        }
      },
    ]
  } + [
    Measurement(
      name: "runtime: session, 64 levels up", unit: .nanoseconds,
      target: .belowPeer(times: 3, plus: 0)
    ) { _ in
      let chain = Chain(hops: 64)
      return try compareWithWalk(hops: 64, chain) { times in
        for _ in 0..<times where chain.leaf.session === chain.session { chain.taken.add() }
      }
    }
  ]

private func compareWithWalk(
  hops: Int, _ chain: Chain, _ raise: @escaping (Int) -> Void
) throws -> Measurement.Outcome {
  let walk = ParentWalk(hops: hops)
  let arrivals = Counter()
  let ours = Batch(raise)
  let theirs = Batch { walk.walk(times: $0, counting: arrivals) }
  let (takenBefore, arrivalsBefore) = (chain.taken.value, arrivals.value)
  let (turns, warmUps) = (41, 3)
  let (samples, walkSamples) = Samples.interleaved(turns: turns, warmUps: warmUps) {
    ours.nanoseconds()
  } _: {
    theirs.nanoseconds()
  }
  guard chain.taken.value - takenBefore == (turns + warmUps) * ours.count,
    arrivals.value - arrivalsBefore == (turns + warmUps) * theirs.count
  else {
    throw BenchError(description: "what was raised did not reach the top")
  }
  return Measurement.Outcome(ours: samples, peer: .measured(name: "walk", walkSamples))
}
