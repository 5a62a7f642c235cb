// The receivers of an event. Its audience is known, so the tree is walked only if that is cheaper:
// never for a few models of many, and never more than once for a delivery.
extension TreeStore {
  /// The nodes of a session's subtree that are registered for an event, in document order.
  func receivers(of key: MessageTable.Key, in scope: Int32) -> [Int32] {
    // The audiences know only the tree of the root session, not the detached ones.
    let isRootSession = links[Int(scope)].isRootSession
    if !isRootSession, !links[Int(top(of: scope))].isRootSession {
      return receiversByWalking(key, scope)
    }
    let wholeDomain = MessageTable.Key(domain: key.domain, code: MessageTable.Key.wholeDomain)
    var hopsLeft = liveCount
    let forCode = members(of: key, hopsLeft: &hopsLeft)
    let forDomain = members(of: wholeDomain, hopsLeft: &hopsLeft)
    guard
      let all = merged(forCode, forDomain, hopsLeft: &hopsLeft),
      let inScope = isRootSession ? all[...] : members(all, in: scope, hopsLeft: &hopsLeft)
    else { return receiversByWalking(key, scope) }
    return inScope.map(\.node)
  }

  private func receiversByWalking(_ key: MessageTable.Key, _ scope: Int32) -> [Int32] {
    var found: [Int32] = []
    var node = scope
    while node != Self.none {
      if links[Int(node)].firstSubscription != Self.none,
        subscription(at: node, for: key) != Self.none
      {
        found.append(node)
      }
      node = next(after: node, within: scope)
    }
    return found
  }

  // MARK: Putting an audience in order

  /// The models of the root session's tree that are registered for exactly this, in document order.
  private func members(
    of key: MessageTable.Key, hopsLeft: inout Int
  ) -> [EventAudience.Member] {
    let audience = audiences[key]
    guard !audience.isEmpty else { return [] }
    let isInOrder = audience.orderedCount == audience.members.count && !isReleasing
    if !isInOrder {
      let ordered =
        ordered(audience, hopsLeft: &hopsLeft) ?? membersByWalking(key)
      audiences[key].replace(with: ordered, movingPlacesIn: subscriptions)
      return ordered
    }
    if !audience.hasEnded { return audience.members }
    audiences[key].compact(movingPlacesIn: subscriptions)
    return audiences[key].members
  }

  /// Sorts in later members, and drops detached ones; nil if a walk is cheaper.
  private func ordered(
    _ audience: EventAudience, hopsLeft: inout Int
  ) -> [EventAudience.Member]? {
    var ordered: [EventAudience.Member] = []
    var pending: [EventAudience.Member] = []
    for (place, member) in audience.members.enumerated() where member.subscription != Self.none {
      let isOrdered = place < audience.orderedCount
      if isReleasing {
        guard let isHere = isInRootTree(member.node, hopsLeft: &hopsLeft) else { return nil }
        if !isHere { continue }
      }
      if isOrdered { ordered.append(member) } else { pending.append(member) }
    }
    pending.sort { precedes($0.node, $1.node, hopsLeft: &hopsLeft) == true }
    return merged(ordered, pending, hopsLeft: &hopsLeft)
  }

  private func membersByWalking(_ key: MessageTable.Key) -> [EventAudience.Member] {
    var found: [EventAudience.Member] = []
    let top = rootNode
    var node = top
    while node != Self.none {
      var index = links[Int(node)].firstSubscription
      while index != Self.none {
        if subscriptions.entries[Int(index)].key == key {
          found.append(EventAudience.Member(subscription: index, node: node))
        }
        index = subscriptions.entries[Int(index)].next
      }
      node = next(after: node, within: top)
    }
    return found
  }

  /// Both lists in one order, with a node of both once; nil if a walk is cheaper. Costs the sum of both
  /// lengths, and the logarithm of the longer one for each member of the shorter one.
  private func merged(
    _ first: [EventAudience.Member], _ second: [EventAudience.Member], hopsLeft: inout Int
  ) -> [EventAudience.Member]? {
    guard hopsLeft >= 0 else { return nil }
    let (long, short) = first.count >= second.count ? (first, second) : (second, first)
    if short.isEmpty { return long }
    var merged: [EventAudience.Member] = []
    merged.reserveCapacity(long.count + short.count)
    var copied = 0
    for member in short {
      let place = partition(long[copied...], hopsLeft: &hopsLeft) { node, hops in
        node == member.node ? false : precedes(node, member.node, hopsLeft: &hops)
      }
      guard let place else { return nil }
      merged += long[copied..<place]
      copied = place
      if place == long.count || long[place].node != member.node { merged.append(member) }
    }
    merged += long[copied...]
    return merged
  }

  /// The part of ordered members that is in a subtree; nil if a walk is cheaper.
  private func members(
    _ ordered: [EventAudience.Member], in scope: Int32, hopsLeft: inout Int
  ) -> ArraySlice<EventAudience.Member>? {
    let start = partition(ordered[...], hopsLeft: &hopsLeft) { node, hops in
      node == scope ? false : precedes(node, scope, hopsLeft: &hops)
    }
    guard let start else { return nil }
    let end = partition(ordered[start...], hopsLeft: &hopsLeft) { node, hops in
      isNode(node, inSubtreeOf: scope, hopsLeft: &hops)
    }
    guard let end else { return nil }
    return ordered[start..<end]
  }

  /// The first place for which a test does not hold, by binary search; nil if the test gives up.
  private func partition(
    _ members: ArraySlice<EventAudience.Member>, hopsLeft: inout Int,
    _ holds: (Int32, inout Int) -> Bool?
  ) -> Int? {
    var (low, high) = (members.startIndex, members.endIndex)
    while low < high {
      let middle = (low + high) / 2
      guard let isBefore = holds(members[middle].node, &hopsLeft) else { return nil }
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
