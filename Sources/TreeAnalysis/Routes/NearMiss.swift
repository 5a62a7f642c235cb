package import TreeSnapshot

/// A subscription that almost took a message.
package struct NearMiss: Hashable, Sendable {
  /// Why it did not.
  package enum Reason: String, Hashable, Sendable {
    /// It is for the message, further up than the one that took it.
    case further
    /// It is for the message, but not on the way: of a sibling, a cousin, a child. For an event, of a
    /// model outside the session.
    case elsewhere
    /// It is on the way, and for another code of the domain.
    case otherCode = "other-code"
    /// It is for the same code of another kind.
    case otherKind = "other-kind"
    /// It was for the message, and has ended.
    case ended
  }

  /// The model's position.
  package var node: Int
  /// Why it did not take the message.
  package var reason: Reason
  /// The subscription.
  package var subscription: Subscription

  /// Describes a near miss.
  package init(node: Int, reason: Reason, subscription: Subscription) {
    self.node = node
    self.reason = reason
    self.subscription = subscription
  }
}

extension Snapshot {
  /// The subscriptions that almost took a message: those further up first, then those nearest to the
  /// raiser. Costs a pass over all subscriptions.
  ///
  /// - Parameters:
  ///   - route: the way that the message took, in this snapshot.
  ///   - ended: the subscriptions that models of the tree no longer have.
  package func nearMisses(of route: Route, ended: [EndedSubscription] = []) -> [NearMiss] {
    let finder = NearMissFinder(self, route)
    return finder.sorted(finder.find() + finder.find(in: ended))
  }
}

private struct NearMissFinder {
  private let snapshot: Snapshot
  private let route: Route
  private let query: RouteQuery
  private let takers: Set<Int>

  init(_ snapshot: Snapshot, _ route: Route) {
    self.snapshot = snapshot
    self.route = route
    query = RouteQuery(route.message, in: snapshot.columns)
    takers =
      switch route.outcome {
      case .handled(let node): [node]
      case .delivered(let nodes): Set(nodes)
      default: []
      }
  }

  /// The ended ones that were for the message.
  func find(in ended: [EndedSubscription]) -> [NearMiss] {
    ended.compactMap { ended in
      let (own, message) = (ended.subscription, route.message)
      guard own.kind == message.kind, own.domain == message.domain,
        own.code ?? message.code == message.code
      else { return nil }
      return snapshot.position(ofID: ended.id).map {
        NearMiss(node: $0, reason: .ended, subscription: own)
      }
    }
  }

  func find() -> [NearMiss] {
    var found: [NearMiss] = []
    let columns = snapshot.columns.nodes
    var node = 0
    for (index, record) in columns.subscriptions.enumerated() {
      let match = query.match(record)
      if match == .otherDomain { continue }
      while Int(columns.ends[node].subscriptions) <= index { node += 1 }
      guard let reason = reason(match, record.kind, at: node) else { continue }
      let place = index - columns.subscriptions(of: node).startIndex
      found.append(
        NearMiss(node: node, reason: reason, subscription: snapshot[node].subscriptions[place]))
    }
    return found
  }

  /// By reason, then the nearest first.
  func sorted(_ misses: [NearMiss]) -> [NearMiss] {
    if misses.count < 2 { return misses }
    let distances = distances()
    return misses.sorted { left, right in
      (left.reason.rank, distances[left.node], left.node)
        < (right.reason.rank, distances[right.node], right.node)
    }
  }

  private func reason(
    _ match: RouteQuery.Match, _ kind: Message.Kind, at node: Int
  ) -> NearMiss.Reason? {
    if kind != route.message.kind { return match == .code ? .otherKind : nil }
    if takers.contains(node) { return nil }
    let isOnTheWay = kind != .event && snapshot[node].subtree.contains(route.raiser)
    switch match {
    case .code, .wholeDomain: return isOnTheWay ? .further : .elsewhere
    case .otherCode:
      // A model above the one that took it was not asked.
      let isAsked = isOnTheWay && node >= route.hops.last?.node ?? 0
      return isAsked ? .otherCode : nil
    case .otherDomain: return nil
    }
  }

  /// How many steps lie between the raiser and each node.
  private func distances() -> [Int32] {
    let parents = snapshot.columns.parents
    var distances = [Int32](repeating: 0, count: snapshot.count)
    var (node, steps) = (route.raiser, Int32(0))
    while node >= 0 {
      distances[node] = steps
      (node, steps) = (Int(parents[node]), steps + 1)
    }
    // A node's parent is before it.
    for node in snapshot.positions where !snapshot[node].subtree.contains(route.raiser) {
      distances[node] = distances[Int(parents[node])] + 1
    }
    return distances
  }
}

extension NearMiss.Reason {
  fileprivate var rank: Int {
    switch self {
    case .further: 0
    case .ended: 1
    case .elsewhere: 2
    case .otherCode: 3
    case .otherKind: 4
    }
  }
}
