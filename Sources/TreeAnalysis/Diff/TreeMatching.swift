import TreeSnapshot

/// Which models of two trees are the same: each has at most one counterpart.
struct TreeMatching: Sendable {
  /// For each position of the older tree the newer one's; -1 where it has none.
  private(set) var newPositions: [Int32]
  /// The same the other way.
  private(set) var oldPositions: [Int32]

  /// No model is the same.
  init(_ old: Snapshot, _ new: Snapshot) {
    newPositions = Array(repeating: -1, count: old.count)
    oldPositions = Array(repeating: -1, count: new.count)
  }

  /// Models with the same id are the same.
  init(byIdentity old: Snapshot, _ new: Snapshot) {
    self.init(old, new)
    // Mostly both begin with the same ids.
    var same = 0
    let (oldIDs, newIDs) = (old.columns.nodes.ids, new.columns.nodes.ids)
    while same < min(oldIDs.count, newIDs.count), oldIDs[same] == newIDs[same] {
      match(same, same)
      same += 1
    }
    var places: [Int: Int] = [:]
    places.reserveCapacity(oldIDs.count - same)
    for place in same..<oldIDs.count { places[oldIDs[place]] = place }
    for place in same..<newIDs.count {
      if let known = places[newIDs[place]] { match(known, place) }
    }
  }

  mutating func match(_ old: Int, _ new: Int) {
    newPositions[old] = Int32(new)
    oldPositions[new] = Int32(old)
  }

  func isFree(old: Int) -> Bool { newPositions[old] < 0 }
  func isFree(new: Int) -> Bool { oldPositions[new] < 0 }
}
