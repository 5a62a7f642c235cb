package import TreeSnapshot

/// Finds the nodes that a selector matches.
///
/// Without `**`, a node is compared with the last segment, its parent with the one before, and so
/// on. With `**`, the tree is walked once for each segment.
package struct SelectorMatcher {
  private let selector: Selector
  private let columns: Columns
  private let count: Int
  /// By segment: whether it matches the names of types compared so far.
  private var nameMatches: [[Symbol: Bool]]
  /// By node: its index among siblings of its name; empty if no test needs it.
  private let places: [Int]
  /// By segment: the symbol of a name without `*` and `?`.
  private let literals: [Symbol?]
  /// By test: the messages that match it.
  private let messages: [Selector.Test: Set<MessageKey>]

  /// - Parameters:
  ///   - places: by node, its index among siblings of its name; may be empty if no test needs it.
  ///   - names: the names of the tree's messages.
  package init(_ selector: Selector, in snapshot: Snapshot, places: [Int], names: MessageNames) {
    self.selector = selector
    self.places = places
    columns = snapshot.columns
    count = snapshot.count
    nameMatches = Array(repeating: [:], count: selector.segments.count)
    var messages: [Selector.Test: Set<MessageKey>] = [:]
    for case .handles(let kind, let glob) in selector.tests {
      messages[.handles(kind: kind, glob)] = Set(names.keys(named: glob, kind))
    }
    self.messages = messages
    literals = selector.segments.map { segment in
      guard case .name(let glob) = segment.subject, let name = glob.literal else { return nil }
      // A name that the tree doesn't contain differs from all names that it does.
      return snapshot.columns.symbols.find(name) ?? Symbol.none
    }
  }

  /// The nodes among some that match; the selector has no `**`.
  package mutating func matches(among candidates: [Int]) -> [Int] {
    candidates.filter { self.plainMatch($0) }
  }

  mutating func matches() -> [Int] {
    if selector.segments.contains(where: { $0.subject == .anyLevels }) { return wildMatches() }
    if case .id(let id)? = selector.segments.last?.subject {
      let position = Snapshot(columns: columns).position(ofID: id)
      if let position { return matches(among: [position]) }
      return []
    }
    return matches(among: Array(0..<count))
  }

  private mutating func plainMatch(_ position: Int) -> Bool {
    var node = position
    for segment in literals.indices.reversed() {
      guard node >= 0, matches(segment, node) else { return false }
      node = Int(columns.parents[node])
    }
    return !selector.isAnchored || node < 0
  }

  // MARK: With `**`

  /// Follows the segments from the root: after each, the nodes are marked whose path matches all
  /// segments up to there. What is above the root comes first and stands at 0, a node one further.
  private mutating func wildMatches() -> [Int] {
    var marks = [Bool](repeating: !selector.isAnchored, count: count + 1)
    marks[0] = true
    for (segment, content) in selector.segments.enumerated() {
      var next = [Bool](repeating: false, count: count + 1)
      if content.subject == .anyLevels {
        // What is below a marked node; without tests, that node as well.
        var below = content.tests.isEmpty ? marks : next
        for position in 0..<count {
          let parent = Int(columns.parents[position]) + 1
          below[position + 1] = below[position + 1] || below[parent] || marks[parent]
          next[position + 1] = below[position + 1] && passes(content.tests, position)
        }
        next[0] = below[0]
      } else {
        for position in 0..<count where marks[Int(columns.parents[position]) + 1] {
          next[position + 1] = matches(segment, position)
        }
      }
      marks = next
    }
    return (0..<count).filter { marks[$0 + 1] }
  }

  // MARK: One node and one segment

  private mutating func matches(_ segment: Int, _ position: Int) -> Bool {
    let type = columns.nodes.fixed[position].type
    switch selector.segments[segment].subject {
    case .anyLevels: break
    case .root: guard columns.parents[position] < 0 else { return false }
    case .id(let id): guard columns.nodes.ids[position] == id else { return false }
    case .name(let glob):
      if let literal = literals[segment] {
        guard columns.types.isNamed(type, literal) else { return false }
      } else if let isMatch = nameMatches[segment][type] {
        guard isMatch else { return false }
      } else {
        let isMatch = fits(glob, type)
        nameMatches[segment][type] = isMatch
        guard isMatch else { return false }
      }
    }
    return passes(selector.segments[segment].tests, position)
  }

  /// Whether a node passes all tests of a segment.
  package func passes(_ tests: [Selector.Test], _ position: Int) -> Bool {
    tests.allSatisfy { passes($0, position) }
  }

  private func passes(_ test: Selector.Test, _ position: Int) -> Bool {
    let fields = columns.nodes.fixed[position]
    switch test {
    case .session: return fields.isSession
    case .leaf: return Int(columns.subtreeEnds[position]) == position + 1
    case .work: return columns.works[columns.nodes.ids[position]] != nil
    case .place(let place): return places[position] == place
    case .value(.label, let glob): return matches(glob, fields.label)
    case .value(.representation, let glob): return matches(glob, fields.representation)
    case .value(.service, let glob):
      return columns.nodes.services(of: position).contains { matches(glob, $0) }
    case .value(.state, let glob):
      return columns.nodes.states(of: position).contains { state in
        matches(glob, state.key) || matches(glob, state.value)
          || glob.matches(
            "\(columns.symbols.string(state.key))=\(columns.symbols.string(state.value))")
      }
    case .value(.source, let glob):
      return matchesPlace(glob, fields.source)
        || columns.nodes.subscriptions(of: position).contains { matchesPlace(glob, $0.source) }
    case .handles:
      let messages = messages[test] ?? []
      return columns.nodes.subscriptions(of: position).contains {
        messages.contains(MessageKey($0))
      }
    }
  }

  /// Whether a `file:line`, or its file, matches.
  private func matchesPlace(_ glob: Glob, _ symbol: Symbol) -> Bool {
    if matches(glob, symbol) { return true }
    let place = columns.symbols.string(symbol)
    return place.lastIndex(of: ":").map { glob.matches(String(place[..<$0])) } ?? false
  }

  /// Whether a pattern matches the name of a type, with its nesting or without.
  package func fits(_ glob: Glob, _ type: Symbol) -> Bool {
    matches(glob, type) || columns.types.bare(type).map { matches(glob, $0) } ?? false
  }

  private func matches(_ glob: Glob, _ symbol: Symbol) -> Bool {
    !symbol.isNone && columns.symbols.withBytes(of: symbol) { glob.matches($0) }
  }
}
