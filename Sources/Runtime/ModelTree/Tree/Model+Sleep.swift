extension Model {
  /// Waits, using the clock of the nearest session.
  ///
  /// ```swift
  /// task { [self] in try? await sleep(for: .seconds(5)) } then: { model, _ in model.hideNotice() }
  /// ```
  ///
  /// The model is retained while it waits, at most until its task is cancelled. A task of
  /// ``WorkingModel/task(orRaise:file:line:_:then:)`` is cancelled when the model leaves its tree.
  ///
  /// - Parameter duration: the minimum time to wait.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public final func sleep(for duration: Duration) async throws {
    if let clock = clock as? any MainActorClock {
      try await clock.wait(for: duration)
    } else {
      try await clock.sleep(for: duration)
    }
  }

  /// The clock of the nearest session above the model.
  final var surroundingClock: any Clock<Duration> {
    let above = store.session(above: node)
    let session = above == TreeStore.none ? nil : model(at: above) as? Session
    return session?.clock ?? store.clock
  }
}
