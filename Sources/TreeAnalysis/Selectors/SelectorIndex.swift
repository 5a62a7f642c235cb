import TextIO
package import TreeSnapshot

/// Finds what many selectors match in one tree: a path of names from the root costs a few steps for each
/// of its levels, any other selector as many steps as there are models of its last name, rather than a
/// pass over the tree. Costs one pass to make.
package final class SelectorIndex {
  private let snapshot: Snapshot
  private let models: ModelsByType
  private lazy var places = SiblingPlaces(snapshot.columns).places
  private lazy var depths = snapshot.depths()
  private lazy var messages = MessageNames(snapshot)
  private lazy var paths = NodesByNames(snapshot.columns)
  private lazy var all = Array(snapshot.positions)
  /// By selector, not by its text: as strings the two forms of `é` are equal.
  private var found: [Selector: [Int]] = [:]

  /// Looks through a tree.
  package init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    models = ModelsByType(snapshot.columns)
  }

  /// The positions of the nodes that match, in document order.
  package func matches(of selector: Selector) -> [Int] {
    if selector.isEverything { return all }
    if let known = found[selector] { return known }
    let matches = find(selector)
    found[selector] = matches
    return matches
  }

  private func find(_ selector: Selector) -> [Int] {
    guard let plain = selector.withoutLeadingLevels, let glob = plain.lastName else {
      return selector.matches(in: snapshot)
    }
    let symbols = snapshot.columns.symbols
    var candidates: [Int]
    if plain.isAnchored, let found = paths.candidates(for: plain) {
      candidates = Array(found.nodes)
      if found.areMatches {
        Steps.note(candidates.count)
        return candidates
      }
    } else if let name = glob.literal {
      candidates = symbols.find(name).map { Array(models[$0]) } ?? []
    } else {
      let types = symbols.all.filter { type in
        !models[type].isEmpty && symbols.withBytes(of: type) { glob.matches($0) }
      }
      candidates = types.flatMap { models[$0] }
      if types.count > 1 { candidates.sort() }
    }
    Steps.note(candidates.count)
    if plain.isBareName || candidates.isEmpty { return candidates }
    // Most models of a name are at another depth than a path from the root.
    if plain.isAnchored {
      let depth = Int32(plain.segments.count - 1)
      candidates = candidates.filter { depths[$0] == depth }
    }
    return SelectorMatcher(
      plain, in: snapshot, places: plain.asksForPlace ? places : [], messages: messages
    ).matches(among: candidates)
  }
}

extension Snapshot {
  /// How many levels each node lies below the root. Costs a pass over the tree.
  fileprivate func depths() -> [Int32] {
    var depths = [Int32](repeating: 0, count: count)
    for position in positions.dropFirst() {
      depths[position] = depths[Int(columns.parents[position])] + 1
    }
    return depths
  }
}

extension Selector {
  /// Whether it is `**` alone, which matches every node.
  package var isEverything: Bool {
    segments == [Segment(subject: .anyLevels)]
  }

  /// The same selector without a `**` at its start, which changes nothing; nil where `**` is
  /// anywhere else.
  var withoutLeadingLevels: Selector? {
    var plain = self
    while plain.segments.count > 1, plain.segments[0] == Segment(subject: .anyLevels) {
      plain = Selector(text: text, isAnchored: false, segments: Array(plain.segments.dropFirst()))
    }
    return plain.segments.contains { $0.subject == .anyLevels } ? nil : plain
  }

  /// The name of the last segment; nil where it is the root or an id.
  var lastName: Glob? {
    if case .name(let glob)? = segments.last?.subject { glob } else { nil }
  }

  /// Whether it is a name and nothing else.
  package var isBareName: Bool { !isAnchored && segments.count == 1 && segments[0].tests.isEmpty }

  var asksForPlace: Bool {
    segments.contains { segment in
      segment.tests.contains { if case .place = $0 { true } else { false } }
    }
  }
}
