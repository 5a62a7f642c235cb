// A signal derived from others keeps nothing itself: each of its subscribers subscribes to the
// source signals, which retain the subscription, and its end ends those.
//
// Chains of signals are connected and released by loops. A value still passes through a chain's
// operators on the stack, and so does the release of captured objects.
extension Signal {
  /// Returns a signal of the transformed values.
  ///
  /// - Parameter transform: called once for each value and each subscriber.
  public final func map<Mapped>(_ transform: @escaping (Value) -> Mapped) -> Signal<Mapped> {
    DerivedSignal(self) { subscriber in { subscriber.receive(transform($0)) } }
  }

  /// Returns a signal of the values for which `isIncluded` returns true.
  ///
  /// - Parameter isIncluded: called once for each value and each subscriber.
  public final func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal<Value> {
    DerivedSignal(self) { subscriber in { if isIncluded($0) { subscriber.receive($0) } } }
  }

  /// Returns a signal of the latest values of both signals. Once each has sent one, it sends a pair
  /// for each new value.
  ///
  /// It completes when both do, or when one completes without having sent a value.
  ///
  /// - Parameter other: the other signal.
  public final func combined<Other>(with other: Signal<Other>) -> Signal<(Value, Other)> {
    CombinedSignal(self, other)
  }
}

/// A signal that passes on the values of another.
private final class DerivedSignal<Source, Value>: Signal<Value>, ChainLink {
  // `nonisolated(unsafe)`: set only during release, which may happen on any thread.
  nonisolated(unsafe) private var source: Signal<Source>?
  /// Creates the receiver of the source's values, for one subscriber.
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

/// A signal that sends pairs of the values of two others.
private final class CombinedSignal<First, Second>: Signal<(First, Second)>, ChainLink {
  // `nonisolated(unsafe)`: set only during release, which may happen on any thread.
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

/// The latest values of two signals, for one subscriber.
@MainActor
private final class LatestOfTwo<First, Second> {
  private let subscriber: Subscriber<(First, Second)>
  private var values: (first: First?, second: Second?)
  private var isFirstComplete = false
  private var isSecondComplete = false
  /// Whether to keep values without sending them.
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

/// A signal that may be part of a long chain.
nonisolated protocol ChainLink: AnyObject {
  /// Returns the next link, and stops retaining it.
  func takeNextLink() -> AnyObject?
}

/// Releases a chain link by link, up to a link that something else retains. Recursion would limit
/// its length.
nonisolated func releaseChain(_ first: consuming AnyObject?) {
  var rest = first
  while rest != nil, isKnownUniquelyReferenced(&rest) {
    rest = (rest as? any ChainLink)?.takeNextLink()
  }
}

/// The rest of connecting a subscriber to a chain of signals, starting at the next link.
struct Connection {
  /// Connects the next link, and returns the rest.
  let make: @MainActor () -> Connection?
}
