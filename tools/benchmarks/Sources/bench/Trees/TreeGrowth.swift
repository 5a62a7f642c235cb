/// Chooses where to attach the next node of a tree: below the last one, or a few levels further up,
/// which is more likely in deep places.
///
/// It needs only the memory for the path from the root to the last node, so it doesn't disturb a
/// measurement.
struct TreeGrowth<Node> {
  private var random = FixedRandom()
  private var ancestors: [Node]

  init(from root: Node) { ancestors = [root] }

  /// Creates the next node below its parent.
  mutating func next(_ make: (Node) -> Node) -> Node {
    while ancestors.count > 1, random.below(28) < ancestors.count { ancestors.removeLast() }
    let node = make(ancestors[ancestors.count - 1])
    ancestors.append(node)
    return node
  }
}
