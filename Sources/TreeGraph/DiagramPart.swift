import TreeSnapshot

/// Which nodes of a subtree are drawn, and how many are folded into each of them.
struct DiagramPart: Sendable {
  /// The position of the node at the top.
  let root: Int
  /// How many nodes are drawn.
  private(set) var count = 0
  /// For each node of the subtree, from the top: -1 where it is folded away, otherwise how many
  /// nodes are folded into it.
  private var folded: [Int32]

  /// - Parameters:
  ///   - kept: nodes that are drawn at any depth, each with its ancestors up to the root.
  init(_ snapshot: Snapshot, root: Int, depth: Int?, kept: Set<Int>) {
    let parents = snapshot.columns.parents
    let subtree = snapshot[root].subtree
    self.root = root
    folded = Array(repeating: 0, count: subtree.count)
    guard let depth else {
      count = subtree.count
      return
    }
    var levels = [Int32](repeating: 0, count: subtree.count)
    // The nearest node above, or the node itself, that is drawn.
    var drawn = [Int32](repeating: 0, count: subtree.count)
    for position in subtree {
      let place = position - root
      if place > 0 {
        let parent = Int(parents[position]) - root
        levels[place] = levels[parent] + 1
        drawn[place] = drawn[parent]
      }
      if place == 0 || Int(levels[place]) <= depth || kept.contains(position) {
        drawn[place] = Int32(place)
        count += 1
      } else {
        folded[place] = -1
        folded[Int(drawn[place])] += 1
      }
    }
  }

  /// Whether the node is drawn.
  func contains(_ position: Int) -> Bool {
    let place = position - root
    return folded.indices.contains(place) && folded[place] >= 0
  }

  /// The positions of the nodes that are drawn, in document order.
  var positions: some Sequence<Int> {
    folded.indices.lazy.filter { folded[$0] >= 0 }.map { $0 + root }
  }

  /// How many nodes are folded into a node that is drawn.
  func foldedCount(at position: Int) -> Int { Int(folded[position - root]) }

  /// How many nodes lie below the top and are not drawn.
  var foldedCount: Int { folded.count - count }
}
