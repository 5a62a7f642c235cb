/// Something that tells its subscribers of values, one after the other, until it is complete.
///
/// A `SignalPipe` sends values and keeps none; an `ObservableValue` keeps the last one; `map`, `filter` and
/// `combined(with:)` make signals out of others. Like the models that hold them, signals are not
/// `Sendable`: values are delivered where they are sent, on the isolation of the tree, unless
/// `subscribeNext(isolated:)` or `values()` carries them elsewhere.
public class Signal<Value> {
  init() {}

  /// Takes a subscriber, until its subscription ends. A present value is told at once, unless only
  /// later ones are wanted.
  func connect(_ subscriber: Subscriber<Value>, laterOnly: Bool) {
    preconditionFailure("each kind of signal connects its subscribers in its own way")
  }

  /// Calls `next` with each value, and `completed` once no more can come.
  ///
  /// Subscribing and disposing inside a delivery is safe: new subscribers get the next value, ended
  /// ones get nothing more.
  ///
  /// - Parameters:
  ///   - next: told each value, an observable's present one first.
  ///   - completed: told when the signal completes, at once where it has already; not told where the
  ///     subscription is ended.
  /// - Returns: the subscription, which the signal retains.
  @discardableResult
  public final func subscribe(
    next: @escaping (Value) -> Void, completed: @escaping () -> Void = {}
  ) -> SignalSubscription {
    subscribe(laterOnly: false, next: next, completed: completed)
  }

  /// Calls `receive` with each value, an observable's present one first.
  ///
  /// - Returns: the subscription, which the signal retains.
  @discardableResult
  public final func subscribeNext(_ receive: @escaping (Value) -> Void) -> SignalSubscription {
    subscribe(laterOnly: false, next: receive)
  }

  /// Calls `receive` once no more values can come; at once where that is so already.
  ///
  /// - Returns: the subscription, which the signal retains.
  @discardableResult
  public final func subscribeCompleted(_ receive: @escaping () -> Void) -> SignalSubscription {
    subscribe(laterOnly: false, next: { _ in }, completed: receive)
  }

  /// Subscribes; with `laterOnly` the present value is not told.
  final func subscribe(
    laterOnly: Bool, next: @escaping (Value) -> Void, completed: @escaping () -> Void = {}
  ) -> SignalSubscription {
    let subscriber = Subscriber(next: next, completed: completed)
    connect(subscriber, laterOnly: laterOnly)
    return subscriber.subscription
  }
}

/// Who is told, and the subscription that says for how long.
final class Subscriber<Value> {
  let subscription = SignalSubscription()
  private let next: (Value) -> Void
  private let completed: () -> Void

  init(next: @escaping (Value) -> Void, completed: @escaping () -> Void) {
    self.next = next
    self.completed = completed
  }

  func receive(_ value: Value) {
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
