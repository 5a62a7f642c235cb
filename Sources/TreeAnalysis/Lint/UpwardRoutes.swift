import TreeSnapshot

/// Where each error and bubble that a model is known to raise ends. Costs one pass over the tree.
struct UpwardRoutes: Sendable {
  private typealias Key = MessageIndex.Key

  /// For each known message of a raiser, by its place among those of all nodes: the registration
  /// that takes it; -1 where none does, and for an event.
  private(set) var takers: [Int32]
  /// How many of them each registration takes.
  private(set) var received: [Int32]

  init(_ snapshot: Snapshot, registrationNodes: [Int32]) {
    let columns = snapshot.columns
    takers = Array(repeating: -1, count: columns.raises.count)
    received = Array(repeating: 0, count: columns.subscriptions.count)
    // The registrations of the models from the root down to where the pass stands, the nearest last.
    var standing: [Key: [Int]] = [:]
    var open: [Int] = []
    for node in snapshot.positions {
      while let last = open.last, columns.subtreeEnds[last] <= node {
        open.removeLast()
        for record in columns.subscriptions(of: last) { standing[Key(record)]?.removeLast() }
      }
      let own = columns.subscriptions(of: node)
      if !own.isEmpty { open.append(node) }
      // Where one stands twice at a node, the first takes the message.
      for index in own.indices.reversed() { standing[Key(own[index]), default: []].append(index) }
      let raised = columns.raises(of: node)
      for index in raised.indices where raised[index].kind != .event {
        let key = Key(raised[index])
        let exact = standing[key]?.last ?? -1
        let whole = standing[key.wholeDomain]?.last ?? -1
        // Nearer first; at the same node the code before its domain.
        let isExact =
          exact >= 0 && (whole < 0 || registrationNodes[exact] >= registrationNodes[whole])
        let taker = isExact ? exact : whole
        takers[index] = Int32(taker)
        if taker >= 0 { received[taker] += 1 }
      }
    }
  }
}
