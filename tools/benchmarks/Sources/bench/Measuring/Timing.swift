/// The milliseconds that `body` takes. What it makes is freed after the clock has stopped.
func milliseconds<Made>(_ body: () throws -> Made) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  let made = try body()
  let duration = start.duration(to: clock.now)
  withExtendedLifetime(made) {}
  return duration / .milliseconds(1)
}

/// Work that is too short for the clock, done as often as it takes to be seen well.
struct Batch {
  /// How often the work is done for one figure.
  let count: Int
  private let work: (Int) -> Void

  /// Finds out how often that is. `work` does its thing as many times as it is told: a loop of its
  /// own, so that no call of a closure is measured along with it.
  init(atLeastMilliseconds least: Double = 1, _ work: @escaping (Int) -> Void) {
    var count = 1
    // Once may have been the first time, or interrupted.
    while (0..<3).contains(where: { _ in milliseconds({ work(count) }) < least }) { count *= 2 }
    self.count = count
    self.work = work
  }

  /// One figure: the nanoseconds that one time takes.
  func nanoseconds() -> Double { milliseconds { work(count) } * 1_000_000 / Double(count) }

  /// One figure: the microseconds that one time takes.
  func microseconds() -> Double { nanoseconds() / 1000 }
}

extension Measurement.Outcome {
  /// Takes figures of ours and of a peer in turns: the nanoseconds that one time takes of each.
  ///
  /// - Parameters:
  ///   - name: the peer's name.
  ///   - turns: how many figures of each.
  ///   - count: by how many a time is divided, such as the receivers of a message.
  ///   - ours: does our thing so many times.
  ///   - theirs: does the peer's thing so many times.
  static func compare(
    with name: String, turns: Int = 31, per count: Int = 1, ours: @escaping (Int) -> Void,
    theirs: @escaping (Int) -> Void
  ) -> Self {
    let (ours, theirs) = (Batch(ours), Batch(theirs))
    let (samples, peerSamples) = Samples.interleaved(turns: turns, warmUps: 2) {
      ours.nanoseconds() / Double(count)
    } _: {
      theirs.nanoseconds() / Double(count)
    }
    return Self(ours: samples, peer: .measured(name: name, peerSamples))
  }
}
