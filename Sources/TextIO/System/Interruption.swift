/// Says to a piece of work that nobody waits for its result any more.
package final class Interruption: Sendable {
  private let flag = Lock(false)

  /// Creates one that is not requested.
  package init() {}

  /// Whether the work should end.
  package var isRequested: Bool { flag.withLock { $0 } }

  /// Asks the work to end.
  package func request() { flag.withLock { $0 = true } }

  /// Ends the work where that was asked for. Costs a lock that nobody holds.
  ///
  /// - Throws: `Interrupted` where nobody waits any more.
  package func check() throws(Interrupted) {
    if isRequested { throw Interrupted() }
  }

  /// Lets the calling thread wait, no longer than until the work should end.
  ///
  /// - Throws: `Interrupted` where nobody waits any more.
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

/// The work ended before it was done, because nobody waits for its result any more.
package struct Interrupted: Error, Hashable {
  /// Creates the error.
  package init() {}
}
