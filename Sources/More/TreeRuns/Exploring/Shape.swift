import TreeSnapshot

/// What trees have in common that differ only in numbers: types, subscriptions, keys of states, and whether
/// there are no, one or several alike children.
struct Shape: Hashable {
  let value: UInt64
  /// The same for all shapes with models of the same types.
  let types: UInt64

  /// No tree.
  static let none = Shape()

  private init() { (value, types) = (0, 0) }

  /// Costs a look at each model.
  init(_ tree: Snapshot) {
    var values = [UInt64](repeating: 0, count: tree.count)
    var types: Set<UInt64> = []
    for position in tree.positions.reversed() {
      let node = tree[position]
      var digest = Digest()
      digest.mix(node.type)
      types.insert(digest.value)
      for subscription in node.subscriptions {
        digest.mix(subscription.domain)
        digest.mix(subscription.code ?? "*")
      }
      digest.mix(UInt64(node.work.count > 1 ? 2 : node.work.count))
      for entry in node.state {
        digest.mix(entry.key)
        digest.mix(Self.sort(of: entry.value))
      }
      var children: [UInt64] = []
      for child in node.children { children.append(values[child.position]) }
      children.sort()
      for (place, child) in children.enumerated()
      where place < 2 || children[place - 2] != child {
        digest.mix(child)
      }
      values[position] = digest.value
    }
    value = values[0]
    self.types = types.reduce(0, ^)
  }

  /// Nothing, zero, or something.
  private static func sort(of value: String) -> UInt64 {
    value.isEmpty || value == "none" || value == "nil"
      ? 0 : value == "0" || value == "false" ? 1 : 2
  }
}
