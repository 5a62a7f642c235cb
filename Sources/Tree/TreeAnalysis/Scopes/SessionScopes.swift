package import TreeSnapshot

/// The session that each model belongs to. Costs one pass over the tree to create.
package struct SessionScopes: Sendable {
  /// The positions of the sessions, ascending; the root always counts as one.
  let sessions: [Int]
  /// By model: the index in `sessions` of the innermost session that it is or is below.
  let innermost: [Int]
  /// By session: the one around it; -1 for the root.
  private let outer: [Int]
  /// By session: the end of its subtree.
  private let ends: [Int]

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
    ends = sessions.map { Int(columns.subtreeEnds[$0]) }
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

  /// By receiver: how many of some models raise events that reach it. Costs one step for each model
  /// of both, and sorting their sessions, whatever the size of the tree.
  ///
  /// - Parameters:
  ///   - receivers: the receivers, ascending.
  ///   - raisers: the raisers.
  func counts(at receivers: [Int], raisedAt raisers: [Int]) -> [Int] {
    if raisers.isEmpty { return Array(repeating: 0, count: receivers.count) }
    let sources = raisers.map { index(ofEventsFrom: $0) }.sorted()
    /// The sessions around the receiver from which events come, with the number of raisers up to
    /// there.
    var open: [(end: Int, count: Int)] = []
    var next = 0
    return receivers.map { receiver in
      while next < sources.count, sessions[sources[next]] <= receiver {
        let session = sources[next]
        while let last = open.last, last.end <= sessions[session] { open.removeLast() }
        open.append((ends[session], (open.last?.count ?? 0) + 1))
        next += 1
      }
      while let last = open.last, last.end <= receiver { open.removeLast() }
      return open.last?.count ?? 0
    }
  }

  /// The number of raisers whose session has one of some models at or below it.
  ///
  /// Costs one step for each of those models and for each session between two of them.
  ///
  /// - Parameters:
  ///   - models: the models, ascending.
  ///   - reach: by session, the number of models whose events reach it.
  func raisers(above models: [Int], _ reach: [Int]) -> Int {
    var total = 0
    var last: Int?
    for model in models {
      let own = innermost[model]
      total += reach[own]
      // Sessions around both were already counted.
      while let session = last, ends[session] <= model { last = outer[session] }
      if let last { total -= reach[last] }
      last = own
    }
    return total
  }

  /// The positions in a session.
  func subtree(of index: Int) -> Range<Int> { sessions[index]..<ends[index] }

}
