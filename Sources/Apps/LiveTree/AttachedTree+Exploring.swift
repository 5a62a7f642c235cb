import ModelTree
package import TreeJournal
import TreeSnapshot

// What an explorer asks of a tree on the main actor.
extension AttachedTree {
  /// Runs a closure with what holds the app; returns nil if nothing does.
  @discardableResult
  private func held<Result: Sendable>(
    _ body: @MainActor @Sendable (ExploredRun) -> Result
  ) -> Result? {
    explored.map { explored in MainActor.assumeIsolated { body(explored) } }
  }

  /// Holds the clock from now on, and the answers of work if `answers` is true; nil leaves them as they are.
  package func hold(answers: Bool?) {
    held { run in
      if !run.clock.isHeld { run.clock.beginHolding() }
      if let answers { run.holdsAnswers = answers }
    }
    if let explored { holdJournal(by: explored.clock) }
  }

  /// Whether the clock is held.
  package var isHeld: Bool { explored?.clock.isHeld ?? false }

  /// The moment after some nanoseconds.
  package func moment(after nanoseconds: Int) -> Duration {
    held { HeldTime.moment(.nanoseconds(nanoseconds), after: $0.clock.time.now) } ?? .zero
  }

  /// Wakes what waits until a moment, the first only.
  package func wakeNext(until end: Duration) -> Bool {
    held { $0.clock.time.wakeNext(until: end) } ?? false
  }

  /// Goes to a moment.
  package func go(to moment: Duration) { held { $0.clock.time.go(to: moment) } }

  /// Takes an answer that is held, or an error instead.
  package func takeAnswer(at place: Int, failing error: String?) -> Bool {
    held { $0.takeAnswer(at: place, failing: error) } ?? false
  }

  /// Closes the session, opens none in its place, and takes all answers.
  package func closeForGood() {
    held { $0.holdsAnswers = false }
    let closing = session
    closedSession = closing
    held { _ in closing?.closeForGood() }
  }

  /// The type of the session that an explorer closed, if that is still open.
  package var openSession: String? {
    let closed = closedSession
    return held { _ in closed.flatMap { $0.isOpen ? "\(type(of: $0))" : nil } } ?? nil
  }

  /// Whether all work waits for the explorer, and a number that differs whenever something went on.
  package var activity: (isQuiet: Bool, activity: Int) {
    let (isQuiet, activity) = held { ($0.isQuiet, $0.activity) } ?? (true, 0)
    return (isQuiet, activity &+ ((try? latestRecord()) ?? 0))
  }

  /// What the app waits for.
  package var waiting: [Waiting] { held { $0.waiting } ?? [] }
}
