/// The subscriptions of all models of a tree: a short list for each model.
///
/// What a walk compares at each hop lies in plain memory, apart from what only the taker of a message
/// needs: an array of handlers would be retained and released at every hop.
final class SubscriptionPool {
  /// What a walk compares.
  struct Entry {
    var key: MessageTable.Key
    var next: Int32
  }

  private struct Detail {
    /// The closure, in a box of `Messages`; nil for the model's own `handle`.
    var handler: AnyObject?
    var source: SourceLocation
    /// The place of an event's subscription in its audience; `none` for others.
    var place = TreeStore.none
  }

  private(set) var entries: UnsafeMutablePointer<Entry>
  private var capacity = 8
  private var details: [Detail] = []
  private var free: [Int32] = []

  init() { entries = .allocate(capacity: capacity) }

  deinit { entries.deallocate() }

  func handler(of index: Int32) -> AnyObject? { details[Int(index)].handler }

  func source(of index: Int32) -> SourceLocation { details[Int(index)].source }

  func place(of index: Int32) -> Int32 { details[Int(index)].place }

  func setPlace(_ place: Int32, of index: Int32) { details[Int(index)].place = place }

  // The end of a subscription releases what its closure holds, which may deallocate models and end
  // their subscriptions in turn. The pool returns such handlers, and the caller drops them at rest.

  enum Addition {
    /// The new subscription's index.
    case new(Int32)
    /// The handler that the subscription had before.
    case replaced(AnyObject?)
  }

  /// Adds a subscription at the end of a list, or replaces the one for the same message.
  func add(
    _ key: MessageTable.Key, _ handler: AnyObject?, _ source: SourceLocation, to first: inout Int32
  ) -> Addition {
    var last = TreeStore.none
    var index = first
    while index != TreeStore.none {
      if entries[Int(index)].key == key {
        let replaced = details[Int(index)].handler
        details[Int(index)].handler = handler
        details[Int(index)].source = source
        return .replaced(replaced)
      }
      last = index
      index = entries[Int(index)].next
    }
    let new = makeEntry(key, Detail(handler: handler, source: source))
    if last == TreeStore.none { first = new } else { entries[Int(last)].next = new }
    return .new(new)
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

  /// Removes a subscription from a list, and returns its handler.
  func remove(_ wanted: Int32, from first: inout Int32) -> AnyObject? {
    if first == wanted {
      first = entries[Int(wanted)].next
    } else {
      var index = first
      while entries[Int(index)].next != wanted { index = entries[Int(index)].next }
      entries[Int(index)].next = entries[Int(wanted)].next
    }
    free.append(wanted)
    let handler = details[Int(wanted)].handler
    details[Int(wanted)].handler = nil
    return handler
  }
}
