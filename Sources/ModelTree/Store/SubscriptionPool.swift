/// The subscriptions of all models of a tree: a short list for each model.
///
/// What a walk compares at each hop lies in plain memory, apart from the rest.
final class SubscriptionPool {
  /// What a walk compares.
  struct Entry {
    var key: MessageTable.Key
    var next: Int32
  }

  private struct Detail {
    var source: SourceLocation
    /// Whether a closure handles the message, and not the model's own `handle`.
    var hasHandler = false
    /// The place of an event's subscription in its audience; `none` for others.
    var place = TreeStore.none
  }

  private(set) var entries: UnsafeMutablePointer<Entry>
  private var capacity = 8
  private var details: [Detail] = []
  private var free: [Int32] = []

  init() { entries = .allocate(capacity: capacity) }

  deinit { entries.deallocate() }

  func source(of index: Int32) -> SourceLocation { details[Int(index)].source }

  func hasHandler(_ index: Int32) -> Bool { details[Int(index)].hasHandler }

  func setHasHandler(_ hasHandler: Bool, of index: Int32) {
    details[Int(index)].hasHandler = hasHandler
  }

  func place(of index: Int32) -> Int32 { details[Int(index)].place }

  func setPlace(_ place: Int32, of index: Int32) { details[Int(index)].place = place }

  /// Adds a subscription at the end of a list, unless there is one for the same message.
  ///
  /// - Returns: the subscription's index, and whether it is new.
  func add(
    _ key: MessageTable.Key, _ source: SourceLocation, to first: inout Int32
  ) -> (index: Int32, isNew: Bool) {
    var last = TreeStore.none
    var index = first
    while index != TreeStore.none {
      if entries[Int(index)].key == key {
        details[Int(index)].source = source
        return (index, false)
      }
      last = index
      index = entries[Int(index)].next
    }
    let new = makeEntry(key, Detail(source: source))
    if last == TreeStore.none { first = new } else { entries[Int(last)].next = new }
    return (new, true)
  }

  private func makeEntry(_ key: MessageTable.Key, _ detail: Detail) -> Int32 {
    let entry = Entry(key: key, next: TreeStore.none)
    if let reused = free.popLast() {
      entries[Int(reused)] = entry
      details[Int(reused)] = detail
      return reused
    }
    let new = details.count
    if new == capacity { grow() }
    (entries + new).initialize(to: entry)
    details.append(detail)
    return Int32(new)
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: capacity)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }

  /// The subscription for exactly this key in a list; `none` if there is none.
  func find(_ key: MessageTable.Key, in first: Int32) -> Int32 {
    var index = first
    while index != TreeStore.none, entries[Int(index)].key != key {
      index = entries[Int(index)].next
    }
    return index
  }

  /// Removes a subscription from a list.
  func remove(_ wanted: Int32, from first: inout Int32) {
    if first == wanted {
      first = entries[Int(wanted)].next
    } else {
      var index = first
      while entries[Int(index)].next != wanted { index = entries[Int(index)].next }
      entries[Int(index)].next = entries[Int(wanted)].next
    }
    free.append(wanted)
  }
}
