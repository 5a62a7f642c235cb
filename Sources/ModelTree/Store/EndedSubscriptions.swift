import TreeSnapshot

/// The latest subscriptions that models have ended, kept while a tree is inspected.
final class EndedSubscriptions {
  private struct Entry {
    let node: Int32
    /// The model's id, since its node may be reused.
    let id: Int
    let key: MessageTable.Key
    let source: SourceLocation
  }

  /// The number of subscriptions that are kept.
  static let limit = 1_024

  // In plain memory: an inspector should not slow the end of a subscription.
  private var entries: UnsafeMutablePointer<Entry>?
  private var count = 0

  deinit { entries?.deallocate() }

  func note(_ node: Int32, id: Int, _ key: MessageTable.Key, _ source: SourceLocation) {
    let memory = entries ?? .allocate(capacity: Self.limit)
    entries = memory
    (memory + count % Self.limit).initialize(
      to: Entry(node: node, id: id, key: key, source: source))
    count += 1
  }

  /// Calls `body` with the key of each.
  func forEachKey(_ body: (MessageTable.Key) -> Void) {
    guard let entries else { return }
    for place in 0..<min(count, Self.limit) { body(entries[place].key) }
  }

  /// The subscriptions, the latest first, without those of deallocated models and those that were
  /// made again.
  func list(in store: TreeStore) -> [EndedSubscription] {
    struct Known: Hashable {
      let node: Int32
      let key: MessageTable.Key
    }
    guard let entries else { return [] }
    var seen: Set<Known> = []
    return (max(0, count - Self.limit)..<count).reversed().compactMap { number in
      let entry = entries[number % Self.limit]
      guard store.isAlive(entry.node) else { return nil }
      let present = store.subscriptions.find(
        entry.key, of: entry.node, in: store.links[Int(entry.node)].firstSubscription)
      guard store.links[Int(entry.node)].id == entry.id, present == TreeStore.none,
        seen.insert(Known(node: entry.node, key: entry.key)).inserted
      else { return nil }
      let code = store.messages.code(of: entry.key)
      return EndedSubscription(
        id: entry.id,
        subscription: Subscription(
          kind: store.messages.kind(of: entry.key), domain: store.messages.domain(of: entry.key),
          code: code?.code, label: code?.label, source: entry.source.text))
    }
  }
}
