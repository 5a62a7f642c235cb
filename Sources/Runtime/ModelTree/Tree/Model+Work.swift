public import TreeSnapshot

/// A model that starts asynchronous work, as every model may. It gives `task(_:then:)` the model's own
/// type.
@MainActor
public protocol WorkingModel: Model {}

extension Model: WorkingModel {}

extension WorkingModel {
  /// Starts asynchronous work, and takes its answer.
  ///
  /// ```swift
  /// task { [client] in try await client.subjects() } then: { model, subjects in model.show(subjects) }
  /// ```
  ///
  /// The model raises an error that the work throws, as `raise(_:)` does. An error that is thrown after
  /// the work is cancelled is dropped.
  ///
  /// The work is cancelled when the model leaves its tree, is deallocated, or its session closes; an
  /// answer that comes later is dropped. It does not retain the model, unless `work` does: capture
  /// what the work needs, such as a service.
  ///
  /// - Parameters:
  ///   - code: the code to raise, with the thrown error as its `underlying` one, if that is neither a
  ///     `ModelError`, a case of an `ErrorCode`, nor an `ErrorMessage`; nil to raise any error itself.
  ///   - file: the file that starts the work; defaults to the caller's.
  ///   - line: the line that starts the work; defaults to the caller's.
  ///   - work: runs on the main actor, which is free while it waits.
  ///   - answer: takes the model and the work's result.
  /// - Returns: the task, which can be cancelled earlier, and awaited in a test.
  @discardableResult
  public func task<Answer>(
    orRaise code: (any ErrorCode)? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ work: @escaping @MainActor () async throws -> Answer,
    then answer: @escaping @MainActor (Self, Answer) -> Void = { (_, _: Answer) in }
  ) -> Task<Void, Never> {
    start(SourceLine(file, line), work) { model, result in
      switch result {
      case .success(let value): answer(model, value)
      case .failure(let error): model.raise(error, or: code, file, line)
      }
    }
  }

  private func start<Answer>(
    _ source: SourceLine,
    _ work: @escaping @MainActor () async throws -> Answer,
    _ take: @escaping @MainActor (Self, Result<Answer, any Error>) -> Void
  ) -> Task<Void, Never> {
    let number = store.work.nextNumber()
    let cause = store.cause
    let observed = store.observer?.started(by: ObservedModel(self), at: source)
    let task = Task { [weak self] in
      let result = await Result(catching: work, observed)
      await observed?.waitForTurn()
      let isWanted = self.map { $0.store.work.finish(number, of: $0.node) } ?? false
      let hasFailed = if case .failure = result { true } else { false }
      guard let self, isWanted, !Task.isCancelled else {
        observed?.ended(hasFailed || isWanted ? .cancelled : .dropped)
        observed?.finished()
        return
      }
      let outer = store.replaceCause(by: cause)
      observed?.ended(hasFailed ? .failed : .answered)
      take(self, result)
      observed?.finished()
      store.cause = outer
    }
    if isInSessionTree {
      store.work.add(task, number, of: node, source)
    } else {
      store.work.addCancelled(number, of: node, source)
      task.cancel()
    }
    return task
  }
}

extension Model {
  /// The message whose handler runs now, or started the work whose answer is taken now; nil while
  /// neither is the case.
  public var cause: Message? {
    store.cause.flatMap { store.messages.declaredMessage(of: $0) }?.message
  }

  fileprivate var isInSessionTree: Bool {
    let top = store.top(of: node)
    return top == store.rootNode && (model(at: top) as? Session)?.wasClosed == false
  }

  fileprivate func raise(
    _ error: any Error, or code: (any ErrorCode)?, _ file: StaticString, _ line: UInt
  ) {
    if let code, !(error is ModelError || error is any ErrorCode || error is any ErrorMessage) {
      raise(code, underlying: error, file: file, line: line)
    } else {
      raise(error, file: file, line: line)
    }
  }
}

extension Result where Failure == any Error {
  @MainActor
  fileprivate init(
    catching work: @MainActor () async throws -> Success, _ observer: (any WorkObserver)?
  ) async {
    do {
      if let observer {
        self = .success(try await observer.run(work))
      } else {
        self = .success(try await work())
      }
    } catch {
      self = .failure(error)
    }
  }
}
