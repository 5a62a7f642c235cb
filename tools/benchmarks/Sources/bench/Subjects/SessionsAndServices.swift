import ModelTree

/// The cost of looking up sessions and services above a model.
let sessionsAndServices: [Measurement] =
  [
    Measurement(
      name: "runtime: session, 64 levels up", unit: .nanoseconds, target: .atMostPeer(times: 3)
    ) { _ in
      let (chain, walk) = (Chain(hops: 64), LinkWalk(hops: 64))
      let (found, arrivals) = (Counter(), Counter())
      let outcome = Measurement.Outcome.compare(
        with: "walk", turns: 41,
        ours: { times in
          for _ in 0..<times where chain.leaf.session === chain.session { found.add() }
        },
        theirs: { walk.findSession(times: $0, counting: arrivals) })
      try found.expect(multipleOf: 1)
      try arrivals.expect(multipleOf: 1)
      return outcome
    }
  ]
  + [512, 10_000].map { levels in
    Measurement(
      name: "runtime: service not found, \(grouped(levels)) levels", unit: .nanoseconds,
      target: .atMostPeer(times: 2)
    ) { _ in
      let chain = Chain(hops: levels)
      let (missed, found) = (Counter(), Counter())
      let outcome = Measurement.Outcome.compare(
        with: "session", turns: 41,
        ours: { times in
          for _ in 0..<times {
            do { _ = try chain.leaf.service(NetworkClient.self) } catch { missed.add() }
          }
        },
        theirs: { times in
          for _ in 0..<times where chain.leaf.session === chain.session { found.add() }
        })
      try missed.expect(multipleOf: 1)
      try found.expect(multipleOf: 1)
      return outcome
    }
  }

/// A service that no session provides.
private final class NetworkClient: Service {}
