public import TreeSnapshot

/// A registration that almost took a message.
public struct NearMiss: Hashable, Sendable {
  /// Why it did not.
  public enum Reason: String, Hashable, Sendable {
    /// It is registered for the message, further up than who took it.
    case further
    /// It is registered for the message, and not on the way: a sibling, a cousin, a child. For an
    /// event, it stands outside the session.
    case elsewhere
    /// It is on the way, and registered for another code of the domain.
    case otherCode = "other-code"
    /// It is registered for the same code of another kind.
    case otherKind = "other-kind"
    /// It was registered for the message and is no longer.
    case ended
  }

  /// The model's position.
  public var node: Int
  /// Why it did not take the message.
  public var reason: Reason
  /// The registration.
  public var subscription: Subscription

  /// Describes a near miss.
  ///
  /// - Parameters:
  ///   - node: the model's position.
  ///   - reason: why it did not take the message.
  ///   - subscription: the registration.
  public init(node: Int, reason: Reason, subscription: Subscription) {
    self.node = node
    self.reason = reason
    self.subscription = subscription
  }
}

extension Snapshot {
  /// The registrations that almost took a message: those further up first, then those nearest to
  /// the raiser. Costs a pass over all registrations.
  ///
  /// - Parameters:
  ///   - route: the way that the message took, in this snapshot.
  ///   - ended: the registrations that models of the tree had and no longer have.
  public func nearMisses(of route: Route, ended: [EndedSubscription] = []) -> [NearMiss] {
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

  /// Those that were registered for the message.
  func find(in ended: [EndedSubscription]) -> [NearMiss] {
    let own = ended.filter { registration in
      let subscription = registration.subscription
      return subscription.kind == route.message.kind
        && subscription.domain == route.message.domain
        && subscription.code ?? route.message.code == route.message.code
    }
    if own.isEmpty { return [] }
    return own.compactMap { registration in
      snapshot.position(ofID: registration.id).map {
        NearMiss(node: $0, reason: .ended, subscription: registration.subscription)
      }
    }
  }

  func find() -> [NearMiss] {
    guard let domain else { return [] }
    var found: [NearMiss] = []
    let columns = snapshot.columns
    var node = 0
    for (index, record) in columns.subscriptions.enumerated() where record.domain == domain {
      while Int(columns.ends[node].subscriptions) <= index { node += 1 }
      guard let reason = reason(record, at: node) else { continue }
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

  private func reason(_ record: SubscriptionRecord, at node: Int) -> NearMiss.Reason? {
    let message = route.message
    if takers.contains(node), record.kind == message.kind { return nil }
    let isSameCode = record.code == code && !record.code.isNone
    if record.kind != message.kind { return isSameCode ? .otherKind : nil }
    let isOnTheWay = message.kind != .event && places[node] != nil
    if isSameCode || record.code.isNone { return isOnTheWay ? .further : .elsewhere }
    // Beyond who took it, nobody was asked.
    return isOnTheWay && places[node, default: 0] < route.hops.count ? .otherCode : nil
  }

  /// How many steps lie between the raiser and each node.
  private func distances() -> [Int32] {
    var distances: [Int32] = []
    distances.reserveCapacity(snapshot.count)
    for node in snapshot.positions {
      // A node's parent stands before it.
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
