package import TreeSnapshot

/// A subscription that nearly got a message.
package struct NearMiss: Hashable, Sendable {
  /// Why it did not, in the order in which near misses are listed.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It is for the message, but further up than the handler.
    case further
    /// It is on the way, or would receive the event, but takes values of another type.
    case otherPayload = "other-payload"
    /// It was for the message, but has ended.
    case ended
    /// It is for the message, but not on the way, such as that of a sibling or a child. For an
    /// event, it belongs to a model outside the session.
    case elsewhere
    /// It is on the way, but for another code of the domain.
    case otherCode = "other-code"
    /// It is for the same code of another kind.
    case otherKind = "other-kind"
  }

  /// The model's position.
  package var node: Int
  /// Why it didn't get the message.
  package var reason: Reason
  /// The subscription.
  package var subscription: Subscription
}

extension Snapshot {
  /// The subscriptions that nearly got a message: those further up first, then those nearest to the
  /// raiser. Costs a pass over all subscriptions.
  ///
  /// - Parameters:
  ///   - route: the message's route in this snapshot.
  ///   - ended: the subscriptions that models no longer have.
  package func nearMisses(of route: Route, ended: [EndedSubscription] = []) -> [NearMiss] {
    let query = RouteQuery(route.message, payload: route.payload, in: columns)
    let takers = route.takers
    var misses: [NearMiss] = []
    for node in positions where columns.nodes.hasLists(at: node) {
      for (place, record) in columns.nodes.subscriptions(of: node).enumerated() {
        let match = query.match(record)
        guard let reason = reason(match, record.kind, at: node, route, takers) else { continue }
        misses.append(
          NearMiss(node: node, reason: reason, subscription: self[node].subscriptions[place]))
      }
    }
    for ended in ended {
      let (own, message) = (ended.subscription, route.message)
      guard own.kind == message.kind, own.domain == message.domain,
        own.code ?? message.code == message.code, let node = position(ofID: ended.id)
      else { continue }
      misses.append(NearMiss(node: node, reason: .ended, subscription: own))
    }
    if misses.count < 2 { return misses }
    let distances = distances(from: route.raiser)
    return misses.sorted { left, right in
      (left.reason.rank, distances[left.node], left.node)
        < (right.reason.rank, distances[right.node], right.node)
    }
  }

  /// Why a subscription didn't get a message; nil if it did, or couldn't.
  private func reason(
    _ match: RouteQuery.Match, _ kind: Message.Kind, at node: Int, _ route: Route,
    _ takers: Set<Int>
  ) -> NearMiss.Reason? {
    if kind != route.message.kind {
      return match == .code || match == .otherPayload ? .otherKind : nil
    }
    if takers.contains(node) { return nil }
    let isOnTheWay = kind != .event && self[node].subtree.contains(route.raiser)
    switch match {
    case .code, .wholeDomain: return isOnTheWay ? .further : .elsewhere
    case .otherCode:
      // A model above the handler was not offered the message.
      let isAsked = isOnTheWay && node >= route.hops.last?.node ?? 0
      return isAsked ? .otherCode : nil
    case .otherPayload:
      let scope = self[eventSession(ofRaiserAt: route.raiser)].subtree
      return isOnTheWay || kind == .event && scope.contains(node) ? .otherPayload : .elsewhere
    case .otherDomain: return nil
    }
  }

  /// The number of steps between a model and each node.
  private func distances(from raiser: Int) -> [Int] {
    var distances = [Int](repeating: 0, count: count)
    var (node, steps) = (raiser, 0)
    while node >= 0 {
      distances[node] = steps
      (node, steps) = (Int(columns.parents[node]), steps + 1)
    }
    // A node's parent is before it.
    for node in positions where !self[node].subtree.contains(raiser) {
      distances[node] = distances[Int(columns.parents[node])] + 1
    }
    return distances
  }
}

extension Route {
  fileprivate var takers: Set<Int> {
    switch outcome {
    case .handled(let handler): [handler]
    case .delivered(let receivers): Set(receivers)
    case .uncaught, .unhandled, .unheard: []
    }
  }
}

extension NearMiss.Reason {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
