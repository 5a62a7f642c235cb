/// A clock of tests, for which models wait on the main actor, so that the test knows in which order
/// they resume.
package protocol MainActorClock {
  /// Whether its time passes only when it is passed on.
  var isHeld: Bool { get }

  /// Nanoseconds for the records of a journal, different each time; nil if they have the system's.
  var ticks: UInt64? { get }

  /// A session's models begin to wait by it.
  @MainActor func begin(in session: Session)

  /// Waits for a duration.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  @MainActor func wait(for duration: Swift.Duration) async throws
}

extension MainActorClock {
  package var isHeld: Bool { true }
  package var ticks: UInt64? { nil }
  @MainActor package func begin(in session: Session) {}
}

extension TreeStore {
  /// The clock of the root session, if a test or an explorer holds it.
  package var heldClock: (any MainActorClock)? {
    guard rootNode != Self.none, let session = model(at: rootNode) as? Session,
      let clock = session.clock as? any MainActorClock, clock.isHeld
    else { return nil }
    return clock
  }
}
