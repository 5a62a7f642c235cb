import ModelTree
package import TreeSnapshot

// What an explorer asks of a tree on the main actor.
extension AttachedTree {
  private func held<Result: Sendable>(
    _ body: @MainActor @Sendable (ExploredRun) -> Result, otherwise: Result
  ) -> Result {
    guard let explored else { return otherwise }
    return MainActor.assumeIsolated { body(explored) }
  }

  /// Holds the clock from now on, and the answers of work if `answers` is true; nil leaves them as they are.
  package func hold(answers: Bool?) {
    held(
      { run in
        if !run.clock.isHeld { run.clock.beginHolding() }
        if let answers { run.holdsAnswers = answers }
      }, otherwise: ())
    if let explored { holdJournal(by: explored.clock) }
  }

  /// Whether the clock is held.
  package var isHeld: Bool { explored?.clock.isHeld ?? false }

  /// The moment after some nanoseconds.
  package func moment(after nanoseconds: Int) -> Duration {
    held({ $0.clock.time.now + .nanoseconds(nanoseconds) }, otherwise: .zero)
  }

  /// Wakes what waits until a moment, the first only.
  package func wakeNext(until end: Duration) -> Bool {
    held({ $0.clock.time.wakeNext(until: end) }, otherwise: false)
  }

  /// Goes to a moment.
  package func go(to moment: Duration) { held({ $0.clock.time.go(to: moment) }, otherwise: ()) }

  /// Takes an answer that is held.
  package func takeAnswer(at place: Int) -> Bool {
    held({ $0.takeAnswer(at: place) }, otherwise: false)
  }

  /// Whether all work waits for the explorer, and a number that differs whenever something went on.
  package var activity: (isQuiet: Bool, activity: Int) {
    let (isQuiet, activity) = held({ ($0.isQuiet, $0.activity) }, otherwise: (true, 0))
    return (isQuiet, activity &+ ((try? latestRecord()).flatMap { $0 } ?? 0))
  }

  /// What the app waits for.
  package var waiting: [Waiting] { held({ $0.waiting }, otherwise: []) }
}
