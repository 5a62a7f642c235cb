package import TreeAnalysis
package import TreeSnapshot

/// Finds the matches of many selectors in one tree: names, and paths of names, are looked up; any other
/// selector costs a pass over the tree.
package final class SelectorIndex {
  private let snapshot: Snapshot
  private let models: ModelsByType
  private lazy var children = Dictionary(grouping: snapshot.positions) {
    Child(parent: Int(columns.parents[$0]), type: columns.nodes.fixed[$0].type)
  }
  /// By selector instead of its text: as strings, the two forms of `é` are equal.
  private var matches: [Selector: [Int]] = [:]
  private var columns: Columns { snapshot.columns }

  private struct Child: Hashable {
    var parent: Int
    var type: Symbol
  }

  /// Indexes a tree. Costs a pass over it.
  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    models = ModelsByType(snapshot.columns)
  }

  /// The positions of the nodes that match, in document order.
  package func matches(of selector: Selector) -> [Int] {
    if let known = matches[selector] { return known }
    let found = follow(selector)?.sorted() ?? selector.matches(in: snapshot)
    matches[selector] = found
    return found
  }

  /// Follows names, some with a place among siblings, down the tree; nil if the selector isn't a path of
  /// names.
  private func follow(_ path: Selector) -> [Int]? {
    var nodes = [-1]
    for (level, segment) in path.segments.enumerated() {
      guard case .name(let glob) = segment.subject, let name = glob.literal else { return nil }
      let types = columns.symbols.find(name).map { columns.types.types(named: $0) } ?? []
      if level == 0, !path.isAnchored {
        guard segment.tests.isEmpty else { return nil }
        nodes = types.flatMap { models[$0] }
        continue
      }
      let type = types.first ?? Symbol.none
      // Siblings of several types may be numbered together.
      guard types.count < 2, columns.types.numbered(type) == type else { return nil }
      let twins = nodes.map { children[Child(parent: $0, type: type)] ?? [] }
      switch segment.tests.first {
      case nil: nodes = twins.flatMap { $0 }
      case .place(let place)? where segment.tests.count == 1:
        nodes = twins.filter { $0.indices.contains(place - 1) }.map { $0[place - 1] }
      default: return nil
      }
    }
    return nodes
  }
}

/// The models of each type, in document order. Costs a pass over the tree to create.
struct ModelsByType: Sendable {
  private let positions: [Symbol: [Int]]

  /// Groups the models of a tree.
  init(_ columns: Columns) {
    let fixed = columns.nodes.fixed
    positions = Dictionary(grouping: fixed.indices) { fixed[$0].type }
  }

  /// The models of a type.
  subscript(type: Symbol) -> ArraySlice<Int> { positions[type].map { $0[...] } ?? [] }
}
