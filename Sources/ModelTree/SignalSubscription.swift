/// A standing subscription to a signal. The signal retains it; it ends when it is disposed.
public final class SignalSubscription {
  private var end: (() -> Void)?
  private weak var owner: AnyObject?
  private var hasOwner = false

  init(end: @escaping () -> Void) { self.end = end }

  // The signal is gone, and with it what this subscription keeps at others.
  deinit { end?() }

  /// Whether values still arrive.
  public var isActive: Bool {
    if hasOwner, owner == nil { dispose() }
    return end != nil
  }

  /// Ends the subscription. What it holds is let go; ending it twice does no harm.
  public func dispose() {
    let end = self.end
    self.end = nil
    end?()
  }

  /// Ends the subscription once its owner is gone. The owner is not retained.
  @discardableResult
  public func ownedBy(_ owner: AnyObject) -> SignalSubscription {
    if let model = owner as? Model { return putInto(model.pool) }
    self.owner = owner
    hasOwner = true
    return self
  }

  /// Ends the subscription with the pool.
  @discardableResult
  public func putInto(_ pool: AutodisposePool) -> SignalSubscription {
    pool.add(self)
    return self
  }

  /// Ends the subscription when another signal sends its next value.
  @discardableResult
  public func takeUntil<Value>(_ signal: Pipe<Value>) -> SignalSubscription {
    let trigger = signal.subscribeLater { [weak self] _ in self?.dispose() }
    guard let end else {
      trigger.dispose()
      return self
    }
    self.end = {
      end()
      trigger.dispose()
    }
    return self
  }

  /// Ends the subscription after its next value.
  @discardableResult
  public func autodispose() -> SignalSubscription {
    endsAfterNext = true
    return self
  }

  /// Whether the next value is the last.
  var endsAfterNext = false
}

/// Subscriptions that end together: when the pool is drained, or is gone.
public final class AutodisposePool {
  private var subscriptions: [SignalSubscription] = []

  /// Makes an empty pool.
  public init() {}

  deinit { drain() }

  func add(_ subscription: SignalSubscription) {
    // Ended subscriptions are dropped now and then, so that a long-lived pool does not grow.
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
