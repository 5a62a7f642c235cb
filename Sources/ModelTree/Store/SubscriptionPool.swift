/// The subscriptions of all models of a tree: a short list for each model.
///
/// What a walk compares at each hop lies in plain memory, apart from the rest. A list that has grown
/// long has an index besides.
///
/// `@exclusivity(unchecked)`: no code of the app runs while one of these is being changed, and the
/// checks would take a third of a registration.
final class SubscriptionPool {
  /// What a walk compares.
  struct Entry {
    var key: MessageTable.Key
    var next: Int32
  }

  private struct Detail {
    var source: SourceLocation
    var previous: Int32
    var isFree = false
    /// The place of an event's subscription in its audience; `none` for others.
    var place = TreeStore.none
    /// What calls the subscription's closure; nil where the model's own `handle` receives the message.
    var handler: AnyObject?
  }

  @exclusivity(unchecked) private(set) var entries: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var details: UnsafeMutablePointer<Detail>
  @exclusivity(unchecked) private var capacity = 8
  /// The number of places, free ones included.
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var free: [Int32] = []
  @exclusivity(unchecked) private var trimming = Trimming()
  @exclusivity(unchecked) private var longLists: [Int32: LongList] = [:]
  /// The long list that was looked for last. Not retained once more: `longLists` holds it.
  @exclusivity(unchecked) private var recentLong: (node: Int32, list: Unmanaged<LongList>)?
  @exclusivity(unchecked) private var ended: [AnyObject] = []

  init() {
    entries = .allocate(capacity: capacity)
    details = .allocate(capacity: capacity)
  }

  deinit {
    details.deinitialize(count: count)
    details.deallocate()
    entries.deallocate()
  }

  func source(of index: Int32) -> SourceLocation { details[Int(index)].source }

  func place(of index: Int32) -> Int32 { details[Int(index)].place }

  func setPlace(_ place: Int32, of index: Int32) { details[Int(index)].place = place }

  // MARK: Lists

  /// Adds a subscription at the end of a node's list, unless there is one for the same message.
  ///
  /// - Returns: the subscription's index, and whether it is new.
  func add(
    _ key: MessageTable.Key, _ source: SourceLocation, of node: Int32, to first: inout Int32
  ) -> (index: Int32, isNew: Bool) {
    var (last, length) = (TreeStore.none, 0)
    let long = withLongList(of: node) { (known: $0[key], last: $0.last) }
    if let long {
      if long.known != TreeStore.none { return (replace(long.known, source), false) }
      last = long.last
    } else {
      var index = first
      while index != TreeStore.none {
        if entries[Int(index)].key == key { return (replace(index, source), false) }
        last = index
        length += 1
        index = entries[Int(index)].next
      }
    }
    let new = makeEntry(key, Detail(source: source, previous: last))
    if last == TreeStore.none { first = new } else { entries[Int(last)].next = new }
    if long != nil {
      _ = withLongList(of: node) { $0.append(new, key) }
    } else if length == LongList.limit {
      longLists[node] = LongList(of: first, in: self)
    }
    return (new, true)
  }

  @inline(__always)
  private func withLongList<Result>(
    of node: Int32, _ body: (LongList) -> Result
  ) -> Result? {
    if longLists.isEmpty { return nil }
    if let recentLong, recentLong.node == node {
      return recentLong.list._withUnsafeGuaranteedRef(body)
    }
    guard let long = longLists[node] else { return nil }
    recentLong = (node, .passUnretained(long))
    return body(long)
  }

  private func replace(_ index: Int32, _ source: SourceLocation) -> Int32 {
    details[Int(index)].source = source
    return index
  }

  private func makeEntry(_ key: MessageTable.Key, _ detail: Detail) -> Int32 {
    let entry = Entry(key: key, next: TreeStore.none)
    if let reused = free.popLast() {
      entries[Int(reused)] = entry
      details[Int(reused)] = detail
      return reused
    }
    if count == capacity { reallocate(capacity * 2) }
    (entries + count).initialize(to: entry)
    (details + count).initialize(to: detail)
    count += 1
    return Int32(count - 1)
  }

  private func reallocate(_ newCapacity: Int) {
    entries = Self.moved(entries, count, newCapacity)
    details = Self.moved(details, count, newCapacity)
    capacity = newCapacity
  }

  private static func moved<Element>(
    _ old: UnsafeMutablePointer<Element>, _ count: Int, _ newCapacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    new.moveInitialize(from: old, count: count)
    old.deallocate()
    return new
  }

  /// The subscription for exactly this key in a node's list; `none` if there is none.
  func find(_ key: MessageTable.Key, of node: Int32, in first: Int32) -> Int32 {
    if let found = withLongList(of: node, { $0[key] }) { return found }
    var index = first
    while index != TreeStore.none, entries[Int(index)].key != key {
      index = entries[Int(index)].next
    }
    return index
  }

  /// The subscription of a node that takes a message: the one for its code, else the one for its
  /// whole domain; `none` if it has neither.
  @inline(__always)
  func taker(of key: MessageTable.Key, at node: Int32, in first: Int32) -> Int32 {
    if let found = withLongList(of: node, { $0.taker(of: key) }) { return found }
    var found = TreeStore.none
    var index = first
    while index != TreeStore.none {
      let entry = entries[Int(index)]
      if entry.key.domain == key.domain {
        if entry.key.code == key.code { return index }
        if entry.key.code == MessageTable.Key.wholeDomain { found = index }
      }
      index = entry.next
    }
    return found
  }

  /// Removes a subscription, which has no handler any more, from a node's list.
  func remove(_ wanted: Int32, of node: Int32, from first: inout Int32) {
    let (previous, next) = (details[Int(wanted)].previous, entries[Int(wanted)].next)
    if previous == TreeStore.none { first = next } else { entries[Int(previous)].next = next }
    if next != TreeStore.none { details[Int(next)].previous = previous }
    let left = withLongList(of: node) { long in
      long.remove(wanted, entries[Int(wanted)].key, before: previous)
      return long.count
    }
    if let left, left <= LongList.limit / 2 {
      recentLong = nil
      longLists[node] = nil
    }
    free.append(wanted)
    details[Int(wanted)].isFree = true
    if trimming.isDue(free: free.count, of: count) { trim() }
  }

  /// Gives back the memory behind the last subscription.
  private func trim() {
    while count > 0, details[count - 1].isFree {
      count -= 1
      (details + count).deinitialize(count: 1)
    }
    free = free.filter { $0 < count }
    reallocate(max(8, count))
    trimming.isDone(free: free.count, of: count)
  }

  /// Calls `body` with the key of each subscription.
  func forEachKey(_ body: (MessageTable.Key) -> Void) {
    for index in 0..<count where !details[index].isFree { body(entries[index].key) }
  }

  // MARK: Handlers

  /// What calls the closure of a subscription.
  func handler(of index: Int32) -> AnyObject? { details[Int(index)].handler }

  /// Sets what calls the closure of a subscription that has none.
  func setHandler(_ handler: AnyObject, of index: Int32) { details[Int(index)].handler = handler }

  /// Removes the closure of a subscription, if it has one.
  ///
  /// Its release may deallocate models and end further subscriptions, through what it retains. It is
  /// therefore kept until the store is at rest, and `dropHandlers()` is called.
  func removeHandler(of index: Int32) {
    if let handler = details[Int(index)].handler.take() { ended.append(handler) }
  }

  /// Releases the closures that were removed.
  func dropHandlers() {
    // One by one: what a closure retains may end further subscriptions as it is released.
    while let handler = ended.popLast() { withExtendedLifetime(handler) {} }
  }
}
