extension TreeStore {
  /// The next node in document order within the subtree of `top`; `none` at its end.
  func next(after node: Int32, within top: Int32) -> Int32 {
    let child = links[Int(node)].firstChild
    return child != Self.none ? child : nextBeside(node, within: top)
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
}

// Questions that walk up, and give up with nil once their hops are spent: the caller then walks the
// whole tree once instead. Spent hops stay below zero.
extension TreeStore {
  /// Whether a node is in the root session's tree, and not in a detached one.
  func isInRootTree(_ start: Int32, hopsLeft: inout Int) -> Bool? {
    var node = start
    while links[Int(node)].parent != Self.none {
      node = links[Int(node)].parent
      hopsLeft -= 1
      if hopsLeft < 0 { return nil }
    }
    return links[Int(node)].isRootSession
  }

  /// Whether a node is `top` or below it.
  func isNode(_ start: Int32, inSubtreeOf top: Int32, hopsLeft: inout Int) -> Bool? {
    var node = start
    while node != Self.none, node != top {
      node = links[Int(node)].parent
      hopsLeft -= 1
      if hopsLeft < 0 { return nil }
    }
    return node == top
  }

  /// Whether one node comes before another of the same tree in document order.
  func precedes(_ first: Int32, _ second: Int32, hopsLeft: inout Int) -> Bool? {
    guard
      let firstDepth = depth(of: first, hopsLeft: &hopsLeft),
      let secondDepth = depth(of: second, hopsLeft: &hopsLeft)
    else { return nil }
    hopsLeft -= max(firstDepth, secondDepth)
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

  private func depth(of start: Int32, hopsLeft: inout Int) -> Int? {
    var depth = 0
    var node = links[Int(start)].parent
    while node != Self.none, depth <= hopsLeft {
      depth += 1
      node = links[Int(node)].parent
    }
    hopsLeft -= depth
    return hopsLeft < 0 ? nil : depth
  }
}
