/// The keys of one node's state, of which none comes twice: most nodes have a few.
struct StateKeys {
  private var few: [Symbol] = []
  private var many: Set<Symbol> = []

  /// The keys of this node and of some before.
  private var names = SymbolTable()

  private static let limit = 16
  private static let mostNames = 1_024

  mutating func removeAll() {
    if names.count > Self.mostNames { names = SymbolTable() }
    few.removeAll(keepingCapacity: true)
    if !many.isEmpty { many = [] }
  }

  /// Adds a key, and returns whether it is new.
  mutating func insert(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let key = names.intern(name)
    if few.count < Self.limit {
      if few.contains(key) { return false }
      few.append(key)
      return true
    }
    return !few.contains(key) && many.insert(key).inserted
  }
}
