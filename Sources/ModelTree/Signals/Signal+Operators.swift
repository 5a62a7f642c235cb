// A signal made out of others keeps nothing itself: each of its subscribers is a subscriber of the
// signals below, which retain it, and ends with its subscription.
//
// Chains of signals are made and released by loops. A value still passes through the operators of a
// chain on the stack, and so does the release of what was subscribed.
extension Signal {
  /// A signal of what `transform` makes of each value.
  ///
  /// - Parameter transform: called once for each value and each subscriber.
  public final func map<Mapped>(
    _ transform: @escaping (Value) -> Mapped
  ) -> Signal<Mapped> {
    DerivedSignal(self) { subscriber in { subscriber.receive(transform($0)) } }
  }

  /// A signal of the values for which `isIncluded` holds.
  ///
  /// - Parameter isIncluded: called once for each value and each subscriber.
  public final func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal<Value> {
    DerivedSignal(self) { subscriber in { if isIncluded($0) { subscriber.receive($0) } } }
  }

  /// A signal of the last values of both, once each has one: it sends a pair for each new value.
  ///
  /// It completes when both do, or when one does that never sent a value.
  ///
  /// - Parameter other: the other signal.
  public final func combined<Other>(with other: Signal<Other>) -> Signal<(Value, Other)> {
    CombinedSignal(self, other)
  }
}

/// A signal that passes on what another one sends.
private final class DerivedSignal<Source, Value>: Signal<Value>, ChainLink {
  // `nonisolated(unsafe)`: set at the end alone, which may come on any thread.
  nonisolated(unsafe) private var source: Signal<Source>?
  /// Makes what receives the source's values, for one subscriber.
  private let receiver: (_ subscriber: Subscriber<Value>) -> (Source) -> Void

  init(_ source: Signal<Source>, _ receiver: @escaping (Subscriber<Value>) -> (Source) -> Void) {
    self.source = source
    self.receiver = receiver
  }

  deinit { releaseChain(takeNextLink()) }

  nonisolated func takeNextLink() -> AnyObject? {
    defer { source = nil }
    return source
  }

  override func connect(_ subscriber: Subscriber<Value>, laterOnly: Bool) {
    var rest = connectLink(subscriber, laterOnly: laterOnly)
    while let connection = rest { rest = connection.make() }
  }

  override func connectLink(_ subscriber: Subscriber<Value>, laterOnly: Bool) -> Connection? {
    guard let source else { return nil }
    let below = Subscriber(next: receiver(subscriber), completed: { subscriber.complete() })
    subscriber.subscription.source = below.subscription
    return Connection { source.connectLink(below, laterOnly: laterOnly) }
  }
}

/// A signal that sends pairs of what two others send.
private final class CombinedSignal<First, Second>: Signal<(First, Second)>, ChainLink {
  // `nonisolated(unsafe)`: set at the end alone, which may come on any thread.
  nonisolated(unsafe) private var first: Signal<First>?
  private let second: Signal<Second>

  init(_ first: Signal<First>, _ second: Signal<Second>) {
    self.first = first
    self.second = second
  }

  deinit { releaseChain(takeNextLink()) }

  nonisolated func takeNextLink() -> AnyObject? {
    defer { first = nil }
    return first
  }

  override func connect(_ subscriber: Subscriber<(First, Second)>, laterOnly: Bool) {
    guard let first else { return }
    let latest = LatestOfTwo<First, Second>(subscriber)
    latest.isSilent = laterOnly
    let below = [
      first.subscribe(next: { latest.first($0) }, completed: { latest.firstCompletes() }),
      second.subscribe(next: { latest.second($0) }, completed: { latest.secondCompletes() }),
    ]
    latest.isSilent = false
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
