extension Signal where Value: Sendable {
  /// Calls `receive` with each value on the isolation that the closure declares.
  ///
  /// ```swift
  /// user.subscribeNext(isolated: { @MainActor user in screen.show(user) })
  /// search.subscribeNext(isolated: { await index.look(for: $0) })
  /// ```
  ///
  /// Values arrive in order, each after `receive` has returned from the one before; none is left
  /// out, so they wait where `receive` is slow. Once the subscription is disposed, those that wait
  /// are dropped; when the signal completes, they still arrive.
  ///
  /// - Parameter receive: called with each value; it should not retain the model that holds the signal.
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

  /// The values as an asynchronous sequence, an `ObservableValue`'s present one first. It ends when the
  /// signal completes or is deallocated.
  ///
  /// ```swift
  /// for await user in session.user.values() { … }
  /// ```
  ///
  /// The subscription begins with the call and ends when the loop is left or its task is cancelled;
  /// outside of any isolation, with the next value after that.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: decides which values wait for the loop; by default all.
  ///   - isolation: the domain that the signal lives in; left out, it is the caller's.
  /// - Returns: the sequence, for one loop.
  public final func values(
    bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
    isolation: isolated (any Actor)? = #isolation
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: bufferingPolicy)
    let own = Weak<SignalSubscription>()
    let subscription = subscribeNext { value in
      if case .terminated = continuation.yield(value) { own.object?.dispose() }
    }
    own.object = subscription
    subscription.whenEnded { _ in continuation.finish() }
    if let isolation {
      let ending = Confined(DelayedWork { [weak subscription] in subscription?.dispose() })
      // Weakly: the domain may be an actor that holds the signal, and with it this.
      continuation.onTermination = { [weak isolation] _ in
        guard let isolation else { return }
        Task { await ending.run(on: isolation) }
      }
    }
    return stream
  }
}

/// Runs on the receiver's own isolation, so that nothing can end the subscription between the
/// question whether it has ended and the delivery.
private func deliver<Value: Sendable>(
  _ values: AsyncStream<Value>, to receive: @Sendable @isolated(any) (Value) async -> Void,
  on isolation: isolated (any Actor)?
) async {
  for await value in values {
    if Task.isCancelled { return }
    await receive(value)
  }
}

private final class Weak<Object: AnyObject> {
  weak var object: Object?
}
