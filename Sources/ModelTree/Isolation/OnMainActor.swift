import TextIO

/// Runs work on the main actor: at once where the caller runs there, else as soon as it is free.
///
/// For the end of an object of the main actor, which comes on the thread that releases it last.
func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if MainQueue.isCurrent {
    MainActor.assumeIsolated(work)
  } else {
    Task { @MainActor in work() }
  }
}

extension TreeStore {
  /// Forgets a model that is being deallocated, on whichever thread that is.
  func forgetOnMainActor(_ node: Int32) {
    if MainQueue.isCurrent { return forget(node) }
    // `nonisolated(unsafe)`: the store is used on the main actor alone, as here.
    nonisolated(unsafe) let store = self
    Task { @MainActor in store.forget(node) }
  }
}
