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

  /// A signal of the last values of both, once each has one: it sends a pair for each new value.
  ///
  /// It completes when both do, or when one does that never sent a value.
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

/// A signal that passes on what other signals send.
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
@MainActor
private final class LatestOfTwo<First, Second> {
  private let subscriber: Subscriber<(First, Second)>
  private var values: (first: First?, second: Second?)
  private var isFirstComplete = false
  private var isSecondComplete = false
  /// Whether values are kept and not sent.
  var isSilent = false

  init(_ subscriber: Subscriber<(First, Second)>) { self.subscriber = subscriber }

  func first(_ value: First) {
    values.first = value
    send()
  }

  func second(_ value: Second) {
    values.second = value
    send()
  }

  private func send() {
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
