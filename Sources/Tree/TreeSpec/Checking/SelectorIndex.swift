package import TreeAnalysis
package import TreeSnapshot

/// Finds the matches of many selectors in one tree: a path of names from the root is followed down;
/// any other selector costs a step for each model of its last name instead of a pass over the tree.
package final class SelectorIndex {
  private let snapshot: Snapshot
  private let models: ModelsByType
  private lazy var places = NameClasses(snapshot.columns).places
  private lazy var names = MessageNames(snapshot)
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
    let found = follow(selector) ?? find(selector)
    matches[selector] = found
    return found
  }

  private func find(_ selector: Selector) -> [Int] {
    guard let plain = selector.withoutLeadingLevels, let glob = plain.lastName else {
      return selector.matches(in: snapshot)
    }
    var matcher = SelectorMatcher(
      plain, in: snapshot, places: plain.asksForPlace ? places : [], names: names)
    let types =
      glob.literal.map { self.types(named: $0) }
      ?? columns.symbols.all.filter { !models[$0].isEmpty && matcher.fits(glob, $0) }
    return matcher.matches(among: types.flatMap { models[$0] }.sorted())
  }

  /// Follows a path of names, some with a place among siblings, from the root down; nil if the selector isn't
  /// one.
  private func follow(_ path: Selector) -> [Int]? {
    guard path.isAnchored else { return nil }
    var nodes = [-1]
    for segment in path.segments {
      guard case .name(let glob) = segment.subject, let name = glob.literal else { return nil }
      let types = self.types(named: name)
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

  private func types(named name: String) -> [Symbol] {
    let types = columns.symbols.find(name).map { columns.types.types(named: $0) } ?? []
    return types.filter { !models[$0].isEmpty }
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
