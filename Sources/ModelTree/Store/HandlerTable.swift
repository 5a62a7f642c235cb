import TreeSnapshot

/// The closures of the subscriptions to one kind of messages, by the index of the subscription.
///
/// The end of a subscription may deallocate models and end further subscriptions, through what its
/// closure retains. Removed closures are therefore kept until the store is at rest.
final class HandlerTable<Delivered> {
  private var closures: [((Delivered) -> Void)?] = []
  private var ended: [(Delivered) -> Void] = []

  /// The closure of a subscription; nil for the model's own `handle`.
  subscript(subscription: Int32) -> ((Delivered) -> Void)? {
    let place = Int(subscription)
    return place < closures.count ? closures[place] : nil
  }

  /// Sets the closure of a subscription that has none.
  func set(_ closure: @escaping (Delivered) -> Void, of subscription: Int32) {
    while closures.count <= Int(subscription) { closures.append(nil) }
    closures[Int(subscription)] = closure
  }

  func remove(_ subscription: Int32) {
    if let closure = closures[Int(subscription)] { ended.append(closure) }
    closures[Int(subscription)] = nil
  }

  func drop() {
    // One by one: what a closure retains may end further subscriptions as it is released.
    while let closure = ended.popLast() { withExtendedLifetime(closure) {} }
  }
}

/// The closures of a tree's subscriptions. The store knows their kinds alone; `Handlers` in `Models`
/// knows the types.
class HandlerStorage {
  fileprivate var hasEnded = false

  /// Removes the closure of a subscription, which `drop()` releases.
  func remove(_ kind: Message.Kind, _ subscription: Int32) {}

  /// Releases the closures that were removed.
  func drop() {}
}

extension TreeStore {
  /// Removes the closure of a subscription, if it has one.
  func removeHandler(of subscription: Int32) {
    guard subscriptions.hasHandler(subscription) else { return }
    subscriptions.setHasHandler(false, of: subscription)
    let key = subscriptions.entries[Int(subscription)].key
    handlers.remove(messages.kind(of: key), subscription)
    handlers.hasEnded = true
  }

  /// Releases the closures that were removed.
  func dropHandlers() {
    guard handlers.hasEnded else { return }
    handlers.hasEnded = false
    handlers.drop()
  }
}
