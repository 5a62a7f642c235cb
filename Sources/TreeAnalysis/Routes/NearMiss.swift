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
  private let domain: Symbol?
  private let code: Symbol?
  /// The models from the raiser up to the root.
  private let chain: [Int]
  private let places: [Int: Int]
  private let takers: Set<Int>

  init(_ snapshot: Snapshot, _ route: Route) {
    self.snapshot = snapshot
    self.route = route
    domain = snapshot.columns.symbols.find(route.message.domain)
    code = snapshot.columns.symbols.find(route.message.code)
    var chain = [route.raiser]
    while let parent = chain.last.map({ Int(snapshot.columns.parents[$0]) }), parent >= 0 {
      chain.append(parent)
    }
    self.chain = chain
    places = Dictionary(uniqueKeysWithValues: zip(chain, chain.indices))
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
    guard let domain else { return [] }
    var found: [NearMiss] = []
    let columns = snapshot.columns
    var node = 0
    for (index, record) in columns.nodes.subscriptions.enumerated() where record.domain == domain {
      while Int(columns.nodes.ends[node].subscriptions) <= index { node += 1 }
      guard let reason = reason(record, at: node) else { continue }
      let place = index - columns.nodes.subscriptions(of: node).startIndex
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

  private func reason(_ record: SubscriptionRecord, at node: Int) -> NearMiss.Reason? {
    let message = route.message
    if takers.contains(node), record.kind == message.kind { return nil }
    let isSameCode = record.code == code && !record.code.isNone
    if record.kind != message.kind { return isSameCode ? .otherKind : nil }
    let isOnTheWay = message.kind != .event && places[node] != nil
    if isSameCode || record.code.isNone { return isOnTheWay ? .further : .elsewhere }
    // Beyond the model that took it, none was asked.
    return isOnTheWay && places[node, default: 0] < route.hops.count ? .otherCode : nil
  }

  /// How many steps lie between the raiser and each node.
  private func distances() -> [Int32] {
    var distances: [Int32] = []
    distances.reserveCapacity(snapshot.count)
    for node in snapshot.positions {
      // A node's parent is before it.
      let parent = Int(snapshot.columns.parents[node])
      distances.append(
        places[node].map { Int32($0) } ?? (parent < 0 ? 0 : distances[parent] + 1))
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
