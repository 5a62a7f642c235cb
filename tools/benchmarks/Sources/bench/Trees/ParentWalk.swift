/// The least that a walk up a tree can cost: from parent to parent in an array of their indices,
/// with one test of an integer at each.
///
/// The arrays are read through unsafe buffers: without the checks of bounds the walk waits for
/// nothing but the parent's index.
struct ParentWalk {
  // Two branches of the same length, their nodes by turns in the order in which they are nested.
  // Walked by turns: a walk that is always the same would be done once for all by the compiler.
  private let parents: [Int32]
  /// What each node is registered for: something at one in five, and at both tops what is looked
  /// for.
  private let marks: [Int32]
  private let wanted: Int32 = 7

  init(hops: Int) {
    let levels = (0...hops).flatMap { [$0, $0] }
    parents = levels.indices.map { $0 < 2 ? -1 : Int32($0 - 2) }
    marks = levels.map { $0 == 0 ? 7 : $0.isMultiple(of: 5) ? 3 : -1 }
  }

  /// Walks from the lowest node to the top so many times, and counts the walks that came there.
  func walk(times: Int, counting arrivals: Counter) {
    parents.withUnsafeBufferPointer { parents in
      marks.withUnsafeBufferPointer { marks in
        for turn in 0..<times {
          let start = Int32(truncatingIfNeeded: parents.count - 1 - turn & 1)
          if Self.findUpwards(from: start, wanted, parents, marks) < 2 { arrivals.add() }
        }
      }
    }
  }

  @inline(never)
  private static func findUpwards(
    from start: Int32, _ wanted: Int32, _ parents: UnsafeBufferPointer<Int32>,
    _ marks: UnsafeBufferPointer<Int32>
  ) -> Int32 {
    var node = start
    while node >= 0 {
      if marks[Int(node)] == wanted { return node }
      node = parents[Int(node)]
    }
    return .max
  }
}
