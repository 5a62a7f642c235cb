extension JournalWriter {
  /// What records are caused by.
  package struct Origin: Sendable {
    /// The record of the handler that runs, or started the work whose answer is taken; 0 for none.
    var cause = 0
    /// The model whose handler that is.
    var handler = 0

    /// Whether nothing is.
    package var isNone: Bool { cause == 0 }
  }

  /// The action that a task performs.
  private enum WaitingAction {
    @TaskLocal static var current: (journal: ObjectIdentifier, origin: Origin)?
  }

  /// What the next record is caused by.
  package var origin: Origin {
    guard ownOrigin.isNone, let action = WaitingAction.current,
      action.journal == ObjectIdentifier(self)
    else { return ownOrigin }
    return action.origin
  }

  /// Sets the cause of the records that follow.
  ///
  /// - Parameters:
  ///   - cause: the record of the handler that runs.
  ///   - handler: the model whose handler that is.
  /// - Returns: the cause before, to be set again.
  package func begin(_ cause: Int, _ handler: JournalNode) -> Origin {
    resume(Origin(cause: cause, handler: handler.id))
  }

  /// Sets a cause again.
  ///
  /// - Returns: the cause before.
  @discardableResult
  package func resume(_ origin: Origin) -> Origin {
    defer { ownOrigin = origin }
    return ownOrigin
  }

  /// Runs what may wait, and the tasks that it starts, with a record as the cause.
  ///
  /// - Parameters:
  ///   - cause: the record of the action.
  ///   - handler: the model that performs it.
  @MainActor
  package func performing<Result>(
    _ cause: Int, _ handler: JournalNode, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let origin = Origin(cause: cause, handler: handler.id)
    let action = (journal: ObjectIdentifier(self), origin: origin)
    return try await WaitingAction.$current.withValue(action, operation: body)
  }

  /// Runs what isn't done by the action that the task performs.
  package func outsideOfActions(_ body: () -> Void) {
    WaitingAction.$current.withValue(nil, operation: body)
  }
}
