import TreeSnapshot

/// A tree as plain arrays, and the minimum cost of a snapshot of it: copying its contents into new
/// arrays in document order.
struct PlainTree {
  private var parents: [Int32] = []
  private var firstChildren: [Int32] = []
  private var nextSiblings: [Int32] = []
  private var ids: [Int] = []
  private var fixed: [Fixed] = []
  private var firstSubscriptions: [Int32] = []
  private var subscriptions: [(record: Record, next: Int32)] = []

  /// The attributes that every node has once; names are numbers.
  struct Fixed {
    var type: Int32 = 1
    var label: Int32 = -1
    var representation: Int32 = -1
    var source: Int32 = 2
    var isSession = false
  }

  /// One subscription; names are numbers.
  struct Record {
    var kind: UInt8
    var domain: Int32 = 3
    var code: Int32 = 4
    var label: Int32 = 5
    var source: Int32 = 6
  }

  /// The arrays of a snapshot.
  struct Columns {
    var ids: [Int] = []
    var parents: [Int32] = []
    var subtreeEnds: [Int32] = []
    var fixed: [Fixed] = []
    var subscriptions: [Record] = []
    /// The ends of each node's subscriptions, services, messages, and state.
    var ends: [SIMD4<Int32>] = []
  }

  init(copying snapshot: Snapshot) {
    var lastChildren: [Int32] = []
    for position in snapshot.positions {
      let node = snapshot[position]
      let parent = node.parent.map { Int32($0.position) } ?? -1
      parents.append(parent)
      firstChildren.append(-1)
      nextSiblings.append(-1)
      lastChildren.append(-1)
      if parent >= 0 {
        let last = lastChildren[Int(parent)]
        if last < 0 {
          firstChildren[Int(parent)] = Int32(position)
        } else {
          nextSiblings[Int(last)] = Int32(position)
        }
        lastChildren[Int(parent)] = Int32(position)
      }
      ids.append(node.id)
      fixed.append(Fixed(isSession: node.isSession))
      let count = node.subscriptions.count
      firstSubscriptions.append(count == 0 ? -1 : Int32(subscriptions.count))
      for number in 0..<count {
        let next = number + 1 == count ? -1 : Int32(subscriptions.count + 1)
        subscriptions.append((Record(kind: 0), next))
      }
    }
  }

  /// Follows the links of the tree, as a tree that changes must be read.
  func columns() -> Columns {
    var columns = Columns()
    columns.ids.reserveCapacity(ids.count)
    columns.parents.reserveCapacity(ids.count)
    columns.subtreeEnds.reserveCapacity(ids.count)
    columns.fixed.reserveCapacity(ids.count)
    columns.ends.reserveCapacity(ids.count)
    columns.subscriptions.reserveCapacity(subscriptions.count)
    // The ancestors of the current node, with their positions.
    var open: [(node: Int32, position: Int32)] = []
    var node: Int32 = 0
    while true {
      let position = Int32(columns.ids.count)
      copy(node, below: open.last?.position ?? -1, into: &columns)
      open.append((node, position))
      var next = firstChildren[Int(node)]
      while next < 0, let closed = open.popLast() {
        columns.subtreeEnds[Int(closed.position)] = Int32(columns.ids.count)
        next = nextSiblings[Int(closed.node)]
      }
      if next < 0 { return columns }
      node = next
    }
  }

  private func copy(_ node: Int32, below parent: Int32, into columns: inout Columns) {
    columns.ids.append(ids[Int(node)])
    columns.parents.append(parent)
    columns.subtreeEnds.append(0)
    columns.fixed.append(fixed[Int(node)])
    var subscription = firstSubscriptions[Int(node)]
    while subscription >= 0 {
      columns.subscriptions.append(subscriptions[Int(subscription)].record)
      subscription = subscriptions[Int(subscription)].next
    }
    columns.ends.append(SIMD4(Int32(columns.subscriptions.count), 0, 0, 0))
  }
}
