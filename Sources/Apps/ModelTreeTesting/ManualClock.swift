public import LiveTree
import ModelTree

/// A clock whose time passes only when a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// session.clock = clock
/// draft.edit()
/// await clock.advance(by: .seconds(30))
/// #expect(draft.isSaved)
/// ```
///
/// Models wait by the clock of their session, with `sleep(for:)`. Time begins at zero.
public final class ManualClock: Clock {
  /// A moment: the time since the clock was made.
  public typealias Instant = ExplorableClock.Instant

  private let time = HeldTime()

  /// Makes a clock at which nothing waits.
  public init() {}

  /// The present moment.
  public var now: Instant { Instant(offset: time.now) }

  /// The shortest wait: any.
  public var minimumResolution: Duration { .zero }

  /// When the next wait ends; nil if nothing waits.
  public var nextDeadline: Instant? { time.nextDeadline.map { Instant(offset: $0) } }

  /// Waits until the clock is advanced to a moment. Those that wait for the same moment wake in the order in
  /// which they began.
  ///
  /// - Parameters:
  ///   - deadline: the moment; one that has passed isn't waited for.
  ///   - tolerance: without effect.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await time.wait(until: deadline.offset)
  }

  /// Lets time pass: wakes what waits until then, one after the other, each at its moment. What is woken and
  /// waits again within that time wakes again.
  ///
  /// Before the first wakes and after each, tasks of the caller's actor that can run do so, and what
  /// they await on other actors has some time. A model's `sleep(for:)` begins and ends on the main
  /// actor. If a test needs the end of anything else, let it await that.
  ///
  /// - Parameter duration: how much time passes.
  public func advance(by duration: Duration) async {
    await letTasksRun()
    let end = HeldTime.moment(duration, after: time.now)
    while time.wakeNext(until: end) { await letTasksRun() }
    time.go(to: end)
  }

  /// Lets time pass until the next wait ends.
  ///
  /// - Returns: whether anything waited.
  @discardableResult
  public func advanceToNextDeadline() async -> Bool {
    await letTasksRun()
    guard let deadline = nextDeadline else { return false }
    await advance(by: now.duration(to: deadline))
    return true
  }
}

extension ManualClock: MainActorClock {
  package func wait(for duration: Duration) async throws {
    try await time.wait(until: HeldTime.moment(duration, after: time.now))
  }
}

extension ManualClock {
  /// Lets tasks run that can: those of the caller's actor in their order, and others for a moment, since no
  /// call tells when they wait.
  private func letTasksRun() async {
    for _ in 0..<20 {
      await Task.yield()
      await Task.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
