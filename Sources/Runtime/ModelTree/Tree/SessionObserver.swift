/// Watches sessions from their beginning: those of a controller, or those that a task creates.
@MainActor
package protocol SessionObserver: AnyObject, Sendable {
  /// A root session was created, or its controller is about to open it.
  func begin(_ session: Session)
  /// The clock that a controller has in place of one that the app chose.
  nonisolated func clock(insteadOf clock: any Clock<Duration>) -> any Clock<Duration>
}

extension SessionObserver {
  package nonisolated func clock(insteadOf clock: any Clock<Duration>) -> any Clock<Duration> {
    clock
  }
}

/// The root sessions and controllers that a task creates.
package enum NewSessions {
  /// Watches them; nil if nothing does.
  @TaskLocal package static var observer: (any SessionObserver)?
}
