import TextIO

/// Runs work on the main actor: immediately if the caller is on it, otherwise as soon as it is
/// free.
///
/// For the release of an object of the main actor, which may happen on any thread.
nonisolated func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if MainQueue.isCurrent {
    MainActor.assumeIsolated(work)
  } else {
    Task { @MainActor in work() }
  }
}
