/// The keys of one node's state, of which none comes twice: most nodes have a few.
struct StateKeys {
  private var few: [Symbol] = []
  private var many: Set<Symbol> = []

  private static let limit = 16

  mutating func removeAll() {
    few.removeAll(keepingCapacity: true)
    if !many.isEmpty { many.removeAll(keepingCapacity: true) }
  }

  /// Adds a key, and returns whether it is new.
  mutating func insert(_ key: Symbol) -> Bool {
    if few.count < Self.limit {
      if few.contains(key) { return false }
      few.append(key)
      return true
    }
    return !few.contains(key) && many.insert(key).inserted
  }
}
