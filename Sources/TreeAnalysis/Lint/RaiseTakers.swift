import TreeSnapshot

/// Which subscription takes each error and bubble that a model is known to raise.
///
/// Costs as many steps as there are subscriptions and raised messages: the takers by code and those
/// by whole domain are found apart, and the nearer one takes the message.
struct RaiseTakers: Sendable {
  /// For each raised message, by its index among those of all nodes, the subscription's index; nil
  /// where no model takes it, and for an event.
  private(set) var ofRaise: [Int?]
  /// Which subscriptions take any of them.
  private(set) var takes: [Bool]

  init(
    _ snapshot: Snapshot, _ messages: MessageIndex,
    _ domainRaises: MessageEntries
  ) {
    ofRaise = Array(repeating: nil, count: snapshot.columns.nodes.raises.count)
    takes = Array(repeating: false, count: snapshot.columns.nodes.subscriptions.count)
    var nodes = [Int](repeating: -1, count: ofRaise.count)
    for raises in [messages.raisers, domainRaises] {
      for (key, raises) in raises.all where key.kind != .event {
        var takers: [MessageIndex.Entry] = []
        // Where a node has the same subscription twice, the first takes the message.
        for taker in messages.subscriptions[key] where takers.last?.node != taker.node {
          takers.append(taker)
        }
        var rest = raises
        for run in snapshot.runs(nearestTo: takers.map(\.node)) where !rest.isEmpty {
          while let raise = rest.first, raise.node < run.positions.upperBound {
            rest.removeFirst()
            // At the same node the code comes before its domain.
            guard let nearest = run.nearest, takers[nearest].node > nodes[raise.index] else {
              continue
            }
            nodes[raise.index] = takers[nearest].node
            ofRaise[raise.index] = takers[nearest].index
          }
        }
      }
    }
    for case let taker? in ofRaise { takes[taker] = true }
  }
}
