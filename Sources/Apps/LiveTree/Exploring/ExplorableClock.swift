package import ModelTree
import TextIO

/// A clock that keeps real time until an explorer holds it; then its time passes only when the explorer
/// passes it on.
///
/// ```swift
/// let clock = ExplorableClock()
/// let controller = SessionController(clock: clock, anonymous: { … }, authorized: { … })
/// let agent = Agent(name: "ExamMaster", exploring: clock) { controller.session }
/// ```
///
/// Models wait by the clock of their session, with `sleep(for:)`. In an app that `modeltree explore` starts,
/// time stands still from the beginning. Keep it out of release builds, as the agent: an app that another
/// program holds stands still.
public final class ExplorableClock: Clock {
  /// A moment of an explorable clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    package init(offset: Duration) { self.offset = offset }

    /// The moment after a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: HeldTime.moment(duration, after: offset))
    }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether one moment is before another.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  package let time = HeldTime()
  private let start = ContinuousClock.now
  // What an app does before its explorer reaches it happens at the same time in each run.
  private let hold = Lock((isHeld: Environment["MODELTREE_EXPLORING"] != nil, ticks: 0))

  private let heldRun = Lock(Weak<ExploredRun>())

  /// Makes a clock that keeps real time.
  public init() {}

  /// What holds the app whose models wait by this clock. Lives as long as one of its trees or its agent.
  package var run: ExploredRun { heldRun.withLock { $0.object } ?? ExploredRun(clock: self) }

  /// Notes what holds the clock.
  func note(_ run: ExploredRun) { heldRun.withLock { $0.object = run } }

  /// The present moment.
  public var now: Instant {
    Instant(offset: isHeld ? time.now : start.duration(to: .now))
  }

  /// The shortest wait: any.
  public var minimumResolution: Duration { .zero }

  /// Waits until a moment.
  ///
  /// - Parameters:
  ///   - deadline: the moment; one that has passed isn't waited for.
  ///   - tolerance: without effect.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(until: deadline.offset)
  }

  private func wait(until deadline: Duration) async throws {
    if !isHeld { time.go(to: now.offset) }
    try await time.wait(until: deadline) { number in
      if isHeld { return }
      // What waits when the explorer begins to hold the clock waits for the explorer.
      Task.detached { [weak self, pause = deadline - now.offset] in
        try? await Task.sleep(for: pause)
        if let self, !self.isHeld { self.time.wake(number) }
      }
    }
  }

  /// Holds the time from now on.
  package func beginHolding() {
    let moment = now.offset
    hold.withLock { $0.isHeld = true }
    time.go(to: moment)
  }

  /// Nanoseconds for the records of a journal: the time that was passed on, and a microsecond each time that
  /// this is asked for, so that no two are the same.
  package var ticks: UInt64? {
    let count = hold.withLock { hold in
      hold.ticks += 1
      return hold.ticks
    }
    return UInt64(clamping: time.now.nanoseconds) + UInt64(clamping: count) * 1_000
  }
}

extension ExplorableClock: MainActorClock {
  // Work that starts before an explorer reaches the app is followed, too.
  package func begin(in session: Session) { run.hold(session) }

  package var isHeld: Bool { hold.withLock { $0.isHeld } }

  package func wait(for duration: Duration) async throws {
    try await wait(until: HeldTime.moment(duration, after: now.offset))
  }
}
