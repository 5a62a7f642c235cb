/// A clock of tests, for which models wait on the main actor, so that the test knows in which order
/// they resume.
package protocol MainActorClock {
  /// Whether its time passes only when it is passed on.
  var isHeld: Bool { get }

  /// Waits for a duration.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  @MainActor func wait(for duration: Swift.Duration) async throws
}

extension MainActorClock {
  package var isHeld: Bool { true }
}
