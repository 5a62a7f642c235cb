/// The registrations of all models of a tree: a short list for each model, in one array.
struct RegistrationPool {
  /// What happens when a registration's message arrives.
  enum Handler {
    /// The model's own `handle` is called.
    case model
    case error((ModelError) -> Void)
    case bubble((BubbleNotification) -> Void)
    case event((GlobalEvent) -> Void)
  }

  struct Registration {
    var key: MessageTable.Key
    var next: Int32
    var source: SourceLocation
    var handler: Handler
  }

  private var entries: [Registration] = []
  private var free: [Int32] = []

  subscript(index: Int32) -> Registration { entries[Int(index)] }

  // What a closure holds is let go when its registration ends, which may end models and their
  // registrations in turn. So the pool hands such handlers out, to be dropped when it is at rest.

  /// Adds a registration at the end of a list; one for the same message is replaced in its place,
  /// and its handler is handed out.
  mutating func add(
    _ key: MessageTable.Key, _ handler: Handler, _ source: SourceLocation, to first: inout Int32
  ) -> Handler? {
    var last = TreeStore.none
    var index = first
    while index != TreeStore.none {
      if entries[Int(index)].key == key {
        let replaced = entries[Int(index)].handler
        entries[Int(index)].handler = handler
        entries[Int(index)].source = source
        return replaced
      }
      last = index
      index = entries[Int(index)].next
    }
    let entry = Registration(key: key, next: TreeStore.none, source: source, handler: handler)
    let new: Int32
    if let reused = free.popLast() {
      new = reused
      entries[Int(new)] = entry
    } else {
      new = Int32(entries.count)
      entries.append(entry)
    }
    if last == TreeStore.none { first = new } else { entries[Int(last)].next = new }
    return nil
  }

  mutating func remove(_ key: MessageTable.Key, from first: inout Int32) -> Handler? {
    var previous = TreeStore.none
    var index = first
    while index != TreeStore.none {
      let next = entries[Int(index)].next
      if entries[Int(index)].key == key {
        if previous == TreeStore.none { first = next } else { entries[Int(previous)].next = next }
        return release(index)
      }
      previous = index
      index = next
    }
    return nil
  }

  mutating func removeAll(from first: inout Int32) -> [Handler] {
    var removed: [Handler] = []
    while first != TreeStore.none {
      let next = entries[Int(first)].next
      removed.append(release(first))
      first = next
    }
    return removed
  }

  private mutating func release(_ index: Int32) -> Handler {
    let handler = entries[Int(index)].handler
    entries[Int(index)].handler = .model
    free.append(index)
    return handler
  }
}
