extension TreeStore {
  /// The links and marks of a node.
  struct Links {
    var parent = TreeStore.none
    var firstChild = TreeStore.none
    var lastChild = TreeStore.none
    var nextSibling = TreeStore.none
    var previousSibling = TreeStore.none
    var isSession = false
    /// Whether the node has left the tree of the root session and outlived that.
    var isOutside = false
    /// A bit for each message that the model is registered for, which several may share: so a walk
    /// passes most models without a look at their registrations.
    var interests: UInt64 = 0
    /// Ascends in the order in which models are created; 0 once the model is deallocated.
    var id: Int
    /// The store's count of removals when the node was detached during the delivery of an event.
    var detachedAt = 0
    /// The model's type, which outlives the model for a moment.
    let type: Model.Type
    /// The line that created the model.
    let source: SourceLine
    /// The place that created the model, as text.
    var creation: String { source.text(of: type) }
  }
}

// Walking.
extension TreeStore {
  /// The next node in document order within the subtree of `top`; `none` at its end.
  func next(after node: Int32, within top: Int32) -> Int32 {
    let child = links[Int(node)].firstChild
    return child != Self.none ? child : nextBeside(node, within: top)
  }

  /// The nodes of a subtree in document order; none of `none`. Costs a walk over it.
  package func nodes(from top: Int32) -> [Int32] {
    var nodes: [Int32] = []
    var node = top
    while node != Self.none {
      nodes.append(node)
      node = next(after: node, within: top)
    }
    return nodes
  }

  /// The next node in document order after the whole subtree of this one.
  func nextBeside(_ start: Int32, within top: Int32) -> Int32 {
    var node = start
    while node != top, node != Self.none {
      let sibling = links[Int(node)].nextSibling
      if sibling != Self.none { return sibling }
      node = links[Int(node)].parent
    }
    return Self.none
  }

  /// The nearest session above a node; `none` if there is none.
  func session(above node: Int32) -> Int32 {
    var node = links[Int(node)].parent
    while node != Self.none, !links[Int(node)].isSession { node = links[Int(node)].parent }
    return node
  }

  /// The top of a node's tree: the root session, or a detached model.
  func top(of start: Int32) -> Int32 {
    var node = start
    while links[Int(node)].parent != Self.none { node = links[Int(node)].parent }
    return node
  }

  /// Whether one node comes before another of the same tree in document order. Costs a walk up from
  /// both.
  func precedes(_ first: Int32, _ second: Int32) -> Bool {
    let (firstDepth, secondDepth) = (depth(of: first), depth(of: second))
    var (first, second) = (first, second)
    for _ in 0..<max(0, firstDepth - secondDepth) { first = links[Int(first)].parent }
    for _ in 0..<max(0, secondDepth - firstDepth) { second = links[Int(second)].parent }
    // One is above the other: the upper one comes first.
    if first == second { return firstDepth < secondDepth }
    while links[Int(first)].parent != links[Int(second)].parent {
      first = links[Int(first)].parent
      second = links[Int(second)].parent
    }
    // A child is attached once, as the last one of its parent, and ids ascend.
    return links[Int(first)].id < links[Int(second)].id
  }

  private func depth(of start: Int32) -> Int {
    var (depth, node) = (0, links[Int(start)].parent)
    while node != Self.none {
      depth += 1
      node = links[Int(node)].parent
    }
    return depth
  }
}
