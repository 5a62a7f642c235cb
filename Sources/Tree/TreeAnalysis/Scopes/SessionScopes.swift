package import TreeSnapshot

/// The session that each model belongs to. Costs one pass over the tree to create.
package struct SessionScopes: Sendable {
  /// The positions of the sessions, ascending; the root always counts as one.
  let sessions: [Int]
  /// By model: the index in `sessions` of the innermost session that it is or is below.
  let innermost: [Int]
  /// By session: the one around it; -1 for the root.
  private let outer: [Int]

  /// Finds the sessions of a tree.
  package init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    var sessions: [Int] = []
    var outer: [Int] = []
    var innermost: [Int] = []
    innermost.reserveCapacity(snapshot.count)
    for position in snapshot.positions {
      let around = position == 0 ? -1 : innermost[Int(columns.parents[position])]
      if position == 0 || columns.nodes.fixed[position].isSession {
        innermost.append(sessions.count)
        sessions.append(position)
        outer.append(around)
      } else {
        innermost.append(around)
      }
    }
    self.sessions = sessions
    self.outer = outer
    self.innermost = innermost
  }

  /// The session from which an event raised at a model travels: the nearest one above it, or
  /// otherwise the root.
  package func session(ofEventsFrom raiser: Int) -> Int { sessions[index(ofEventsFrom: raiser)] }

  /// The index of that session.
  func index(ofEventsFrom raiser: Int) -> Int {
    let own = innermost[raiser]
    return sessions[own] == raiser && raiser > 0 ? outer[own] : own
  }

  /// By session: how many of some models raise their events there.
  func raiserCounts(of models: some Sequence<Int>) -> [Int] {
    var counts = [Int](repeating: 0, count: sessions.count)
    for model in models { counts[index(ofEventsFrom: model)] += 1 }
    return counts
  }

  /// By session: the number of models whose events reach its subscriptions.
  ///
  /// - Parameter counts: by session, how many models raise their events there.
  func reach(_ counts: [Int]) -> [Int] {
    var reach = counts
    // A session comes after the session around it.
    for (index, outer) in outer.enumerated() where outer >= 0 { reach[index] += reach[outer] }
    return reach
  }

  /// The indices of a session and those around it, the nearest first.
  func around(_ index: Int) -> some Sequence<Int> {
    sequence(first: index) { outer[$0] < 0 ? nil : outer[$0] }
  }

}
