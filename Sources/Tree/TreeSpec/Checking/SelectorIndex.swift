package import TreeAnalysis
package import TreeSnapshot

/// Finds the matches of many selectors in one tree: a path of names from the root is followed down;
/// any other selector costs a step for each model of its last name instead of a pass over the tree.
/// Costs one pass to create.
package final class SelectorIndex {
  private let snapshot: Snapshot
  private let models: ModelsByType
  private lazy var places = NameClasses(snapshot.columns).places
  private lazy var names = MessageNames(snapshot)
  private lazy var all = Array(snapshot.positions)
  /// By selector instead of its text: as strings, the two forms of `é` are equal.
  private var matches: [Selector: [Int]] = [:]
  /// By node on a path: its children by type.
  private var children: [Int: [Symbol: [Int]]] = [:]
  /// The start of all paths. A common prefix of several paths is followed once.
  private let start = Path(nodes: [-1])

  /// The nodes that a path of names leads to, and the paths that continue it.
  private final class Path {
    let nodes: [Int]
    var longer: [Selector.Segment: Path] = [:]

    init(nodes: [Int]) { self.nodes = nodes }
  }

  /// Indexes a tree.
  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    models = ModelsByType(snapshot.columns)
  }

  /// The positions of the nodes that match, in document order.
  package func matches(of selector: Selector) -> [Int] {
    if selector.isEverything { return all }
    if selector.isAnchored, let nodes = follow(selector) { return nodes }
    if let result = matches[selector] { return result }
    let result = find(selector)
    matches[selector] = result
    return result
  }

  private func find(_ selector: Selector) -> [Int] {
    guard let plain = selector.withoutLeadingLevels, let glob = plain.lastName else {
      return selector.matches(in: snapshot)
    }
    var matcher = matcher(of: plain)
    let symbols = snapshot.columns.symbols
    var candidates: [Int]
    if let name = glob.literal {
      let types = symbols.find(name).map { snapshot.columns.types.types(named: $0) } ?? []
      candidates = types.flatMap { models[$0] }
      if types.count > 1 { candidates.sort() }
    } else {
      let types = symbols.all.filter { type in
        !models[type].isEmpty && matcher.fits(glob, type)
      }
      candidates = types.flatMap { models[$0] }
      if types.count > 1 { candidates.sort() }
    }
    return plain.isBareName ? candidates : matcher.matches(among: candidates)
  }

  private func matcher(of selector: Selector) -> SelectorMatcher {
    SelectorMatcher(
      selector, in: snapshot, places: selector.asksForPlace ? places : [], names: names)
  }

  /// Follows a path of names from the root down; nil if a level is not a name without `*` and `?`.
  private func follow(_ path: Selector) -> [Int]? {
    var last = start
    var matcher: SelectorMatcher?
    for segment in path.segments {
      if let known = last.longer[segment] {
        last = known
        continue
      }
      guard case .name(let glob) = segment.subject, let name = glob.literal else { return nil }
      let types = snapshot.columns.types.types(
        named: snapshot.columns.symbols.find(name) ?? Symbol.none
      ).filter { !models[$0].isEmpty }
      let type = types.first ?? Symbol.none
      // Siblings of several types may be numbered together.
      guard types.count < 2, snapshot.columns.types.numbered(type) == type else { return nil }
      var nodes: [Int] = []
      for node in last.nodes {
        let twins = children(of: node)[type] ?? []
        if case .place(let place)? = segment.tests.first, segment.tests.count == 1 {
          if twins.indices.contains(place - 1) { nodes.append(twins[place - 1]) }
        } else {
          let passing = segment.tests.isEmpty ? nil : matcher ?? self.matcher(of: path)
          matcher = passing
          nodes +=
            passing.map { passing in twins.filter { passing.passes(segment.tests, $0) } } ?? twins
        }
      }
      let next = Path(nodes: nodes)
      last.longer[segment] = next
      last = next
    }
    return last.nodes
  }

  private func children(of node: Int) -> [Symbol: [Int]] {
    if let children = children[node] { return children }
    let columns = snapshot.columns
    let own = Dictionary(grouping: node < 0 ? [0] : columns.children(of: node)) {
      columns.nodes.fixed[$0].type
    }
    children[node] = own
    return own
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
