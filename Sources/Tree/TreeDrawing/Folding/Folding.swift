import TreeSnapshot

/// The maximum number of boxes before models are folded together.
package struct BoxBudget: Hashable, Sendable {
  /// A larger number of leaves below one parent that look the same is always folded: a single box
  /// with their number tells as much.
  package var same: Int
  /// Above this number of boxes, leaves that differ only in their labels are folded, the longest
  /// lists first.
  package var lists: Int
  /// Above this number, the rest is folded from the deepest level up.
  package var boxes: Int

  /// The number of boxes that fit on a screen, or can be read by zooming.
  package static let screen = BoxBudget(same: 7, lists: 300, boxes: 1_000)

  /// The number of boxes around the route of a message: enough to see where it runs.
  package static let route = BoxBudget(boxes: 30)
}

extension BoxBudget {
  /// Folds nothing up to a number of boxes.
  package init(boxes: Int) { self.init(same: boxes, lists: boxes, boxes: boxes) }
}

/// Leaves below one parent that differ only in their labels and state.
struct AlikeLeaves {
  struct Group {
    /// In document order.
    var positions: [Int]
    /// Whether their labels are also equal, so that they look the same.
    var haveOneLabel: Bool
  }

  private struct Key: Hashable {
    var parent: Int32
    var type: Symbol
    var isSession: Bool
    var subscriptions: [SubscriptionRecord]
    var services: [Symbol]
    var mark: String
  }

  /// The groups, of at least two.
  private(set) var groups: [Group] = []

  /// Finds groups among some nodes. Costs time in proportion to the subtree.
  ///
  /// - Parameters:
  ///   - isFree: whether a node may be folded.
  ///   - mark: the drawing's mark of a node; nodes with different marks aren't in one group.
  init(_ snapshot: Snapshot, in subtree: Range<Int>, isFree: (Int) -> Bool, mark: (Int) -> String) {
    let columns = snapshot.columns
    var places: [Key: Int] = [:]
    for position in subtree.dropFirst()
    where Int(columns.subtreeEnds[position]) == position + 1 && isFree(position) {
      let subscriptions = columns.nodes.subscriptions(of: position).map { record in
        var record = record
        record.source = .none
        return record
      }
      let fixed = columns.nodes.fixed[position]
      let key = Key(
        parent: columns.parents[position], type: fixed.type, isSession: fixed.isSession,
        subscriptions: subscriptions, services: Array(columns.nodes.services(of: position)),
        mark: mark(position))
      if let place = places[key] {
        groups[place].positions.append(position)
        let first = columns.nodes.fixed[groups[place].positions[0]]
        if fixed.label != first.label { groups[place].haveOneLabel = false }
      } else {
        places[key] = groups.count
        groups.append(Group(positions: [position], haveOneLabel: true))
      }
    }
    groups.removeAll { $0.positions.count < 2 }
  }

  /// The groups to fold so that the rest fits into a budget, if possible.
  ///
  /// - Parameter boxes: the number of boxes before folding.
  func folded(from boxes: Int, _ budget: BoxBudget) -> [Group] {
    func isAlwaysFolded(_ group: Group) -> Bool {
      group.haveOneLabel && group.positions.count > budget.same
    }
    var folded = groups.filter(isAlwaysFolded)
    var count = boxes - folded.reduce(0) { $0 + $1.positions.count - 1 }
    if count <= budget.lists { return folded }
    let others = groups.filter { $0.positions.count >= Self.least && !isAlwaysFolded($0) }
    // Lists of the same length are treated alike.
    var last = Int.max
    for group in others.sorted(by: { $0.positions.count > $1.positions.count }) {
      if count <= budget.lists, group.positions.count < last { break }
      last = group.positions.count
      count -= last - 1
      folded.append(group)
    }
    return folded
  }

  /// Two labels take no more room than a box for both.
  private static let least = 3
}

/// Decides which boxes of a tree are drawn within a limit: level by level from the top. On a level
/// that doesn't fit, every parent shows the same number of children.
struct LevelFolding {
  /// By box: whether it is drawn.
  private(set) var isDrawn: [Bool]
  /// By box: whether it is the first of the hidden siblings, for which one box is drawn in its
  /// place. Hidden siblings share a box only if others of them are drawn.
  private(set) var isRest: [Bool]

  /// - Parameters:
  ///   - children: the children of each box; box 0 is the top.
  ///   - isKept: whether a box is always drawn, along with its ancestors.
  init(children: [[Int]], isKept: (Int) -> Bool, limit: Int) {
    isDrawn = Array(repeating: false, count: children.count)
    isRest = isDrawn
    isDrawn[0] = true
    var level = [0]
    let kept = children.reduce(0) { $0 + $1.count(where: isKept) }
    var room = max(limit - 1 - kept, 0)
    while !level.isEmpty {
      let counts = level.map { children[$0].count }
      let cap = Self.cap(counts, room: room, most: max(limit / 4, 24))
      var next: [Int] = []
      for parent in level {
        let children = children[parent]
        // One place is reserved for the box that stands for the rest.
        let shown = children.count <= cap ? children.count : max(cap - 1, 0)
        var rest: Int?
        for (place, child) in children.enumerated() {
          if place < shown || isKept(child) {
            isDrawn[child] = true
            next.append(child)
            if !isKept(child) { room -= 1 }
          } else if shown > 0, rest == nil {
            rest = child
            isRest[child] = true
            room -= 1
          }
        }
      }
      room = max(room, 0)
      level = next
    }
  }

  /// The number of children that each parent may show.
  private static func cap(_ counts: [Int], room: Int, most: Int) -> Int {
    func needed(_ cap: Int) -> Int { counts.reduce(0) { $0 + min($1, cap) } }
    if needed(most) <= room { return most }
    var low = 0
    var high = most
    while high - low > 1 {
      let middle = (low + high) / 2
      if needed(middle) <= room { low = middle } else { high = middle }
    }
    return low
  }
}
