import ModelTree
import TextIO

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
  /// A moment of a manual clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// The moment after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether one moment is before another.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var lastNumber = 0
    /// In the order in which they wake.
    var sleepers: [Sleeper] = []
  }

  private let state = Lock(State())

  /// Makes a clock at which nothing waits.
  public init() {}

  /// The present moment.
  public var now: Instant { state.withLock { $0.now } }

  /// The shortest wait: any.
  public var minimumResolution: Duration { .zero }

  /// When the next wait ends; nil if nothing waits.
  public var nextDeadline: Instant? { state.withLock { $0.sleepers.first?.deadline } }

  /// Waits until the clock is advanced to a moment. Those that wait for the same moment wake in the order in
  /// which they began.
  ///
  /// - Parameters:
  ///   - deadline: the moment; one that has passed isn't waited for.
  ///   - tolerance: without effect.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(until: deadline)
  }

  // On the caller's actor, which continues directly after the wait.
  private func wait(until deadline: Instant) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      remove(where: { $0.number == number })?.resume(throwing: CancellationError())
    }
  }

  /// Lets time pass: wakes what waits until then, one after the other, each at its moment. What is woken and
  /// waits again within that time wakes again.
  ///
  /// Before the first wakes and after each, tasks of the caller's actor that can run do so, and what they
  /// await on other actors has some time. A model's `sleep(for:)` begins and ends on the main actor. If a test
  /// needs the end of anything else, let it await that.
  ///
  /// - Parameter duration: how much time passes.
  public func advance(by duration: Duration) async {
    await letTasksRun()
    let end = now.advanced(by: duration)
    while let sleeper = wakeNext(until: end) {
      sleeper.resume()
      await letTasksRun()
    }
    state.withLock { $0.now = max($0.now, end) }
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
    try await wait(until: now.advanced(by: duration))
  }
}

extension ManualClock {
  /// Keeps a sleeper in the order of waking, or resumes it where it has nothing to wait for.
  private func add(_ sleeper: Sleeper) {
    // A cancellation before this finds no sleeper, and one after it waits for the lock.
    let result: Result<Void, any Error>? = state.withLock { state in
      if Task.isCancelled { return .failure(CancellationError()) }
      if sleeper.deadline <= state.now { return .success(()) }
      let place = state.sleepers.firstIndex { $0.deadline > sleeper.deadline }
      state.sleepers.insert(sleeper, at: place ?? state.sleepers.endIndex)
      return nil
    }
    if let result { sleeper.continuation.resume(with: result) }
  }

  private func remove(
    where isWanted: (Sleeper) -> Bool
  ) -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      state.sleepers.firstIndex(where: isWanted).map { state.sleepers.remove(at: $0).continuation }
    }
  }

  /// Goes to the moment of the next sleeper, if that isn't after `end`.
  private func wakeNext(until end: Instant) -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      guard let first = state.sleepers.first, first.deadline <= end else { return nil }
      state.now = max(state.now, first.deadline)
      return state.sleepers.removeFirst().continuation
    }
  }

  /// Lets tasks run that can: those of the caller's actor in their order, and others for a moment, since no
  /// call tells when they wait.
  private func letTasksRun() async {
    for _ in 0..<20 {
      await Task.yield()
      await Task.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
