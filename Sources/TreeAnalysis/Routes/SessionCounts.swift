import TreeSnapshot

/// For each session of a tree, how many models raise their events from it.
struct SessionCounts {
  /// The positions of the sessions, ascending; the root is one, whatever it is.
  private let sessions: [Int]
  /// The innermost session around each session, by its place; -1 for the root.
  private let outer: [Int]
  private let subtrees: [Range<Int>]
  /// How many models have this session as the one that their events go down from.
  private var own: [Int]
  /// The same, with the sessions around it.
  private var reaching: [Int]

  init(_ snapshot: Snapshot, _ selected: [Int]?) {
    let columns = snapshot.columns
    let sessions = snapshot.positions.filter { $0 == 0 || columns.fixed[$0].isSession }
    var outer: [Int] = []
    var open: [Int] = []
    for (place, session) in sessions.enumerated() {
      while let last = open.last, snapshot[sessions[last]].subtree.upperBound <= session {
        open.removeLast()
      }
      outer.append(open.last ?? -1)
      open.append(place)
    }
    self.sessions = sessions
    self.outer = outer
    subtrees = sessions.map { snapshot[$0].subtree }
    (own, reaching) = ([], [])
    count(selected)
  }

  /// The same sessions for other models.
  init(_ snapshot: Snapshot, _ selected: [Int], like other: SessionCounts) {
    self = other
    count(selected)
  }

  private mutating func count(_ selected: [Int]?) {
    func number(_ range: Range<Int>) -> Int { selected?.count(in: range) ?? range.count }
    own = [Int](repeating: 0, count: sessions.count)
    for (place, session) in sessions.enumerated() {
      // Whoever stands below a session raises into it; it itself into the one around it.
      let below = number(subtrees[place].lowerBound + 1..<subtrees[place].upperBound)
      own[place] += below
      let itself = number(session..<session + 1)
      if outer[place] < 0 { own[place] += itself } else { own[outer[place]] -= below }
    }
    reaching = own
    for place in sessions.indices where outer[place] >= 0 {
      reaching[place] += reaching[outer[place]]
    }
  }

  /// From how many models an event comes to a node that is registered for it.
  func reaching(_ node: Int) -> Int { reaching[innermost(around: node)] }

  /// From how many models an event comes to none of these ascending nodes.
  func unheard(_ takers: [Int]) -> Int {
    unheardPlaces(takers).reduce(0) { $0 + own[$1] }
  }

  /// The sessions of those models.
  func unheardSessions(_ takers: [Int]) -> [Int] { unheardPlaces(takers).map { sessions[$0] } }

  private func unheardPlaces(_ takers: [Int]) -> [Int] {
    sessions.indices.filter { own[$0] > 0 && takers.count(in: subtrees[$0]) == 0 }
  }

  /// The place of the innermost session that a node stands in, or is.
  private func innermost(around node: Int) -> Int {
    var place = sessions.firstPlace(from: node + 1) - 1
    while outer[place] >= 0, !subtrees[place].contains(node) { place = outer[place] }
    return place
  }
}

extension [Int] {
  /// How many of these ascending positions a range holds.
  func count(in range: Range<Int>) -> Int {
    firstPlace(from: range.upperBound) - firstPlace(from: range.lowerBound)
  }

  /// How many of these ascending positions come before one.
  func firstPlace(from position: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
