import TreeSnapshot

/// The nodes of a tree by the names from the root down to each. Costs one pass over the tree to make; a
/// path then costs two binary searches for each of its levels.
struct NodesByNames {
  private let columns: Columns
  /// The nodes with the same names from the root down, by number.
  private var numbers: [Step: Int32] = [:]
  /// All positions, those with the same names side by side, in document order.
  private var positions: [Int]
  /// By number: where the positions end.
  private var ends: [Int32] = []

  private struct Step: Hashable {
    /// The number of the nodes above; -1 above the root.
    var above: Int32
    var type: Symbol
  }

  init(_ columns: Columns) {
    self.columns = columns
    let count = columns.nodes.fixed.count
    var own = [Int32](repeating: 0, count: count)
    // Siblings mostly have the name of the one before.
    var last = (step: Step(above: -1, type: .none), number: Int32(0))
    for position in 0..<count {
      let parent = Int(columns.parents[position])
      let step = Step(
        above: parent < 0 ? -1 : own[parent], type: columns.nodes.fixed[position].type)
      if step != last.step {
        let number = numbers[step] ?? Int32(ends.count)
        if number == ends.count {
          numbers[step] = number
          ends.append(0)
        }
        last = (step, number)
      }
      own[position] = last.number
      ends[Int(last.number)] += 1
    }
    var next = [Int32](repeating: 0, count: ends.count)
    for number in ends.indices.dropFirst() {
      next[number] = ends[number - 1]
      ends[number] += ends[number - 1]
    }
    positions = Array(repeating: 0, count: count)
    for position in 0..<count {
      let number = Int(own[position])
      positions[Int(next[number])] = position
      next[number] += 1
    }
  }

  /// The nodes that may match a selector from the root.
  ///
  /// - Returns: the nodes, and whether all of them match, so that no test is left; nil where a level is not
  ///   a name without `*` and `?`.
  func candidates(for selector: Selector) -> (nodes: ArraySlice<Int>, areMatches: Bool)? {
    var levels: [Int32] = []
    for segment in selector.segments {
      guard case .name(let glob) = segment.subject, let name = glob.literal else { return nil }
      let type = columns.symbols.find(name) ?? Symbol.none
      guard let number = numbers[Step(above: levels.last ?? -1, type: type)] else {
        return ([], true)
      }
      levels.append(number)
    }
    var subtree = 0..<columns.nodes.fixed.count
    for (level, segment) in selector.segments.enumerated() {
      let nodes = nodes(levels[level]).elements(in: subtree)
      // Below one node these are its children of a name, in their order.
      let node: Int
      switch segment.tests.first {
      case nil where nodes.count == 1: node = nodes[nodes.startIndex]
      case .place(let place)? where segment.tests.count == 1:
        guard (1...max(1, nodes.count)).contains(place), !nodes.isEmpty else { return ([], true) }
        node = nodes[nodes.startIndex + place - 1]
      default:
        let rest = selector.segments[level...]
        return (
          self.nodes(levels[levels.count - 1]).elements(in: subtree),
          rest.allSatisfy(\.tests.isEmpty)
        )
      }
      if level == levels.count - 1 { return ([node], true) }
      subtree = node..<Int(columns.subtreeEnds[node])
    }
    return nil
  }

  private func nodes(_ number: Int32) -> ArraySlice<Int> {
    positions[Int(number == 0 ? 0 : ends[Int(number) - 1])..<Int(ends[Int(number)])]
  }
}
