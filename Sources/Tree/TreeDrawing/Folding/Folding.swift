import TreeSnapshot

/// The maximum number of boxes before models are folded together.
package struct BoxBudget: Hashable, Sendable {
  /// A larger number of leaves below one parent that look the same is always folded: a single box
  /// with their number tells as much.
  package var same: Int
  /// Above this number of boxes, leaves that differ only in their labels are folded.
  package var lists: Int
  /// Above this number, the rest is folded from the deepest level up.
  package var boxes: Int
  /// Above this number, in a picture that is about a route: the maximum number of siblings of a model of the
  /// route, below which nothing is drawn; nil in other pictures.
  package var siblings: Int?

  /// The number of boxes that fit on a screen, or can be read by zooming.
  package static let screen = BoxBudget(same: 7, lists: 300, boxes: 1_000)

  /// The number of boxes around the route of a message: enough to see where it runs.
  package static let route = BoxBudget(same: 30, lists: 30, boxes: 30, siblings: 5)
}

extension BoxBudget {
  /// Folds nothing up to a number of boxes.
  package init(boxes: Int) { self.init(same: boxes, lists: boxes, boxes: boxes) }
}

extension Snapshot {
  private struct LeafKey: Hashable {
    var parent: Int32
    var type: Symbol
    var isSession: Bool
    var subscriptions: [SubscriptionRecord]
    var services: [Symbol]
    var mark: String
  }

  /// The leaves below one parent that differ only in their labels and state, in groups, each in
  /// document order. Costs time in proportion to the subtree.
  ///
  /// - Parameters:
  ///   - isFree: whether a node may be folded.
  ///   - mark: the drawing's mark of a node; nodes with different marks aren't in one group.
  func alikeLeaves(
    in subtree: Range<Int>, isFree: (Int) -> Bool, mark: (Int) -> String
  ) -> [[Int]] {
    var groups: [LeafKey: [Int]] = [:]
    for position in subtree.dropFirst()
    where Int(columns.subtreeEnds[position]) == position + 1 && isFree(position) {
      let subscriptions = columns.nodes.subscriptions(of: position).map { record in
        var record = record
        record.source = .none
        return record
      }
      let fixed = columns.nodes.fixed[position]
      let key = LeafKey(
        parent: columns.parents[position], type: fixed.type, isSession: fixed.isSession,
        subscriptions: subscriptions, services: Array(columns.nodes.services(of: position)),
        mark: mark(position))
      groups[key, default: []].append(position)
    }
    return Array(groups.values)
  }

  /// Whether all of these nodes have the same label, or none.
  func haveOneLabel(_ positions: [Int]) -> Bool {
    Set(positions.map { columns.nodes.fixed[$0].label }).count == 1
  }
}

/// Decides which boxes of a tree are drawn within a limit: level by level from the top. On a level
/// that doesn't fit, every parent shows the same number of children.
struct LevelFolding {
  /// By box: whether it is drawn.
  private(set) var isDrawn: [Bool]

  /// - Parameters:
  ///   - children: the children of each box; box 0 is the top.
  ///   - isKept: whether a box is always drawn, along with its ancestors.
  init(children: [[Int]], isKept: (Int) -> Bool, budget: BoxBudget) {
    isDrawn = Array(repeating: false, count: children.count)
    isDrawn[0] = true
    var level = [0]
    let kept = children.reduce(0) { $0 + $1.count(where: isKept) }
    var room = max(budget.boxes - 1 - kept, 0)
    while !level.isEmpty {
      let counts = level.map { children[$0].count }
      let most = budget.siblings ?? max(budget.boxes / 4, 24)
      let cap =
        (0...most).last { cap in counts.reduce(0) { $0 + min($1, cap) } <= room } ?? 0
      var next: [Int] = []
      for parent in level {
        for (place, child) in children[parent].enumerated() where place < cap || isKept(child) {
          isDrawn[child] = true
          next.append(child)
          if !isKept(child) { room -= 1 }
        }
      }
      level = next
    }
  }
}
