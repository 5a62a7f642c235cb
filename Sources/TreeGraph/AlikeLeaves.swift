import TreeSnapshot

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
    /// The place of its subscriptions and services among all that occur.
    var content: Int
    var mark: String
  }

  private struct Content: Hashable {
    var subscriptions: [SubscriptionRecord]
    var services: [Symbol]
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
    var contents: [Content: Int] = [:]
    var places: [Key: Int] = [:]
    for position in subtree.dropFirst()
    where Int(columns.subtreeEnds[position]) == position + 1 && isFree(position) {
      var content = 0
      let subscriptions = columns.subscriptions(of: position)
      let services = columns.services(of: position)
      if !subscriptions.isEmpty || !services.isEmpty {
        let own = Content(
          subscriptions: subscriptions.map { record in
            var record = record
            record.source = .none
            return record
          }, services: Array(services))
        content = contents[own] ?? contents.count + 1
        contents[own] = content
      }
      let fixed = columns.nodes.fixed[position]
      let key = Key(
        parent: columns.parents[position], type: fixed.type, isSession: fixed.isSession,
        content: content, mark: mark(position))
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

  /// The groups that are folded, so that no more boxes remain than a budget has, where that is
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
