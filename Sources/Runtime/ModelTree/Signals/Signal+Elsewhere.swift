extension Signal where Value: Sendable {
  /// Calls `receive` with each value on the actor that the closure declares.
  ///
  /// ```swift
  /// user.subscribeNext(isolated: { @MainActor user in screen.show(user) })
  /// search.subscribeNext(isolated: { await index.look(for: $0) })
  /// ```
  ///
  /// Values arrive in order, each after `receive` has returned from the previous one. None is
  /// dropped, so values wait if `receive` is slow. Once the subscription is disposed of, waiting
  /// values are dropped; when the signal completes, they still arrive.
  ///
  /// - Parameter receive: called with each value; it shouldn't retain the model that has the
  ///   signal.
  /// - Returns: the subscription, which the signal retains.
  @discardableResult
  public final func subscribeNext(
    isolated receive: @escaping @Sendable @isolated(any) (Value) async -> Void
  ) -> SignalSubscription {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let task = Task { await deliver(stream, to: receive, on: receive.isolation) }
    let subscription = subscribeNext { continuation.yield($0) }
    subscription.whenEnded { reason in
      continuation.finish()
      if reason == .disposed { task.cancel() }
    }
    return subscription
  }

  /// The values as an asynchronous sequence, for one loop; no value is dropped. The current value
  /// of an `ObservableValue` comes first, and the sequence ends when the signal completes or is
  /// deallocated.
  ///
  /// ```swift
  /// for await items in model.items.values { … }
  /// ```
  public final var values: AsyncStream<Value> { values() }

  /// Returns the values as an asynchronous sequence, starting with the current value of an
  /// `ObservableValue`. The sequence ends when the signal completes or is deallocated.
  ///
  /// ```swift
  /// for await user in session.user.values(bufferingPolicy: .bufferingNewest(1)) { … }
  /// ```
  ///
  /// The subscription begins with the call, and ends when the loop ends or its task is cancelled.
  ///
  /// - Parameter bufferingPolicy: determines which values wait for the loop; by default, all.
  /// - Returns: the sequence, for one loop.
  public final func values(
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: bufferingPolicy)
    let subscription = subscribeNext { continuation.yield($0) }
    subscription.whenEnded { _ in continuation.finish() }
    continuation.onTermination = { [weak subscription] _ in
      onMainActor { [weak subscription] in subscription?.dispose() }
    }
    return stream
  }
}

/// Runs on the receiver's own isolation, so that the subscription can't end between the check and
/// the delivery.
private func deliver<Value: Sendable>(
  _ values: AsyncStream<Value>, to receive: @Sendable @isolated(any) (Value) async -> Void,
  on isolation: isolated (any Actor)?
) async {
  for await value in values {
    if Task.isCancelled { return }
    await receive(value)
  }
}
