/// The registrations of all models of a tree: a short list for each model.
///
/// What a walk compares at each hop lies apart from what only the handler's own entry needs, in
/// plain memory: an array of closures would be retained and released at every hop.
final class RegistrationPool {
  /// What happens when a registration's message arrives.
  enum Handler {
    /// The model's own `handle` is called.
    case model
    case error((ModelError) -> Void)
    case bubble((BubbleNotification) -> Void)
    case event((GlobalEvent) -> Void)
  }

  /// What a walk looks at.
  struct Entry {
    var key: MessageTable.Key
    var next: Int32
  }

  private struct Detail {
    var handler: Handler
    var source: SourceLocation
    /// Where an event's registration stands in its audience; `none` for any other.
    var place = TreeStore.none
  }

  private(set) var entries: UnsafeMutablePointer<Entry>
  private var capacity = 8
  private var details: [Detail] = []
  private var free: [Int32] = []

  init() { entries = .allocate(capacity: capacity) }

  deinit { entries.deallocate() }

  func handler(of index: Int32) -> Handler { details[Int(index)].handler }

  func source(of index: Int32) -> SourceLocation { details[Int(index)].source }

  func place(of index: Int32) -> Int32 { details[Int(index)].place }

  func setPlace(_ place: Int32, of index: Int32) { details[Int(index)].place = place }

  // What a closure holds is let go when its registration ends, which may end models and their
  // registrations in turn. So the pool hands such handlers out, to be dropped when it is at rest.

  enum Addition {
    /// The new registration's index.
    case new(Int32)
    /// The handler that the registration had before.
    case replaced(Handler)
  }

  /// Adds a registration at the end of a list; one for the same message is replaced in its place.
  func add(
    _ key: MessageTable.Key, _ handler: Handler, _ source: SourceLocation, to first: inout Int32
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

  /// The registration for exactly this in a list; `none` where there is none.
  func find(_ key: MessageTable.Key, in first: Int32) -> Int32 {
    var index = first
    while index != TreeStore.none, entries[Int(index)].key != key {
      index = entries[Int(index)].next
    }
    return index
  }

  /// Takes a registration out of a list, and hands out its handler.
  func remove(_ wanted: Int32, from first: inout Int32) -> Handler {
    if first == wanted {
      first = entries[Int(wanted)].next
    } else {
      var index = first
      while entries[Int(index)].next != wanted { index = entries[Int(index)].next }
      entries[Int(index)].next = entries[Int(wanted)].next
    }
    free.append(wanted)
    let handler = details[Int(wanted)].handler
    details[Int(wanted)].handler = .model
    return handler
  }
}
