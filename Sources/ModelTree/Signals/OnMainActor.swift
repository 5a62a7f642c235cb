import TextIO

/// Runs work on the main actor: at once if the caller runs there, else as soon as it is free.
///
/// For the end of an object of the main actor, which comes on the thread that releases it last.
nonisolated func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if MainQueue.isCurrent {
    MainActor.assumeIsolated(work)
  } else {
    Task { @MainActor in work() }
  }
}
