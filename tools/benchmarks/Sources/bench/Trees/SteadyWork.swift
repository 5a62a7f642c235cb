import ModelTree

/// Messages that an app raises at a steady rate, each handled at the root, and their duration.
@MainActor final class SteadyWork {
  private let models: [Model]
  private let rate: Int
  private var spent = Duration.zero
  private var count = 0
  private static let pause = Duration.milliseconds(10)

  /// - Parameter rate: The number of messages per second.
  init(_ session: Session, rate: Int) {
    let counter = Counter()
    session.register(for: NetworkErrors.offline) { _ in counter.add() }
    models = session.subtree.filter(\.children.isEmpty)
    self.rate = rate
  }

  /// Raises messages until the process ends.
  func run() async {
    let start = ContinuousClock.now
    var raised = 0
    while !Task.isCancelled {
      let wanted = Int((ContinuousClock.now - start) / .seconds(1) * Double(rate))
      let began = ContinuousClock.now
      for number in raised..<wanted { models[number % models.count].raise(NetworkErrors.offline) }
      spent += ContinuousClock.now - began
      count += wanted - raised
      raised = wanted
      try? await Task.sleep(for: Self.pause)
    }
  }

  /// The average milliseconds of 10,000 messages since the last call.
  func takeFigure() -> Double {
    defer { (spent, count) = (.zero, 0) }
    return spent / .milliseconds(1) / Double(max(1, count)) * 10_000
  }
}
