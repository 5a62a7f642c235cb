package import TreeAnalysis
package import TreeSnapshot

/// Finds the matches of many selectors in one tree: only models of the last name and place in a selector are
/// looked at; one that ends in a pattern, or has `**`, costs a pass over the tree.
package final class SelectorIndex {
  private let snapshot: Snapshot
  private lazy var places = NameClasses(snapshot.columns).places
  private lazy var names = MessageNames(snapshot)
  /// By type, with its place among siblings or without: the models.
  private lazy var models = Dictionary(grouping: snapshot.positions) { Name(type: type(of: $0)) }
  private lazy var placed = Dictionary(grouping: snapshot.positions) {
    Name(type: type(of: $0), place: places[$0])
  }
  /// By selector instead of its text: as strings, the two forms of `é` are equal.
  private var matches: [Selector: [Int]] = [:]

  private struct Name: Hashable {
    var type: Symbol
    var place: Int?
  }

  /// Indexes a tree. Costs a pass over it.
  package init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// The positions of the nodes that match, in document order.
  package func matches(of selector: Selector) -> [Int] {
    if let known = matches[selector] { return known }
    let found: [Int]
    if let last = selector.segments.last, case .name(let glob) = last.subject,
      let name = glob.literal, selector.segments.allSatisfy({ $0.subject != .anyLevels })
    {
      var place: Int?
      if case .place(let number)? = last.tests.first { place = number }
      let symbol = snapshot.columns.symbols.find(name) ?? Symbol.none
      var matcher = SelectorMatcher(selector, in: snapshot, places: places, names: names)
      found = matcher.matches(among: models(named: symbol, place: place))
    } else {
      found = selector.matches(in: snapshot)
    }
    matches[selector] = found
    return found
  }

  /// The models with a name, with its nesting or without, in document order.
  ///
  /// - Parameter place: the place among siblings of that name; nil for any.
  func models(named name: Symbol, place: Int? = nil) -> [Int] {
    snapshot.columns.types.types(named: name).flatMap { type in
      let name = Name(type: type, place: place)
      return (place == nil ? models[name] : placed[name]) ?? []
    }.sorted()
  }

  private func type(of position: Int) -> Symbol { snapshot.columns.nodes.fixed[position].type }
}
