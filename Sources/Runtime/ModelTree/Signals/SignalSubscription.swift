import TextIO

/// A subscription to a signal, not to messages. The signal retains it until it is disposed of.
@MainActor
public final class SignalSubscription {
  /// The reason for a subscription's end.
  enum End {
    /// It was disposed of.
    case disposed
    /// It received its last value, or the signal completed.
    case finished
  }

  /// The reason for its end; nil while it is active.
  private var ended: End?
  /// Called at the end.
  private var undo: (@MainActor (End) -> Void)?
  /// The subscription to a chain's next signal, which ends with this one.
  var source: SignalSubscription?
  private weak var owner: AnyObject?
  private var hasOwner = false

  /// Whether the next value is the last.
  private(set) var endsAfterNext = false

  /// Whether to deliver values without further checks: a single test for each delivery. Unchecked for
  /// exclusivity: no code of the app runs while it changes.
  @exclusivity(unchecked) private(set) var isPlain = true

  init() {}

  // When the signal is deallocated, subscriptions to other signals also end.
  deinit {
    let (undo, source) = (self.undo, self.source)
    if undo == nil, source == nil { return }
    onMainActor {
      undo?(.finished)
      source?.disposeOfChain()
    }
  }

  /// Calls `undo` when the subscription ends, or immediately if it has.
  func whenEnded(_ undo: @escaping @MainActor (End) -> Void) {
    if let ended { return undo(ended) }
    guard let earlier = self.undo else {
      self.undo = undo
      return
    }
    self.undo = { reason in
      earlier(reason)
      undo(reason)
    }
  }

  /// Ends the subscription: after this, only the values that `lastly` delivers arrive.
  func end(_ reason: End, lastly: () -> Void = {}) {
    guard ended == nil else { return }
    ended = reason
    isPlain = false
    let undo = self.undo
    self.undo = nil
    lastly()
    undo?(reason)
    let source = self.source
    self.source = nil
    source?.disposeOfChain()
  }

  /// Disposes of the subscription and of those in a chain that end with it. A loop, because
  /// recursion would limit the length of the chain.
  private func disposeOfChain() {
    var rest: SignalSubscription? = self
    while let link = rest {
      rest = link.source
      link.source = nil
      link.dispose()
    }
  }

  /// Whether values still arrive. Reading it ends a subscription whose owner has been deallocated.
  public var isActive: Bool {
    if hasOwner, owner == nil { dispose() }
    return ended == nil
  }

  /// Ends the subscription, and releases what it retains. Further calls have no effect.
  public func dispose() { end(.disposed) }

  /// Ends the subscription when its owner is deallocated. The owner isn't retained.
  ///
  /// If the owner is a model, the subscription ends with the model's pool. For another owner, the
  /// signal releases the subscription when it sends its next value, or when its subscribers are
  /// counted.
  ///
  /// - Parameter owner: the object that needs the values.
  /// - Returns: this subscription.
  @discardableResult
  public func ownedBy(_ owner: AnyObject) -> SignalSubscription {
    if let owner = owner as? any PoolOwner { return putInto(owner.pool) }
    self.owner = owner
    hasOwner = true
    isPlain = false
    return self
  }

  /// Ends the subscription when the pool is drained or deallocated.
  ///
  /// - Parameter pool: the pool, which retains the subscription.
  /// - Returns: this subscription.
  @discardableResult
  public func putInto(_ pool: AutodisposePool) -> SignalSubscription {
    pool.add(self)
    return self
  }

  /// Ends the subscription when another signal sends its next value; a current value doesn't count.
  ///
  /// - Parameter signal: the signal that ends it.
  /// - Returns: this subscription.
  @discardableResult
  public func takeUntil<Value>(_ signal: Signal<Value>) -> SignalSubscription {
    let trigger = signal.subscribe(laterOnly: true, next: { [weak self] _ in self?.dispose() })
    whenEnded { _ in trigger.dispose() }
    return self
  }

  /// Ends the subscription after its next value.
  ///
  /// - Returns: this subscription.
  @discardableResult
  public func autodispose() -> SignalSubscription {
    endsAfterNext = true
    isPlain = false
    return self
  }
}

/// Signal subscriptions that end together: when the pool is drained or deallocated.
@MainActor
public final class AutodisposePool {
  private var subscriptions: [SignalSubscription] = []

  /// Creates an empty pool.
  public init() {}

  deinit {
    let ending = subscriptions
    guard !ending.isEmpty else { return }
    onMainActor { for subscription in ending { subscription.dispose() } }
  }

  func add(_ subscription: SignalSubscription) {
    // Ended subscriptions are removed now and then, so that a long-lived pool doesn't grow.
    if subscriptions.count >= 16, subscriptions.count.nonzeroBitCount == 1 {
      let all = subscriptions
      subscriptions = all.filter(\.isActive)
    }
    subscriptions.append(subscription)
  }

  /// Ends every subscription in the pool.
  public func drain() {
    let ending = subscriptions
    subscriptions = []
    for subscription in ending { subscription.dispose() }
  }
}

/// An object with a pool, such as a model. Subscriptions that it owns end with the pool.
@MainActor
protocol PoolOwner: AnyObject {
  var pool: AutodisposePool { get }
}

/// Runs work on the main actor: immediately if the caller is on it, otherwise as soon as it is
/// free.
///
/// For the release of an object of the main actor, which may happen on any thread.
package nonisolated func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if MainQueue.isCurrent {
    MainActor.assumeIsolated(work)
  } else {
    Task { @MainActor in work() }
  }
}
