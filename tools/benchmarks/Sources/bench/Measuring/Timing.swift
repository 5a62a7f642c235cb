/// The milliseconds that `body` takes. Its result is released after the clock has stopped.
func milliseconds<Made>(_ body: () throws -> Made) rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  let made = try body()
  let duration = start.duration(to: clock.now)
  withExtendedLifetime(made) {}
  return duration / .milliseconds(1)
}

/// Work that is too short for the clock, repeated often enough to be measured.
struct Batch {
  /// The number of repetitions for one figure.
  let count: Int
  private let work: (Int) -> Void

  /// Determines the number of repetitions. `work` repeats its own loop, so that the closure's calls
  /// aren't measured.
  init(atLeastMilliseconds least: Double = 1, _ work: @escaping (Int) -> Void) {
    var count = 1
    // A single run may have been the first, or interrupted.
    while (0..<3).contains(where: { _ in milliseconds({ work(count) }) < least }) { count *= 2 }
    self.count = count
    self.work = work
  }

  /// One figure: the nanoseconds of one repetition.
  func nanoseconds() -> Double { milliseconds { work(count) } * 1_000_000 / Double(count) }

  /// One figure: the microseconds of one repetition.
  func microseconds() -> Double { nanoseconds() / 1000 }
}

extension Measurement.Outcome {
  /// Measures our work and a peer's alternately: the nanoseconds of one repetition of each.
  ///
  /// - Parameters:
  ///   - name: the peer's name.
  ///   - turns: the number of figures of each.
  ///   - count: the divisor of a time, such as the number of a message's receivers.
  ///   - ours: repeats our work the given number of times.
  ///   - theirs: repeats the peer's work the given number of times.
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
