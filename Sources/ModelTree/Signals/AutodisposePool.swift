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
