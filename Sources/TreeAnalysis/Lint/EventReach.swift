import TreeSnapshot

/// Which models the events that are known to be raised come to, if they are registered. Costs one
/// pass over the tree and one over the raisers.
struct EventReach: Sendable {
  typealias Key = MessageIndex.Key

  /// For each node the session that its events go down from.
  private var sessions: [Int32]
  /// For each event, and each domain of events, the subtrees that it goes through: ascending, none
  /// within another.
  private var parts: [Key: [Range<Int>]] = [:]
  private let subtreeEnds: [Int32]

  init(_ snapshot: Snapshot, raisers: [Key: [Int]], domainRaisers: [Key: [Int]]) {
    let columns = snapshot.columns
    subtreeEnds = columns.subtreeEnds
    sessions = Array(repeating: 0, count: columns.ids.count)
    for node in snapshot.positions.dropFirst() {
      let parent = columns.parents[node]
      let isSession = columns.fixed[Int(parent)].isSession
      sessions[node] = isSession ? parent : sessions[Int(parent)]
    }
    for known in [raisers, domainRaisers] {
      for (key, nodes) in known where key.kind == .event { parts[key] = outermost(of: nodes) }
    }
  }

  /// The positions that an event goes through that is raised at a node.
  func part(ofRaiser node: Int) -> Range<Int> {
    let session = Int(sessions[node])
    return session..<Int(subtreeEnds[session])
  }

  /// Whether an event, or anything of a domain, comes by a node from somebody known to raise it.
  func comes(_ key: Key, to node: Int) -> Bool {
    let parts = parts[key] ?? []
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].upperBound <= node { low = middle + 1 } else { high = middle }
    }
    return low < parts.count && parts[low].contains(node)
  }

  private func outermost(of raisers: [Int]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for session in Set(raisers.map { sessions[$0] }).sorted()
    where Int(session) >= result.last?.upperBound ?? 0 {
      result.append(Int(session)..<Int(subtreeEnds[Int(session)]))
    }
    return result
  }
}
