import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

/// The routing rules as they are written, with no regard to cost.
struct RulesAsWritten {
  let snapshot: Snapshot
  private let subscriptions: [[Subscription]]

  init(snapshot: Snapshot) {
    self.snapshot = snapshot
    subscriptions = snapshot.positions.map { snapshot[$0].subscriptions }
  }

  func reason(_ message: Message, _ node: Snapshot.Node) -> Route.Reason {
    let ofKind = subscriptions[node.position].filter { $0.kind == message.kind }
    let ofDomain = ofKind.filter { $0.domain == message.domain }
    if ofDomain.contains(where: { $0.code == message.code }) { return .code }
    if ofDomain.contains(where: { $0.code == nil }) { return .domain }
    if !ofDomain.isEmpty { return .otherCodes }
    return ofKind.isEmpty ? .noHandlers : .otherDomains
  }

  func takes(_ message: Message, _ node: Snapshot.Node) -> Bool {
    [.code, .domain].contains(reason(message, node))
  }

  func route(_ message: Message, from raiser: Snapshot.Node) -> Route {
    var route = Route(message: message, raiser: raiser.position, hops: [], outcome: .unheard)
    if message.kind == .event {
      var session = raiser.parent
      while let candidate = session, !candidate.isSession { session = candidate.parent }
      let receivers = below(session ?? snapshot.root).filter { takes(message, $0) }
      if !receivers.isEmpty { route.outcome = .delivered(to: receivers.map(\.position)) }
      return route
    }
    var asked: Snapshot.Node? = raiser
    while let node = asked {
      let reason = reason(message, node)
      let taken = [.code, .domain].contains(reason)
      route.hops.append(
        .init(node: node.position, verdict: taken ? .handled : .passed, reason: reason))
      route.outcome = .handled(by: node.position)
      if taken { return route }
      asked = node.parent
    }
    route.outcome = message.kind == .error ? .uncaught : .unhandled
    return route
  }

  /// A node and its descendants, parent before child.
  private func below(_ node: Snapshot.Node) -> [Snapshot.Node] {
    [node]
      + snapshot.positions.map { snapshot[$0] }
      .filter { $0.parent?.position == node.position }.flatMap(below)
  }
}

@Suite struct `Routes in random trees` {
  @Test(arguments: 0..<4)
  func `are what the rules say, for every model and message`(_ part: Int) throws {
    for seed in 0..<500 {
      let snapshot = try RandomTree(count: 1...10).snapshot(seed: UInt64(part * 500 + seed))
      let rules = RulesAsWritten(snapshot: snapshot)
      for position in snapshot.positions {
        for message in RandomTree.messages {
          let route = snapshot.route(of: message, raisedAt: position)
          let expected = rules.route(message, from: snapshot[position])
          if route != expected {
            Issue.record("seed \(seed), \(message) at \(position): \(route), not \(expected)")
          }
        }
      }
    }
  }
}
