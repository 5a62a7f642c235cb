extension JournalWriter {
  /// What a record says.
  package struct Entry {
    let event: JournalEvent
    let node: UInt64
    let name: UInt32
    let other: UInt64
    let detail: UInt64
    let source: UInt64
    package let texts: RecordTexts

    /// Whether the record's time is measured: a handler, an action, or what takes an answer.
    var takesTime: Bool {
      switch event {
      case .handled, .delivered, .received, .performed: true
      case .uncaught: other & JournalFormat.idMask != 0
      case .ended:
        other == UInt64(WorkOutcome.answered.rawValue)
          || other == UInt64(WorkOutcome.failed.rawValue)
      default: false
      }
    }

    /// Describes a record.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - node: the model's id, and its tree above that.
    ///   - name: the record's name.
    ///   - other: another model's id, and flags.
    ///   - detail: the number of a record.
    ///   - source: where the app did it.
    ///   - texts: its texts.
    package init(
      _ event: JournalEvent, node: UInt64, name: UInt32 = 0, other: UInt64 = 0,
      detail: UInt64 = 0, source: UInt64 = 0, texts: RecordTexts = RecordTexts()
    ) {
      (self.event, self.node, self.name, self.other) = (event, node, name, other)
      (self.detail, self.source, self.texts) = (detail, source, texts)
    }
  }
}

extension JournalWriter {
  /// What records are caused by.
  package struct Origin: Sendable {
    /// The record of the handler that runs, or started the work whose answer is taken; 0 for none.
    var cause: UInt64 = 0
    /// The model whose handler that is, with its tree.
    var handler: UInt64 = 0

    /// Nothing causes them.
    package init() {}

    init(cause: UInt64, handler: UInt64) { (self.cause, self.handler) = (cause, handler) }

    /// Whether nothing is.
    package var isNone: Bool { cause == 0 }
  }

  /// The action that a task performs.
  private struct WaitingAction: Sendable {
    let journal: ObjectIdentifier
    let origin: Origin

    @TaskLocal static var current: WaitingAction?
  }

  /// What the next record is caused by.
  package var origin: Origin {
    if !ownOrigin.isNone || !hasWaitingActions { return ownOrigin }
    guard let action = WaitingAction.current, action.journal == ObjectIdentifier(self) else {
      return ownOrigin
    }
    return action.origin
  }

  /// Sets the cause of the records that follow.
  ///
  /// - Parameters:
  ///   - cause: the record of the handler that runs.
  ///   - handler: the model whose handler that is, with its tree.
  /// - Returns: the cause before, to be set again.
  package func begin(_ cause: UInt64, _ handler: UInt64) -> Origin {
    resume(Origin(cause: cause, handler: handler))
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
  ///   - handler: the model that performs it, with its tree.
  @MainActor
  package func performing<Result>(
    _ cause: UInt64, _ handler: UInt64, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    hasWaitingActions = true
    let action = WaitingAction(
      journal: ObjectIdentifier(self),
      origin: Origin(cause: cause, handler: handler))
    return try await WaitingAction.$current.withValue(action, operation: body)
  }

  /// Runs what isn't done by the action that the task performs.
  package func outsideOfActions(_ body: () -> Void) {
    if hasWaitingActions { WaitingAction.$current.withValue(nil, operation: body) } else { body() }
  }
}
