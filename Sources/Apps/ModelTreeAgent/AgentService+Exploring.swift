import LiveTree
import TextIO
import TreeLink

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// The end of an app that an explorer started: the explorer may be killed before it ends the app.
extension AgentService {
  /// How long an explorer may take to connect.
  private static let arrival = Duration.seconds(60)

  /// Ends an app that an explorer started and doesn't reach.
  func waitForExplorer() {
    guard Environment["MODELTREE_EXPLORING"] != nil else { return }
    let thread = BackgroundThread { [weak self] in
      BackgroundThread.pause(for: Self.arrival)
      if let self, !self.hasExplorer.withLock({ $0 }) { _exit(0) }
    }
    thread?.detach()
  }

  /// Ends an app that an explorer started, once that is gone.
  func endWithExplorer(_ isThere: @escaping @Sendable () -> Bool) {
    guard Environment["MODELTREE_EXPLORING"] != nil else { return }
    hasExplorer.withLock { $0 = true }
    let thread = BackgroundThread {
      while isThere() { BackgroundThread.pause(for: Self.step) }
      _exit(0)
    }
    thread?.detach()
  }
}

// Requests of an explorer.
extension AgentService {
  /// How long an app may take to settle after a step.
  private static let patience = Duration.seconds(1)
  /// How often waits end during one request, at most.
  private static let mostWakes = 10_000

  func explore(_ request: LinkRequest, _ isWanted: () -> Bool) throws(RPCFault) -> Settlement {
    guard isExplorable else {
      throw RPCFault(
        .refused, "the app's clock can't be held; pass an ExplorableClock to its Agent: exploring:")
    }
    switch request {
    case .clock(let holdsAnswers): try onTree { $0.hold(answers: holdsAnswers) }
    case .pass(let nanoseconds):
      _ = try settle(Self.patience, isWanted)
      let end = try onTree { live in
        live.exploring { HeldTime.moment(.nanoseconds(nanoseconds), after: $0.clock.time.now) }
      }
      guard let end else { break }
      var wakes = 0
      while wakes < Self.mostWakes, isWanted(),
        try onTree({ $0.exploring { $0.clock.time.wakeNext(until: end) } }) ?? false
      {
        wakes += 1
        _ = try settle(Self.patience, isWanted)
      }
      _ = try onTree { $0.exploring { $0.clock.time.go(to: end) } }
    case .answer(let place, let error):
      let isTaken = try onTree { $0.exploring { $0.takeAnswer(at: place, failing: error) } }
      if isTaken != true {
        let wanted: SafeText = error.map { " that may be \($0)" } ?? ""
        throw RPCFault(.refused, "no answer waits at place \(place)\(wanted)")
      }
    case .close: try onTree { $0.closeForGood() }
    default: break
    }
    let patience: Duration =
      if case .settled(let milliseconds) = request { .milliseconds(milliseconds) } else {
        Self.patience
      }
    return try settle(patience, isWanted)
  }

  /// Waits until the app is at rest: each look first lets run what can.
  private func settle(
    _ patience: Duration, _ isWanted: () -> Bool
  ) throws(RPCFault) -> Settlement {
    let start = ContinuousClock.now
    var (quiet, last, rounds) = (0, Int.min, 0)
    while true {
      let (isQuiet, activity) = try onTree { $0.activity }
      quiet = isQuiet && activity == last ? quiet + 1 : 0
      last = activity
      rounds += 1
      let isOver = start.duration(to: .now) >= patience || !isWanted()
      if quiet >= 3 || isOver {
        let isSettled = quiet >= 3
        return try onTree { live in
          Settlement(
            isSettled: isSettled, waiting: live.exploring { $0.waiting } ?? [],
            record: (try? live.latestRecord()) ?? 0, openSession: live.openSession)
        }
      }
      if rounds > 30 { BackgroundThread.pause(for: .milliseconds(1)) }
    }
  }
}
