import ModelTree
import TreeSnapshot

// What an explorer does with a tree on the main actor.
extension AttachedTree {
  /// Runs a closure with what holds the app; returns nil if nothing does.
  @discardableResult
  package func exploring<Result: Sendable>(
    _ body: @MainActor @Sendable (ExploredRun) throws -> Result
  ) rethrows -> Result? {
    guard let explored else { return nil }
    return try MainActor.assumeIsolated { try body(explored) }
  }

  /// Holds the clock from now on, and the answers of work if `answers` is true; nil leaves them as they are.
  package func hold(answers: Bool?) {
    exploring { run in
      if !run.clock.isHeld { run.clock.beginHolding() }
      if let answers { run.holdsAnswers = answers }
    }
    if let explored { holdJournal(by: explored.clock) }
  }

  /// Closes the session, opens none in its place, and takes all answers.
  package func closeForGood() {
    let closing = root() as? Session
    closedSession = closing
    exploring { run in
      run.holdsAnswers = false
      closing?.closeForGood()
    }
  }

  /// The type of the session that an explorer closed, if that is still open.
  package var openSession: String? {
    let closed = closedSession
    return exploring { _ in closed.flatMap { $0.isOpen ? "\(type(of: $0))" : nil } } ?? nil
  }

  /// Whether all work waits for the explorer, and a number that differs whenever something went on.
  package var activity: (isQuiet: Bool, activity: Int) {
    let (isQuiet, activity) = exploring { ($0.isQuiet, $0.activity) } ?? (true, 0)
    return (isQuiet, activity &+ ((try? latestRecord()) ?? 0))
  }
}
