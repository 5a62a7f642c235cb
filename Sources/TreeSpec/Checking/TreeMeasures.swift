import TreeSnapshot

/// The size of a tree.
struct TreeMeasures {
  private var depth = (value: 0, place: 0)
  private var children = (value: 0, place: 0)
  private let nodes: Int
  private let sessions: Int

  init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    nodes = snapshot.count
    sessions = columns.nodes.fixed.count { $0.isSession }
    var depths = [Int32](repeating: 0, count: snapshot.count)
    var childCounts = [Int32](repeating: 0, count: snapshot.count)
    for position in snapshot.positions.dropFirst() {
      let parent = Int(columns.parents[position])
      depths[position] = depths[parent] + 1
      childCounts[parent] += 1
      if Int(depths[position]) > depth.value { depth = (Int(depths[position]), position) }
    }
    for (position, count) in childCounts.enumerated() where Int(count) > children.value {
      children = (Int(count), position)
    }
  }

  subscript(measure: SpecLimit.Measure) -> Int {
    switch measure {
    case .depth: depth.value
    case .nodes: nodes
    case .children: children.value
    case .sessions: sessions
    }
  }

  /// The model where a measure is taken; nil for a measure of the whole tree.
  func place(of measure: SpecLimit.Measure) -> Int? {
    switch measure {
    case .depth: depth.place
    case .children: children.place
    case .nodes, .sessions: nil
    }
  }
}
