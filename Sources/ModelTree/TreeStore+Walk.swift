extension TreeStore {
  /// The node after this one in document order, within the subtree of `top`; `none` at its end.
  func next(after node: Int32, within top: Int32) -> Int32 {
    let child = links[Int(node)].firstChild
    return child != Self.none ? child : nextBeside(node, within: top)
  }

  private func nextBeside(_ start: Int32, within top: Int32) -> Int32 {
    var node = start
    while node != top, node != Self.none {
      let sibling = links[Int(node)].nextSibling
      if sibling != Self.none { return sibling }
      node = links[Int(node)].parent
    }
    return Self.none
  }

  /// The nearest session above a node; `none` where there is none.
  func session(above node: Int32) -> Int32 {
    var node = links[Int(node)].parent
    while node != Self.none, !links[Int(node)].isSession { node = links[Int(node)].parent }
    return node
  }

  /// The top of the tree that a node stands in: the root session, or a model that was removed.
  func top(of start: Int32) -> Int32 {
    var node = start
    while links[Int(node)].parent != Self.none { node = links[Int(node)].parent }
    return node
  }

  func isNode(_ start: Int32, inSubtreeOf top: Int32) -> Bool {
    var node = start
    while node != Self.none, node != top { node = links[Int(node)].parent }
    return node == top
  }
}
