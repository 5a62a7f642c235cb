import ModelTree

/// Errors and bubbles, against the minimum cost of such a walk.
let risingMessages: [Measurement] =
  [64, 512].flatMap { hops in
    [
      Measurement(
        name: "runtime: error, \(hops) hops", unit: .nanoseconds, target: .atMostPeer(times: 4)
      ) { _ in
        let chain = Chain(hops: hops)
        return try compareWithWalk(chain, LinkWalk(hops: hops)) { chain.leaf.raise(Chain.error) }
      },
      Measurement(
        name: "runtime: bubble, \(hops) hops", unit: .nanoseconds, target: .atMostPeer(times: 4)
      ) { _ in
        let chain = Chain(hops: hops)
        return try compareWithWalk(chain, LinkWalk(hops: hops)) { chain.leaf.raise(Chain.bubble) }
      },
    ]
  }
  + [64, 512, 10_000].map { hops in
    Measurement(
      name: "runtime: error, \(grouped(hops)) hops, scattered", unit: .nanoseconds,
      target: .atMostPeer(times: hops < 100 ? 6 : 2)
    ) { _ in
      let places = 250_000
      let chain = Chain(hops: hops, scatteredAmong: places)
      let walk = LinkWalk(hops: hops, scatteredAmong: places)
      return try compareWithWalk(chain, walk) { chain.leaf.raise(Chain.error) }
    }
  }
  + [64, 512, 10_000].map { hops in
    // The limit of the row above: the part that doesn't depend on the way costs as much as over one
    // hop, and that alone is more than half of a walk over 64.
    Measurement(
      name: "runtime: error, \(grouped(hops)) hops, scattered, against one hop and the walk",
      unit: .nanoseconds, target: .shown
    ) { _ in
      let places = 250_000
      let (chain, short) = (Chain(hops: hops, scatteredAmong: places), Chain(hops: 1))
      let walk = LinkWalk(hops: hops, scatteredAmong: places)
      let arrivals = Counter()
      let outcome = Measurement.Outcome.compare(
        with: "one hop and walk", turns: 41,
        ours: { times in for _ in 0..<times { chain.leaf.raise(Chain.error) } },
        theirs: { times in
          for _ in 0..<times { short.leaf.raise(Chain.error) }
          walk.findRegistered(times: times, counting: arrivals)
        })
      try chain.expectArrivals(arrivals)
      return outcome
    }
  } + [
    Measurement(
      name: "runtime: error, 1 hop, against session", unit: .nanoseconds,
      target: .atMostPeer(times: 1.7)
    ) { _ in
      try compareWithSession { $0.raise(Chain.error) }
    },
    Measurement(
      name: "runtime: bubble, 1 hop, against session", unit: .nanoseconds,
      target: .atMostPeer(times: 1.7)
    ) { _ in
      try compareWithSession { $0.raise(Chain.bubble) }
    },
  ]

/// Compares a message raised at the lowest model of a chain with a walk over the same number of
/// hops.
@MainActor private func compareWithWalk(
  _ chain: Chain, _ walk: LinkWalk, _ raise: @escaping () -> Void
) throws -> Measurement.Outcome {
  let arrivals = Counter()
  let outcome = Measurement.Outcome.compare(
    with: "walk", turns: 41,
    ours: { times in for _ in 0..<times { raise() } },
    theirs: { walk.findRegistered(times: $0, counting: arrivals) })
  try chain.expectArrivals(arrivals)
  return outcome
}

/// Compares a message raised one level below a session with finding that session: the part of a
/// message's cost that doesn't depend on its way.
@MainActor private func compareWithSession(
  _ raise: @escaping (Model) -> Void
) throws -> Measurement.Outcome {
  let chain = Chain(hops: 1)
  let arrivals = Counter()
  let outcome = Measurement.Outcome.compare(
    with: "session", turns: 41,
    ours: { times in for _ in 0..<times { raise(chain.leaf) } },
    theirs: { times in
      for _ in 0..<times where chain.leaf.session === chain.session { arrivals.add() }
    })
  try chain.expectArrivals(arrivals)
  return outcome
}

extension Chain {
  /// Throws if a message, or the walk next to it, didn't reach the top.
  fileprivate func expectArrivals(_ arrivals: Counter) throws {
    try session.taken.expect(multipleOf: 1)
    try arrivals.expect(multipleOf: 1)
  }
}
