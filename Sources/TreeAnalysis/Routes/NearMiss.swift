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
  /// - Parameter route: the way that the message took, in this snapshot.
  public func nearMisses(of route: Route) -> [NearMiss] {
    let finder = NearMissFinder(self, route)
    return finder.find()
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

  func find() -> [NearMiss] {
    guard let domain else { return [] }
    var found: [(distance: Int, miss: NearMiss)] = []
    let columns = snapshot.columns
    var node = 0
    for (index, record) in columns.subscriptions.enumerated() where record.domain == domain {
      while Int(columns.ends[node].subscriptions) <= index { node += 1 }
      guard let reason = reason(record, at: node) else { continue }
      let place = index - columns.subscriptions(of: node).startIndex
      let miss = NearMiss(
        node: node, reason: reason, subscription: snapshot[node].subscriptions[place])
      found.append((distance(to: node), miss))
    }
    // A model that takes the message by its code is not told of for its whole domain.
    return found.sorted { left, right in
      (left.miss.reason.rank, left.distance, left.miss.node)
        < (right.miss.reason.rank, right.distance, right.miss.node)
    }.map(\.miss)
  }

  private func reason(_ record: SubscriptionRecord, at node: Int) -> NearMiss.Reason? {
    let message = route.message
    if takers.contains(node), record.kind == message.kind { return nil }
    let isSameCode = record.code == code && !record.code.isNone
    if record.kind != message.kind { return isSameCode ? .otherKind : nil }
    let isOnTheWay = message.kind != .event && places[node] != nil
    if isSameCode || record.code.isNone { return isOnTheWay ? .further : .elsewhere }
    return isOnTheWay ? .otherCode : nil
  }

  /// How many steps lie between the raiser and a node.
  private func distance(to node: Int) -> Int {
    var steps = 0
    var node = node
    while true {
      if let place = places[node] { return steps + place }
      steps += 1
      node = Int(snapshot.columns.parents[node])
    }
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
