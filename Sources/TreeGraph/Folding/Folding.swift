import TreeSnapshot

/// How many boxes a drawing has at most, before models are folded into one.
package struct BoxBudget: Hashable, Sendable {
  /// More leaves below one parent that would look the same are always folded: they tell nothing that
  /// one box with their number does not.
  package var same: Int
  /// Above this many boxes, leaves that differ in their labels only are folded, the longest lists
  /// first.
  package var lists: Int
  /// Above this many, what remains is folded from the deepest level up.
  package var boxes: Int

  /// What a screen shows at once, and what is read by zooming.
  package static let screen = BoxBudget(same: 7, lists: 300, boxes: 1_000)

  /// Folds nothing up to a number of boxes.
  package init(boxes: Int) { self.init(same: boxes, lists: boxes, boxes: boxes) }

  private init(same: Int, lists: Int, boxes: Int) {
    self.same = same
    self.lists = lists
    self.boxes = boxes
  }
}

/// Leaves below one parent that differ in nothing but their labels and their state.
struct AlikeLeaves {
  struct Group {
    /// In document order.
    var positions: [Int]
    /// Whether they have the same label as well, so that they would look the same.
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

  /// Groups of at least two.
  private(set) var groups: [Group] = []

  /// Finds the groups among some nodes. Costs time in proportion to the subtree.
  ///
  /// - Parameters:
  ///   - isFree: whether a node may be folded.
  ///   - mark: what a drawing adds to a node; those that differ in it are not alike.
  init(
    _ snapshot: Snapshot, in subtree: Range<Int>, isFree: (Int) -> Bool, mark: (Int) -> String
  ) {
    let columns = snapshot.columns
    var places: [Key: Int] = [:]
    for position in subtree.dropFirst()
    where Int(columns.subtreeEnds[position]) == position + 1 && isFree(position) {
      let subscriptions = columns.subscriptions(of: position).map { record in
        var record = record
        record.source = .none
        return record
      }
      let fixed = columns.nodes.fixed[position]
      let key = Key(
        parent: columns.parents[position], type: fixed.type, isSession: fixed.isSession,
        subscriptions: subscriptions, services: Array(columns.services(of: position)),
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

  /// The groups that are folded, so that no more boxes remain than a budget has, if that is
  /// possible.
  ///
  /// - Parameter boxes: how many there are before.
  func folded(from boxes: Int, _ budget: BoxBudget) -> [Group] {
    func isAlwaysFolded(_ group: Group) -> Bool {
      group.haveOneLabel && group.positions.count > budget.same
    }
    var folded = groups.filter(isAlwaysFolded)
    var count = boxes - folded.reduce(0) { $0 + $1.positions.count - 1 }
    if count <= budget.lists { return folded }
    let others = groups.filter { $0.positions.count >= Self.least && !isAlwaysFolded($0) }
    // All lists as long as one that is folded are folded, so that the like is drawn alike.
    var last = Int.max
    for group in others.sorted(by: { $0.positions.count > $1.positions.count }) {
      if count <= budget.lists, group.positions.count < last { break }
      last = group.positions.count
      count -= last - 1
      folded.append(group)
    }
    return folded
  }

  /// Two labels take no more room than the box for both.
  private static let least = 3
}

/// Which boxes of a tree are drawn within a limit: level by level from the top, each parent of a level
/// that does not fit with the same number of children.
struct LevelFolding {
  /// For each box whether it is drawn.
  private(set) var isDrawn: [Bool]
  /// For a box that is the first of those siblings that are not drawn: these stand in its place as
  /// one box. Siblings are left out as one where others of them are drawn.
  private(set) var isRest: [Bool]

  /// - Parameters:
  ///   - children: the children of each box; box 0 is the top.
  ///   - isKept: whether a box is drawn in any case; so are its parents, then.
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
        // One place is for the box that stands for the others.
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

  /// How many children each parent shows, so that all of them fit.
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
