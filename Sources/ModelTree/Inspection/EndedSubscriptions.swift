package import TreeSnapshot

/// The registrations that models have ended, the last thousand of them, kept while a tree is
/// inspected.
final class EndedSubscriptions {
  private struct Entry {
    let node: Int32
    /// The model's id: its node may be another's by now.
    let id: Int
    let key: MessageTable.Key
    let source: SourceLocation
  }

  /// How many are kept.
  static let limit = 1_024

  // In plain memory, as what a registration costs should not be noticed.
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

  /// The latest first; those of models that are gone, and those that were made again, are left out.
  func list(in store: TreeStore) -> [EndedSubscription] {
    struct Known: Hashable {
      let node: Int32
      let key: MessageTable.Key
    }
    guard let entries else { return [] }
    var seen: Set<Known> = []
    return (max(0, count - Self.limit)..<count).reversed().compactMap { number in
      let entry = entries[number % Self.limit]
      let registration = store.registrations.find(
        entry.key, in: store.links[Int(entry.node)].firstRegistration)
      guard store.links[Int(entry.node)].id == entry.id, registration == TreeStore.none,
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

extension Model {
  /// The registrations that models of this tree have ended and not made again, the latest first:
  /// the last thousand since the tree is inspected.
  package func registrationsEnded() -> [EndedSubscription] {
    store.endedSubscriptions.list(in: store)
  }
}
