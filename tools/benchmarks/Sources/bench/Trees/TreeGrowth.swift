/// Where the next node of a tree is attached: below the last one, or after going up a few levels,
/// the deeper, the likelier.
///
/// It needs no more memory than the way from the root to the last node, so it may stand beside what
/// is measured.
struct TreeGrowth<Node> {
  private var random = FixedRandom()
  private var ancestors: [Node]

  init(from root: Node) { ancestors = [root] }

  /// Makes the next node below its parent.
  mutating func next(_ make: (Node) -> Node) -> Node {
    while ancestors.count > 1, random.below(28) < ancestors.count { ancestors.removeLast() }
    let node = make(ancestors[ancestors.count - 1])
    ancestors.append(node)
    return node
  }
}
