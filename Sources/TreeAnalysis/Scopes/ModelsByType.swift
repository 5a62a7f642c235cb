package import TreeSnapshot

/// The models of each type, in document order. Costs two passes over the tree to make.
package struct ModelsByType: Sendable {
  /// All positions, those of one type side by side.
  private let positions: [Int]
  /// By symbol: where the positions of the type end.
  private let ends: [Int32]

  /// Looks through a tree.
  package init(_ columns: Columns) {
    var ends = [Int32](repeating: 0, count: columns.symbols.count + 1)
    for fields in columns.nodes.fixed { ends[Int(fields.type.rawValue)] += 1 }
    var next = [Int32](repeating: 0, count: ends.count)
    for symbol in ends.indices.dropFirst() {
      next[symbol] = ends[symbol - 1]
      ends[symbol] += ends[symbol - 1]
    }
    var positions = [Int](repeating: 0, count: columns.nodes.fixed.count)
    for (position, fields) in columns.nodes.fixed.enumerated() {
      let symbol = Int(fields.type.rawValue)
      positions[Int(next[symbol])] = position
      next[symbol] += 1
    }
    self.positions = positions
    self.ends = ends
  }

  /// The models of a type.
  package subscript(type: Symbol) -> ArraySlice<Int> {
    let symbol = Int(type.rawValue)
    return positions[Int(symbol == 0 ? 0 : ends[symbol - 1])..<Int(ends[symbol])]
  }
}
