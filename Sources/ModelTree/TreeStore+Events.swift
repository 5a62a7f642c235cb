// Delivering events. An event's audience is known by name, so the tree is walked only where that is
// cheaper: never for a few among many, and never more than once for a delivery.
extension TreeStore {
  /// Delivers an event to the models that are registered for it when it begins, in document order,
  /// leaving out those that are detached or unregistered before their turn.
  func deliver(_ event: GlobalEvent, key: MessageTable.Key, raisedAt raiser: Int32) -> [Model] {
    let scope = eventScope(ofRaiser: raiser)
    guard scope != Self.none else { return [] }
    // Held, so that no other model takes the place of one that goes meanwhile.
    let receivers = receivers(of: key, in: scope).map { model(at: $0) }

    let outer = beginDelivery()
    defer { endDelivery(outer) }
    let removalsBefore = removals
    var delivered: [Model] = []
    delivered.reserveCapacity(receivers.count)
    for receiver in receivers {
      if links[Int(receiver.node)].leftAt > removalsBefore { continue }
      let registration = registration(at: receiver.node, for: key)
      guard registration != Self.none else { continue }
      delivered.append(receiver)
      let handler = registrations.handler(of: registration)
      run(of: receiver) {
        if case .event(let handle) = handler { handle(event) } else { receiver.handle(event) }
      }
    }
    return delivered
  }

  /// The nodes of a session's subtree that are registered for an event, in document order.
  private func receivers(of key: MessageTable.Key, in scope: Int32) -> [Int32] {
    // The audiences know only the tree of the root session, not what has left it.
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
      if links[Int(node)].firstRegistration != Self.none,
        registration(at: node, for: key) != Self.none
      {
        found.append(node)
      }
      node = next(after: node, within: scope)
    }
    return found
  }

  // MARK: Putting an audience in order

  /// Who is registered for exactly this, in document order and in the root session's tree.
  private func members(
    of key: MessageTable.Key, hopsLeft: inout Int
  ) -> [EventAudience.Member] {
    let audience = audiences[key]
    guard !audience.isEmpty else { return [] }
    let isInOrder = audience.orderedCount == audience.members.count && audience.seenAt == removals
    if !isInOrder {
      let ordered =
        ordered(audience, hopsLeft: &hopsLeft) ?? membersByWalking(key)
      audiences[key].replace(with: ordered, seenAt: removals, movingPlacesIn: registrations)
      return ordered
    }
    if !audience.hasEnded { return audience.members }
    audiences[key].compact(movingPlacesIn: registrations)
    return audiences[key].members
  }

  /// Sorts in those who came since, and drops those who left; nil where a walk is cheaper.
  private func ordered(
    _ audience: EventAudience, hopsLeft: inout Int
  ) -> [EventAudience.Member]? {
    var ordered: [EventAudience.Member] = []
    var pending: [EventAudience.Member] = []
    let isSeen = audience.seenAt == removals
    for (place, member) in audience.members.enumerated() where member.registration != Self.none {
      let isOrdered = place < audience.orderedCount
      if !(isOrdered && isSeen) {
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
      var index = links[Int(node)].firstRegistration
      while index != Self.none {
        if registrations.entries[Int(index)].key == key {
          found.append(EventAudience.Member(registration: index, node: node))
        }
        index = registrations.entries[Int(index)].next
      }
      node = next(after: node, within: top)
    }
    return found
  }

  /// Both in one order, a node that is in both once; nil where a walk is cheaper. Costs the sum of
  /// both, and the logarithm of the longer for each of the shorter.
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

  /// The part of ordered members that stands in a subtree; nil where a walk is cheaper.
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

  /// The first place from which a test no longer holds, by halving; nil where the test gave up.
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
