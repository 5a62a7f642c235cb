/// A list of nodes that is filled and emptied at each removal, in plain memory: an array would check
/// for exclusive access at each step, which takes longer than the step.
///
/// `@exclusivity(unchecked)`: no code of the app runs while one of these is being changed.
final class NodeList {
  @exclusivity(unchecked) private var nodes: UnsafeMutablePointer<Int32>
  @exclusivity(unchecked) private var capacity = 8
  @exclusivity(unchecked) private(set) var count = 0

  init() { nodes = .allocate(capacity: capacity) }

  deinit { nodes.deallocate() }

  var isEmpty: Bool { count == 0 }

  subscript(place: Int) -> Int32 { nodes[place] }

  func append(_ node: Int32) {
    if count == capacity { reallocate(capacity * 2) }
    (nodes + count).initialize(to: node)
    count += 1
  }

  func popLast() -> Int32? {
    if count == 0 { return nil }
    count -= 1
    return nodes[count]
  }

  /// Removes a node if it is the last.
  func drop(last node: Int32) {
    if count > 0, nodes[count - 1] == node { count -= 1 }
  }

  /// Removes the nodes for which a test holds.
  func removeAll(where isRemoved: (Int32) -> Bool) {
    var kept = 0
    for place in 0..<count where !isRemoved(nodes[place]) {
      nodes[kept] = nodes[place]
      kept += 1
    }
    count = kept
    if capacity > 4_096 { reallocate(max(8, kept)) }
  }

  func removeAll() {
    count = 0
    // The memory of a large removal is not kept.
    if capacity > 4_096 { reallocate(8) }
  }

  private func reallocate(_ newCapacity: Int) {
    let moved = UnsafeMutablePointer<Int32>.allocate(capacity: newCapacity)
    moved.moveInitialize(from: nodes, count: count)
    nodes.deallocate()
    nodes = moved
    capacity = newCapacity
  }
}
