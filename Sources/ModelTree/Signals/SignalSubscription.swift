/// A standing subscription to a signal. The signal retains it; it ends when it is disposed.
public final class SignalSubscription {
  /// How a subscription came to its end.
  enum End {
    /// Somebody wants nothing more of it.
    case disposed
    /// It has got all that it was to get.
    case finished
  }

  /// How it ended; nil as long as it stands.
  private var ended: End?
  /// What is to be undone at the end.
  private var undo: ((End) -> Void)?
  private weak var owner: AnyObject?
  private var hasOwner = false

  /// Whether the next value is the last.
  private(set) var endsAfterNext = false

  init() {}

  // The signal is gone, and with it what this subscription keeps at others.
  deinit { undo?(.finished) }

  /// Calls `undo` when the subscription ends; at once where it has ended already.
  func whenEnded(_ undo: @escaping (End) -> Void) {
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

  /// Ends the subscription: from now on nothing arrives but what `lastly` delivers.
  func end(_ reason: End, lastly: () -> Void = {}) {
    guard ended == nil else { return }
    ended = reason
    let undo = self.undo
    self.undo = nil
    lastly()
    undo?(reason)
  }

  /// Whether values still arrive. Asking ends a subscription whose owner is gone.
  public var isActive: Bool {
    if hasOwner, owner == nil { dispose() }
    return ended == nil
  }

  /// Ends the subscription. What it holds is let go; ending it twice does no harm.
  public func dispose() { end(.disposed) }

  /// Ends the subscription once its owner is gone. The owner is not retained.
  ///
  /// For a model it ends with the model's pool. For another owner, what the subscription holds is let
  /// go when the signal sends its next value, or is asked for its subscribers.
  ///
  /// - Parameter owner: the object that needs the values.
  /// - Returns: this subscription.
  @discardableResult
  public func ownedBy(_ owner: AnyObject) -> SignalSubscription {
    if let owner = owner as? any PoolOwner { return putInto(owner.pool) }
    self.owner = owner
    hasOwner = true
    return self
  }

  /// Ends the subscription with the pool.
  ///
  /// - Parameter pool: the pool, which retains the subscription.
  /// - Returns: this subscription.
  @discardableResult
  public func putInto(_ pool: AutodisposePool) -> SignalSubscription {
    pool.add(self)
    return self
  }

  /// Ends the subscription when another signal sends its next value; a present one does not count.
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
    return self
  }
}
