/// Tells work that its result is no longer needed.
package final class Interruption: Sendable {
  private let flag = Lock(false)

  /// Creates an interruption that isn't requested.
  package init() {}

  /// Whether the work should end.
  package var isRequested: Bool { flag.withLock { $0 } }

  /// Asks the work to end.
  package func request() { flag.withLock { $0 = true } }

  /// Throws if the work should end. Costs an uncontended lock.
  ///
  /// - Throws: `Interrupted` if the result is no longer needed.
  package func check() throws(Interrupted) {
    if isRequested { throw Interrupted() }
  }

  /// Suspends the calling thread, until the work should end at the latest.
  ///
  /// - Throws: `Interrupted` if the result is no longer needed.
  package func pause(for duration: Duration) throws(Interrupted) {
    let end = ContinuousClock.now + duration
    while true {
      try check()
      let left = ContinuousClock.now.duration(to: end)
      if left <= .zero { return }
      BackgroundThread.pause(for: min(left, .milliseconds(20)))
    }
  }
}

/// The work ended early because its result is no longer needed.
package struct Interrupted: Error, Hashable {
  /// Creates the error.
  package init() {}
}
