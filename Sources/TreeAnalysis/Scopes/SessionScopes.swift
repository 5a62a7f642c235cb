package import TreeSnapshot

/// Which session bounds what happens at each model of a tree. Costs one pass over the tree to make.
package struct SessionScopes: Sendable {
  /// The positions of the sessions, ascending; the root is one, whatever it is.
  let sessions: [Int]
  /// For each model the innermost session that it is, or is below: its index in `sessions`.
  let innermost: [Int32]
  /// For each session the one around it; -1 for the root.
  private let outer: [Int32]

  /// Finds the sessions of a tree.
  package init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    var sessions: [Int] = []
    var outer: [Int32] = []
    var innermost: [Int32] = []
    innermost.reserveCapacity(snapshot.count)
    for position in snapshot.positions {
      let around = position == 0 ? -1 : innermost[Int(columns.parents[position])]
      if position == 0 || columns.nodes.fixed[position].isSession {
        innermost.append(Int32(sessions.count))
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

  /// The session from which an event raised at a model goes down: the nearest one above it, and the
  /// root where there is none.
  package func session(ofEventsFrom raiser: Int) -> Int { sessions[index(ofEventsFrom: raiser)] }

  private func index(ofEventsFrom raiser: Int) -> Int {
    let own = Int(innermost[raiser])
    return sessions[own] == raiser && raiser > 0 ? Int(outer[own]) : own
  }

  /// How many of some models raise their events from each session.
  func raiserCounts(of models: some Sequence<Int>) -> [Int] {
    var counts = [Int](repeating: 0, count: sessions.count)
    for model in models { counts[index(ofEventsFrom: model)] += 1 }
    return counts
  }

  /// From how many models an event comes to what is registered for it in each session.
  ///
  /// - Parameter counts: how many models raise their events from each session.
  func reach(_ counts: [Int]) -> [Int] {
    var reach = counts
    // The session around a session is before it.
    for (index, outer) in outer.enumerated() where outer >= 0 { reach[index] += reach[Int(outer)] }
    return reach
  }

  /// The indices of the sessions that have none of some models at or below them.
  func sessions(without models: [Int]) -> [Int] {
    var isMet = [Bool](repeating: false, count: sessions.count)
    for model in models {
      var index = Int(innermost[model])
      while index >= 0, !isMet[index] {
        isMet[index] = true
        index = Int(outer[index])
      }
    }
    return isMet.indices.filter { !isMet[$0] }
  }
}

extension Snapshot {
  /// The sessions around a model, the model itself where it is one, the nearest first.
  func sessions(around position: Int) -> some Sequence<Int> {
    let columns = columns
    return sequence(first: position) { node in
      let parent = Int(columns.parents[node])
      return parent < 0 ? nil : parent
    }.lazy.filter { columns.nodes.fixed[$0].isSession }
  }

  /// The position of the session from which an event raised at a model goes down: the nearest one
  /// above it, and the root where there is none. Costs a walk up to it.
  package func eventSession(ofRaiserAt raiser: Int) -> Int {
    sessions(around: raiser).first { $0 != raiser } ?? 0
  }
}
