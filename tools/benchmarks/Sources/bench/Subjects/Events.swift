import ModelTree

/// What goes down the tree, for each receiver: the registered should cost, not the models around them.
let events: [Measurement] =
  [
    (registered: 10, models: 10_000), (registered: 10, models: 1_000_000),
    (registered: 100, models: 1_000_000), (registered: 100_000, models: 100_000),
  ].flatMap { registered, models in
    let name = "runtime: event, each of \(grouped(registered)) of \(grouped(models))"
    return [
      Measurement(
        name: "\(name), against pairs", unit: .nanoseconds, target: .atMostPeer(times: 3)
      ) { _ in
        try compareDelivering(to: registered, of: models, .counting, with: Pairs())
      },
      Measurement(
        name: "\(name), against Foundation", unit: .nanoseconds, target: .timesThePeer(5)
      ) { _ in
        try compareDelivering(to: registered, of: models, .counting, with: Observers())
      },
    ]
  }
  + [10, 100, 100_000].map { registered in
    // The limit of the rows against Foundation: nothing delivers faster than a loop over pairs.
    Measurement(
      name: "runtime: pairs, each of \(grouped(registered)), against Foundation",
      unit: .nanoseconds, target: .shown
    ) { _ in
      try comparePairs(count: registered)
    }
  } + [
    // The weak reference costs both sides alike, and more than the rest.
    Measurement(
      name: "runtime: event, each of 100 of 10,000 with [weak self], against pairs",
      unit: .nanoseconds, target: .atMostPeer(times: 3)
    ) { _ in
      try compareDelivering(to: 100, of: 10_000, .weak, with: Pairs())
    },
    Measurement(
      name: "runtime: event, each of 100 of 10,000 with [weak self], against Foundation",
      unit: .nanoseconds, target: .shown
    ) { _ in
      try compareDelivering(to: 100, of: 10_000, .weak, with: Observers())
    },
  ]

/// Compares an event in a tree of which some models listen.
@MainActor private func compareDelivering(
  to registered: Int, of models: Int, _ reception: Reception, with peer: some DeliveringPeer
) throws -> Measurement.Outcome {
  let received = (ours: Counter(), theirs: Counter())
  let tree = AppTree(models: models, chosen: registered) { parent in
    switch reception {
    case .counting: CountingModel(parent: parent, counting: received.ours)
    case .weak: ListeningModel(parent: parent, counting: received.ours)
    }
  }
  for _ in 0..<registered { peer.add(Listener(counting: received.theirs), reception) }
  let outcome = Measurement.Outcome.compare(
    with: peer.name, turns: registered > 10_000 ? 15 : 31, per: registered,
    ours: { times in for _ in 0..<times { tree.middle.raise(AppEvent.languageChanged) } },
    theirs: peer.send)
  try received.ours.expect(multipleOf: registered)
  try received.theirs.expect(multipleOf: registered)
  return outcome
}

/// Compares the least that a delivery can be with Foundation's.
@MainActor private func comparePairs(count: Int) throws -> Measurement.Outcome {
  let received = (pairs: Counter(), observers: Counter())
  let (pairs, observers) = (Pairs(), Observers())
  for _ in 0..<count {
    pairs.add(Listener(counting: received.pairs), .counting)
    observers.add(Listener(counting: received.observers), .counting)
  }
  let outcome = Measurement.Outcome.compare(
    with: observers.name, turns: count > 10_000 ? 15 : 31, per: count, ours: pairs.send,
    theirs: observers.send)
  try received.pairs.expect(multipleOf: count)
  try received.observers.expect(multipleOf: count)
  return outcome
}

/// A number with commas, for the names of rows.
func grouped(_ number: Int) -> String {
  number < 1_000
    ? "\(number)"
    : number < 1_000_000 ? "\(number / 1000),000" : "\(number / 1_000_000),000,000"
}
