extension Model {
  /// Does what a person or another program asks for, and names it in the journal: everything that follows
  /// has it as its cause.
  ///
  /// ```swift
  /// func didTap(_ subject: Subject) {
  ///   model.perform("pick", subject.name) { model.pick(subject) }
  /// }
  /// ```
  ///
  /// Without a journal, it costs nothing but the call.
  ///
  /// - Parameters:
  ///   - action: the action's name, such as `pick`.
  ///   - words: what it is done with; a journal that keeps names alone leaves them out.
  ///   - body: does it.
  /// - Returns: the result of `body`.
  /// - Throws: the error that `body` throws.
  @discardableResult
  public func perform<Result>(
    _ action: String, _ words: String..., do body: () throws -> Result
  ) rethrows -> Result {
    guard let observer = store.observer else { return try body() }
    observer.actionBegins(action, words, at: ObservedModel(self))
    defer { observer.actionEnded() }
    return try body()
  }

  /// Does what a person or another program asks for and takes time, and names it in the journal: everything
  /// that follows has it as its cause, also in tasks that `body` starts.
  ///
  /// - Parameters:
  ///   - action: the action's name, such as `load`.
  ///   - words: what it is done with; a journal that keeps names alone leaves them out.
  ///   - body: does it.
  /// - Returns: the result of `body`.
  /// - Throws: the error that `body` throws.
  @discardableResult
  public func perform<Result>(
    _ action: String, _ words: String..., do body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    guard let observer = store.observer else { return try await body() }
    return try await observer.perform(action, words, at: ObservedModel(self), body)
  }
}
