import TextIO

/// Time that passes only when it is passed on, and what waits for it.
package final class HeldTime: Sendable {
  private struct Sleeper {
    let number: Int
    let deadline: Duration
    /// The work that waits, if an explorer follows it.
    let work: FollowedWork?
    let continuation: CheckedContinuation<Void, any Error>

    /// Of those that wait for the same moment, work wakes in the order in which it was started: it may
    /// have come here over other threads.
    func wakes(before other: Sleeper) -> Bool {
      (deadline, work?.number ?? .max, number)
        < (other.deadline, other.work?.number ?? .max, other.number)
    }
  }

  private struct State {
    var now = Duration.zero
    var lastNumber = 0
    /// In the order in which they wake.
    var sleepers: [Sleeper] = []
    /// How often something began to wait or stopped.
    var changes = 0
  }

  private let state = Lock(State())

  /// Begins at zero.
  package init() {}

  /// The last moment, after 146 billion years.
  private static let end = Duration.seconds(1 << 62)

  /// The moment after a duration; the last one if it is later.
  package static func moment(_ duration: Duration, after moment: Duration) -> Duration {
    duration > end - min(moment, end) ? end : moment + duration
  }

  /// The present moment.
  package var now: Duration { state.withLock { $0.now } }

  /// When the next wait ends; nil if nothing waits.
  package var nextDeadline: Duration? { state.withLock { $0.sleepers.first?.deadline } }

  /// How often something began to wait or stopped.
  package var changes: Int { state.withLock { $0.changes } }

  /// The numbers of the followed work that waits, each with the moment at which it wakes.
  package var waitingWork: [Int: Duration] {
    state.withLock { state in
      Dictionary(
        state.sleepers.compactMap { sleeper in
          sleeper.work.map { ($0.number, sleeper.deadline) }
        }, uniquingKeysWith: min)
    }
  }

  /// The deadlines of waits outside of work that is followed.
  package var otherDeadlines: [Duration] {
    state.withLock { $0.sleepers.filter { $0.work == nil }.map(\.deadline) }
  }

  /// Waits until a moment, on the caller's actor, to which the end of the wait leads at once.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func wait(until deadline: Duration, began: (Int) -> Void = { _ in }) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(
          number: number, deadline: deadline, work: FollowedWork.current,
          continuation: continuation)
        if add(sleeper) { began(number) }
      }
    } onCancel: {
      remove(where: { $0.number == number })?.resume(throwing: CancellationError())
    }
  }

  /// Keeps a sleeper in the order of waking, or resumes it if it has nothing to wait for.
  ///
  /// - Returns: whether it waits.
  private func add(_ sleeper: Sleeper) -> Bool {
    // A cancellation before this finds no sleeper, and one after it waits for the lock.
    let result: Result<Void, any Error>? = state.withLock { state in
      if Task.isCancelled { return .failure(CancellationError()) }
      if sleeper.deadline <= state.now { return .success(()) }
      let place = state.sleepers.firstIndex { sleeper.wakes(before: $0) }
      state.sleepers.insert(sleeper, at: place ?? state.sleepers.endIndex)
      state.changes += 1
      return nil
    }
    if let result { sleeper.continuation.resume(with: result) }
    return result == nil
  }

  private func remove(where isWanted: (Sleeper) -> Bool) -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      state.sleepers.firstIndex(where: isWanted).map { place in
        state.changes += 1
        return state.sleepers.remove(at: place).continuation
      }
    }
  }

  /// Goes to the moment of the next sleeper, if that isn't after `end`, and wakes it.
  ///
  /// - Returns: whether there was one.
  package func wakeNext(until end: Duration) -> Bool {
    let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard let first = state.sleepers.first, first.deadline <= end else { return nil }
      state.now = max(state.now, first.deadline)
      state.changes += 1
      return state.sleepers.removeFirst().continuation
    }
    next?.resume()
    return next != nil
  }

  /// Wakes a sleeper before its moment.
  package func wake(_ number: Int) { remove(where: { $0.number == number })?.resume() }

  /// Ends all waits as if their tasks were cancelled.
  package func cancelAll() {
    while let next = remove(where: { _ in true }) { next.resume(throwing: CancellationError()) }
  }

  /// Goes to a moment, if that isn't before the present one. Nothing wakes.
  package func go(to moment: Duration) { state.withLock { $0.now = max($0.now, moment) } }
}
