// A signal made out of others keeps nothing itself: each of its subscribers is a subscriber of the
// signals below, which retain it, and ends with its subscription.
extension Signal {
  /// A signal of what `transform` makes of each value.
  ///
  /// - Parameter transform: called once for each value and each subscriber.
  public final func map<Mapped>(
    _ transform: @escaping (Value) -> Mapped
  ) -> Signal<Mapped> {
    DerivedSignal { [self] subscriber, laterOnly in
      [
        subscribe(
          laterOnly: laterOnly, next: { subscriber.receive(transform($0)) },
          completed: { subscriber.complete() })
      ]
    }
  }

  /// A signal of the values for which `isIncluded` holds.
  ///
  /// - Parameter isIncluded: called once for each value and each subscriber.
  public final func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal<Value> {
    DerivedSignal { [self] subscriber, laterOnly in
      [
        subscribe(
          laterOnly: laterOnly, next: { if isIncluded($0) { subscriber.receive($0) } },
          completed: { subscriber.complete() })
      ]
    }
  }

  /// A signal of the last values of both, once each has one: it tells of every new value of either.
  ///
  /// It is complete when both are, or when one is that never told a value.
  ///
  /// - Parameter other: the other signal.
  public final func combined<Other>(with other: Signal<Other>) -> Signal<(Value, Other)> {
    DerivedSignal { [self] subscriber, laterOnly in
      let latest = LatestOfTwo<Value, Other>(subscriber)
      latest.isSilent = laterOnly
      let subscriptions = [
        subscribe(next: { latest.first($0) }, completed: { latest.firstCompletes() }),
        other.subscribe(next: { latest.second($0) }, completed: { latest.secondCompletes() }),
      ]
      latest.isSilent = false
      return subscriptions
    }
  }
}

/// A signal that tells what other signals tell it.
private final class DerivedSignal<Value>: Signal<Value> {
  /// Subscribes to the signals below, for one subscriber.
  private let subscribeBelow: (Subscriber<Value>, _ laterOnly: Bool) -> [SignalSubscription]

  init(_ subscribeBelow: @escaping (Subscriber<Value>, Bool) -> [SignalSubscription]) {
    self.subscribeBelow = subscribeBelow
  }

  override func connect(_ subscriber: Subscriber<Value>, laterOnly: Bool) {
    let below = subscribeBelow(subscriber, laterOnly)
    subscriber.subscription.whenEnded { _ in
      for subscription in below { subscription.dispose() }
    }
  }
}

/// The last values of two signals, for one subscriber.
private final class LatestOfTwo<First, Second> {
  private let subscriber: Subscriber<(First, Second)>
  private var values: (first: First?, second: Second?)
  private var isFirstComplete = false
  private var isSecondComplete = false
  /// Whether values are only kept and not told.
  var isSilent = false

  init(_ subscriber: Subscriber<(First, Second)>) { self.subscriber = subscriber }

  func first(_ value: First) {
    values.first = value
    tell()
  }

  func second(_ value: Second) {
    values.second = value
    tell()
  }

  private func tell() {
    guard !isSilent, let first = values.first, let second = values.second else { return }
    subscriber.receive((first, second))
  }

  func firstCompletes() {
    isFirstComplete = true
    if isSecondComplete || values.first == nil { subscriber.complete() }
  }

  func secondCompletes() {
    isSecondComplete = true
    if isFirstComplete || values.second == nil { subscriber.complete() }
  }
}
