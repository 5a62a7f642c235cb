import ModelTree

/// Events, per receiver: the cost should depend on the registered models, not on those around them.
let events: [Measurement] =
  [
    (registered: 10, models: 10_000), (registered: 10, models: 1_000_000),
    (registered: 100, models: 100_000), (registered: 100_000, models: 100_000),
  ].map { registered, models in
    let name = "runtime: event, each of \(grouped(registered)) of \(grouped(models))"
    return Measurement(
      name: "\(name), against Foundation", unit: .nanoseconds,
      target: .timesThePeer(registered > 1_000 ? 2 : 1.3)
    ) { _ in
      try compareDelivering(to: registered, of: models, .counting, with: Observers())
    }
  }
  + [
    Measurement(
      name: "runtime: event, each of 100 of 10,000 with [weak self], against Foundation",
      unit: .nanoseconds, target: .shown
    ) { _ in
      try compareDelivering(to: 100, of: 10_000, .weak, with: Observers())
    }
  ]

/// Measures an event in a tree in which some models are registered.
@MainActor private func compareDelivering(
  to registered: Int, of models: Int, _ reception: Reception, with peer: Observers
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

/// A number with commas, for the names of rows.
func grouped(_ number: Int) -> String {
  number < 1_000
    ? "\(number)"
    : number < 1_000_000 ? "\(number / 1000),000" : "\(number / 1_000_000),000,000"
}
