import TreeSnapshot

/// Finds the nodes that a selector matches.
///
/// Without `**` a node is compared with the last segment, its parent with the one before it, and so
/// on. With `**` the tree is walked once from the root; a bit for each segment says that a node
/// matches the selector up to there.
struct SelectorMatcher {
  /// A bit of a 64-bit word for each segment, and one for the start.
  static let wildSegmentLimit = 63

  private let selector: Selector
  private let columns: Columns
  private let count: Int
  /// Whether a type's name matches a segment: by segment, then by symbol; nil where not yet known.
  private var nameMatches: [[Bool?]]
  /// Which of its name each node is among its siblings; empty where no test asks.
  private let places: [Int32]
  /// By segment: the symbol of a name without `*` and `?`.
  private let literals: [Symbol?]
  /// By segment: whether it has tests.
  private let hasTests: [Bool]
  /// By test: the messages that it names.
  private let handled: [Selector.Test: Set<MessageKey>]

  init(_ selector: Selector, in snapshot: Snapshot) {
    let asksForPlace = selector.asksForPlace
    self.init(
      selector, in: snapshot, places: asksForPlace ? SiblingPlaces(snapshot.columns).places : [],
      messages: MessageNames(snapshot))
  }

  /// - Parameters:
  ///   - places: which of its name each node is among its siblings; may be empty where no test asks.
  ///   - messages: the names of the tree's messages.
  init(_ selector: Selector, in snapshot: Snapshot, places: [Int32], messages: MessageNames) {
    self.selector = selector
    columns = snapshot.columns
    count = snapshot.count
    nameMatches = []
    self.places = places
    hasTests = selector.segments.map { !$0.tests.isEmpty }
    var handled: [Selector.Test: Set<MessageKey>] = [:]
    for test in selector.segments.flatMap(\.tests) {
      guard case .handles(let kind, let glob) = test else { continue }
      handled[test] = Set(messages.keys(named: glob, kind))
    }
    self.handled = handled
    literals = selector.segments.map { segment in
      guard case .name(let glob) = segment.subject, let name = glob.literal else { return nil }
      // A name that the tree does not hold is different from all that it holds.
      return snapshot.columns.symbols.find(name) ?? Symbol.none
    }
  }

  /// Those of some nodes that match; the selector has no `**`.
  consuming func matches(among candidates: [Int]) -> [Int] {
    candidates.filter { plainMatch($0, depth: nil) }
  }

  consuming func matches() -> [Int] {
    let isWild = selector.segments.contains { $0.subject == .anyLevels }
    return isWild ? wildMatches() : plainMatches()
  }

  // MARK: Without `**`

  private mutating func plainMatches() -> [Int] {
    let segments = selector.segments
    if case .id(let id)? = segments.last?.subject {
      guard let position = Snapshot(columns: columns).position(ofID: id) else { return [] }
      return plainMatch(position, depth: nil) ? [position] : []
    }
    guard selector.isAnchored else {
      if segments.count == 1, case .name(let glob) = segments[0].subject {
        return matches(glob, segments[0].tests)
      }
      return (0..<count).filter { plainMatch($0, depth: nil) }
    }
    // Only nodes at the selector's own depth can match; deeper ones are not even compared.
    var depths = [Int32](repeating: 0, count: count)
    var matches: [Int] = []
    for position in 0..<count {
      if position > 0 { depths[position] = depths[Int(columns.parents[position])] + 1 }
      if Int(depths[position]) == segments.count - 1,
        plainMatch(position, depth: Int(depths[position]))
      {
        matches.append(position)
      }
    }
    return matches
  }

  /// One name with its tests, as most searches have it: nothing is looked at for each node but its own
  /// fields, and each name is compared once.
  private func matches(_ glob: Glob, _ tests: [Selector.Test]) -> [Int] {
    let asksSession = tests.contains(.session)
    let asksLeaf = tests.contains(.leaf)
    let others = tests.filter { $0 != .session && $0 != .leaf }
    /// By symbol: 0 where it is not yet known, 1 for no, 2 for yes.
    var known = [UInt8](repeating: 0, count: columns.symbols.count + 1)
    var matches: [Int] = []
    columns.nodes.fixed.withUnsafeBufferPointer { fixed in
      for position in fixed.indices {
        let fields = fixed[position]
        if asksSession, !fields.isSession { continue }
        let name = Int(fields.type.rawValue)
        if known[name] == 0 {
          known[name] = columns.symbols.withBytes(of: fields.type) { glob.matches($0) } ? 2 : 1
        }
        if known[name] == 1 { continue }
        if asksLeaf, Int(columns.subtreeEnds[position]) != position + 1 { continue }
        if others.isEmpty || passes(others, position) { matches.append(position) }
      }
    }
    return matches
  }

  private mutating func plainMatch(_ position: Int, depth: Int?) -> Bool {
    var node = position
    for segment in (0..<literals.count).reversed() {
      guard node >= 0, matches(segment, node) else { return false }
      node = Int(columns.parents[node])
    }
    return !selector.isAnchored || node < 0
  }

  // MARK: With `**`

  private mutating func wildMatches() -> [Int] {
    let segments = selector.segments
    let accepted = UInt64(1) << segments.count
    let start: UInt64 = skipLevels(1)
    // Bit n of a node: the path down to it matches the first n segments.
    var states = [UInt64](repeating: 0, count: count)
    var matches: [Int] = []
    for position in 0..<count {
      let parent = Int(columns.parents[position])
      var before = parent < 0 ? start : states[parent]
      if !selector.isAnchored { before |= start }
      var after: UInt64 = 0
      for segment in segments.indices where before & (1 << segment) != 0 {
        if segments[segment].subject == .anyLevels {
          // `**` covers this level and stays open for the next; its tests ask of the last one.
          after |= 1 << segment
          if passes(segments[segment].tests, position) { after |= 1 << (segment + 1) }
        } else if self.matches(segment, position) {
          after |= 1 << (segment + 1)
        }
      }
      after = skipLevels(after)
      states[position] = after & ~accepted
      if after & accepted != 0 { matches.append(position) }
    }
    return matches
  }

  /// `**` may cover no level at all, unless it has tests: its bit brings the next one along.
  private func skipLevels(_ bits: UInt64) -> UInt64 {
    var bits = bits
    for (index, segment) in selector.segments.enumerated()
    where segment.subject == .anyLevels && segment.tests.isEmpty && bits & (1 << index) != 0 {
      bits |= 1 << (index + 1)
    }
    return bits
  }

  // MARK: One node and one segment

  private mutating func matches(_ segment: Int, _ position: Int) -> Bool {
    if let literal = literals[segment] {
      guard !literal.isNone, columns.nodes.fixed[position].type == literal else { return false }
      return !hasTests[segment] || passes(selector.segments[segment].tests, position)
    }
    switch selector.segments[segment].subject {
    case .anyLevels: break
    case .root: guard columns.parents[position] < 0 else { return false }
    case .id(let id): guard columns.nodes.ids[position] == id else { return false }
    case .name(let glob): guard nameMatches(glob, segment, position) else { return false }
    }
    return passes(selector.segments[segment].tests, position)
  }

  private mutating func nameMatches(_ glob: Glob, _ segment: Int, _ position: Int) -> Bool {
    if nameMatches.isEmpty {
      nameMatches = Array(repeating: [], count: selector.segments.count)
    }
    if nameMatches[segment].isEmpty {
      nameMatches[segment] = Array(repeating: nil, count: columns.symbols.count + 1)
    }
    let symbol = columns.nodes.fixed[position].type
    if let known = nameMatches[segment][Int(symbol.rawValue)] { return known }
    let isMatch = columns.symbols.withBytes(of: symbol) { glob.matches($0) }
    nameMatches[segment][Int(symbol.rawValue)] = isMatch
    return isMatch
  }

  private func passes(_ tests: [Selector.Test], _ position: Int) -> Bool {
    tests.allSatisfy { passes($0, position) }
  }

  private func passes(_ test: Selector.Test, _ position: Int) -> Bool {
    let fields = columns.nodes.fixed[position]
    switch test {
    case .session: return fields.isSession
    case .leaf: return Int(columns.subtreeEnds[position]) == position + 1
    case .place(let place): return Int(places[position]) == place
    case .label(let glob): return matches(glob, fields.label)
    case .representation(let glob): return matches(glob, fields.representation)
    case .service(let glob):
      return columns.services(of: position).contains { matches(glob, $0) }
    case .handles:
      let own = columns.subscriptions(of: position)
      guard !own.isEmpty, let named = handled[test] else { return false }
      return own.contains { named.contains(MessageKey($0)) }
    }
  }

  private func matches(_ glob: Glob, _ symbol: Symbol) -> Bool {
    !symbol.isNone && columns.symbols.withBytes(of: symbol) { glob.matches($0) }
  }
}
