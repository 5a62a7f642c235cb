/// A source of values, which its subscribers receive one by one until it completes.
///
/// A `SignalPipe` sends values and keeps none; an `ObservableValue` keeps the last one; `map`,
/// `filter`, and `combined(with:)` derive signals from others. Like models, signals live on the
/// main actor and deliver values there, unless `subscribeNext(isolated:)` or `values()` passes them
/// elsewhere.
///
/// A value passes through the operators of a chain on the stack. A main thread's 8 MB hold 45,000
/// of `map` and `filter` or 30,000 of `combined(with:)` in a release build, and 20,000 or 7,000 in
/// a debug build.
@MainActor
public class Signal<Value> {
  init() {}

  /// Adds a subscriber, until its subscription ends. It receives a current value immediately,
  /// unless it only wants later ones.
  func connect(_ subscriber: Subscriber<Value>, laterOnly: Bool) {
    preconditionFailure("each kind of signal connects its subscribers in its own way")
  }

  /// Adds a subscriber like `connect`, and returns the rest of the work: a loop instead of
  /// recursion goes down a chain of signals.
  func connectLink(_ subscriber: Subscriber<Value>, laterOnly: Bool) -> Connection? {
    connect(subscriber, laterOnly: laterOnly)
    return nil
  }

  /// Calls `next` with each value, and `completed` when the signal completes.
  ///
  /// You can subscribe and dispose during a delivery: new subscribers receive the next value, ended
  /// ones receive nothing more.
  ///
  /// - Parameters:
  ///   - next: called with each value, starting with the current value of an `ObservableValue`.
  ///   - completed: called when the signal completes, or immediately if it has; not called once the
  ///     subscription has ended.
  /// - Returns: the subscription, which the signal retains.
  @discardableResult
  public final func subscribe(
    next: @escaping (Value) -> Void, completed: @escaping () -> Void = {}
  ) -> SignalSubscription {
    subscribe(laterOnly: false, next: next, completed: completed)
  }

  /// Calls `receive` with each value, starting with the current value of an `ObservableValue`.
  ///
  /// - Returns: the subscription, which the signal retains.
  @discardableResult
  public final func subscribeNext(_ receive: @escaping (Value) -> Void) -> SignalSubscription {
    subscribe(laterOnly: false, next: receive)
  }

  /// Calls `receive` when the signal completes, or immediately if it has.
  ///
  /// - Returns: the subscription, which the signal retains.
  @discardableResult
  public final func subscribeCompleted(_ receive: @escaping () -> Void) -> SignalSubscription {
    subscribe(laterOnly: false, next: { _ in }, completed: receive)
  }

  /// Subscribes; with `laterOnly`, without the current value.
  final func subscribe(
    laterOnly: Bool, next: @escaping (Value) -> Void, completed: @escaping () -> Void = {}
  ) -> SignalSubscription {
    let subscriber = Subscriber(next: next, completed: completed)
    connect(subscriber, laterOnly: laterOnly)
    return subscriber.subscription
  }
}

/// A receiver of values, with its subscription.
@MainActor
final class Subscriber<Value> {
  let subscription = SignalSubscription()
  private let next: (Value) -> Void
  private let completed: () -> Void

  init(next: @escaping (Value) -> Void, completed: @escaping () -> Void) {
    self.next = next
    self.completed = completed
  }

  func receive(_ value: Value) {
    if subscription.isPlain { return next(value) }
    guard subscription.isActive else { return }
    if subscription.endsAfterNext {
      subscription.end(.finished) { next(value) }
    } else {
      next(value)
    }
  }

  func complete() {
    guard subscription.isActive else { return }
    subscription.end(.finished)
    completed()
  }
}
