/// Tells a piece of work that its result is no longer wanted.
package final class Interruption: Sendable {
  private let flag = Lock(false)

  /// Creates one that is not requested.
  package init() {}

  /// Whether the work should end.
  package var isRequested: Bool { flag.withLock { $0 } }

  /// Asks the work to end.
  package func request() { flag.withLock { $0 = true } }

  /// Ends the work if that was requested. Costs an uncontended lock.
  ///
  /// - Throws: `Interrupted` if the result is no longer wanted.
  package func check() throws(Interrupted) {
    if isRequested { throw Interrupted() }
  }

  /// Lets the calling thread wait, no longer than until the work should end.
  ///
  /// - Throws: `Interrupted` if the result is no longer wanted.
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

/// The work ended early, because its result is no longer wanted.
package struct Interrupted: Error, Hashable {
  /// Creates the error.
  package init() {}
}
