import ModelTree

/// The cost of sending a value to subscribers, at several sizes, against alternatives.
let signals: [Measurement] =
  [1, 10, 1_000].flatMap { count in
    let name = "signals: send on a value, \(grouped(count)) subscribed"
    return [
      Measurement(
        name: "\(name), against pipe", unit: .nanoseconds,
        // As fast: a tenth allows for noise.
        target: .atMostPeer(times: 1.1)
      ) { _ in
        try compareSending(to: count, with: PipePeer()) { screen in { screen.show($0) } }
      },
      Measurement(
        name: "\(name), against OpenCombine", unit: .nanoseconds, target: .timesThePeer(4.5)
      ) { _ in
        try compareSending(to: count, with: SubjectPeer()) { screen in { screen.show($0) } }
      },
      Measurement(
        name: "\(name), against closures", unit: .nanoseconds, target: .shown
      ) { _ in
        try compareSending(to: count, with: ClosuresPeer()) { screen in { screen.show($0) } }
      },
    ]
  } + [
    // The weak reference costs both sides the same, and more than the rest.
    Measurement(
      name: "signals: send on a value, 10 subscribed with [weak self], against OpenCombine",
      unit: .nanoseconds, target: .shown
    ) { _ in
      try compareSending(to: 10, with: SubjectPeer()) { screen in
        { [weak screen] in screen?.show($0) }
      }
    }
  ]

/// Compares the cost of setting a value that screens subscribe to.
///
/// - Parameters:
///   - count: the number of screens on each side.
///   - peer: the alternative.
///   - subscriber: the closure with which a screen subscribes.
@MainActor private func compareSending(
  to count: Int, with peer: some SendingPeer, _ subscriber: (Screen) -> (Int) -> Void
) throws -> Measurement.Outcome {
  let value = ObservableValue(0)
  let screens = (ours: (0..<count).map { _ in Screen() }, theirs: (0..<count).map { _ in Screen() })
  for screen in screens.ours { value.subscribeNext(subscriber(screen)) }
  for screen in screens.theirs { peer.subscribe(subscriber(screen)) }
  let outcome = Measurement.Outcome.compare(
    with: peer.name,
    ours: { times in for number in 0..<times { value.value = number } },
    theirs: peer.send)
  for side in [screens.ours, screens.theirs] {
    guard let shown = side.first?.shown, shown > 0, side.allSatisfy({ $0.shown == shown }) else {
      throw BenchError(description: "the values did not reach their subscribers")
    }
  }
  return outcome
}

/// A subscriber that does little.
private final class Screen {
  /// The number of values it has shown.
  private(set) var shown = 0
  private var value = 0

  func show(_ value: Int) {
    self.value = value
    shown += 1
  }
}
