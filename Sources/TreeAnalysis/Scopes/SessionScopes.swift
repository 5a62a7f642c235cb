package import TreeSnapshot

/// Which session bounds what happens at each model of a tree. Costs one pass over the tree to make.
package struct SessionScopes: Sendable {
  /// The positions of the sessions, ascending; the root is one, whatever it is.
  let sessions: [Int]
  /// For each model the innermost session that it is, or is below: its index in `sessions`.
  let innermost: [Int]
  /// For each session the one around it; -1 for the root.
  private let outer: [Int]
  /// For each session the end of its subtree.
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

  /// The session from which an event raised at a model goes down: the nearest one above it, and the
  /// root if there is none.
  package func session(ofEventsFrom raiser: Int) -> Int { sessions[index(ofEventsFrom: raiser)] }

  /// The index of that session.
  func index(ofEventsFrom raiser: Int) -> Int {
    let own = innermost[raiser]
    return sessions[own] == raiser && raiser > 0 ? outer[own] : own
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
    for (index, outer) in outer.enumerated() where outer >= 0 { reach[index] += reach[outer] }
    return reach
  }

  /// From how many of some models an event comes to each of others. Costs as many steps as there are
  /// of both, and finding the order of the sessions, however many there are in the tree.
  ///
  /// - Parameters:
  ///   - receivers: the models that it comes to, ascending.
  ///   - raisers: the models that raise it.
  func counts(at receivers: [Int], raisedAt raisers: [Int]) -> [Int] {
    if raisers.isEmpty { return Array(repeating: 0, count: receivers.count) }
    let sources = raisers.map { index(ofEventsFrom: $0) }.sorted()
    /// The sessions around the receiver that events come from, with how many come that far.
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

  /// How many of the models whose events have a reach raise them from a session that has one of some
  /// models at or below it.
  ///
  /// Costs a step for each of those models and for each session between two of them.
  ///
  /// - Parameters:
  ///   - models: the models, ascending.
  ///   - reach: from how many models an event comes to each session.
  func raisers(above models: [Int], _ reach: [Int]) -> Int {
    var total = 0
    var last: Int?
    for model in models {
      let own = innermost[model]
      total += reach[own]
      // The sessions around both were counted before.
      while let session = last, ends[session] <= model { last = outer[session] }
      if let last { total -= reach[last] }
      last = own
    }
    return total
  }

  /// The positions that a session holds.
  func subtree(of index: Int) -> Range<Int> { sessions[index]..<ends[index] }
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
  /// above it, and the root if there is none. Costs a walk up to it.
  package func eventSession(ofRaiserAt raiser: Int) -> Int {
    sessions(around: raiser).first { $0 != raiser } ?? 0
  }
}
