import Foundation
import ModelTree

/// What goes down the tree: the registered should cost, not the models around them.
let events: [Measurement] =
  [
    (registered: 10, models: 1_000_000, limit: 20.0),
    (registered: 100, models: 1_000_000, limit: 200),
    (registered: 10, models: 10_000, limit: 20),
  ].map { registered, models, limit in
    Measurement(
      name: "runtime: event, \(registered) registered of \(grouped(models))", unit: .microseconds,
      target: .below(limit)
    ) { _ in
      let tree = ListeningTree(models: models, registered: registered)
      let batch = Batch(tree.raise)
      let samples = Samples.repeated(turns: 31) { batch.microseconds() }
      try tree.received.expect(multipleOf: registered)
      return Measurement.Outcome(ours: samples)
    }
  } + [
    Measurement(
      name: "runtime: event, each of 100,000 registered", unit: .nanoseconds, target: .below(60)
    ) { _ in
      let tree = ListeningTree(models: everybody, registered: everybody)
      let batch = Batch(tree.raise)
      let samples = Samples.repeated(turns: 31) { batch.nanoseconds() / Double(everybody) }
      try tree.received.expect(multipleOf: everybody)
      return Measurement.Outcome(ours: samples)
    },
    Measurement(
      name: "runtime: event, each of 100,000 against peer", unit: .nanoseconds,
      target: .timesThePeer(3)
    ) { _ in
      let tree = ListeningTree(models: everybody, registered: everybody)
      let observers = Observers(count: everybody)
      let (ours, theirs) = (Batch(tree.raise), Batch(observers.post))
      let (samples, peerSamples) = Samples.interleaved(turns: 15) {
        ours.nanoseconds() / Double(everybody)
      } _: {
        theirs.nanoseconds() / Double(everybody)
      }
      try tree.received.expect(multipleOf: everybody)
      try observers.received.expect(multipleOf: everybody)
      return Measurement.Outcome(
        ours: samples, peer: .measured(name: "NotificationCenter", peerSamples))
    },
  ]

private let everybody = 100_000

/// A tree of which some models count an event.
private struct ListeningTree {
  let received = Counter()
  private let tree: AppTree

  init(models: Int, registered: Int) {
    let received = received
    tree = AppTree(models: models, chosen: registered) { model in
      model.register(for: AppEvent.languageChanged) { _ in received.add() }
    }
  }

  func raise(times: Int) {
    for _ in 0..<times { tree.middle.raise(AppEvent.languageChanged) }
  }
}

/// What Foundation has for it: blocks that count a notification.
private struct Observers {
  let received = Counter()
  private let center = NotificationCenter()
  private let name = Notification.Name("LanguageChanged")
  private let tokens: [any NSObjectProtocol]

  init(count: Int) {
    tokens = (0..<count).map { [center, name, received] _ in
      center.addObserver(forName: name, object: nil, queue: nil) { _ in received.add() }
    }
  }

  func post(times: Int) {
    for _ in 0..<times { center.post(name: name, object: nil) }
  }
}

/// A number with commas, for the names of rows.
func grouped(_ number: Int) -> String {
  number < 1_000
    ? "\(number)"
    : number < 1_000_000 ? "\(number / 1000),000" : "\(number / 1_000_000),000,000"
}
