import TextIO

/// A tree's registrations for one event, so that the cost of a delivery depends on their number
/// instead of the size of the tree.
///
/// A model keeps its place until it is removed for good, so the document order of two models never
/// changes. The members are sorted at the first delivery; later ones are merged in.
final class EventAudience {
  // Unchecked for exclusivity: each registration passes them, and nothing of the app runs while they change.

  /// In document order. Members that have left are removed at the next delivery, or when there are
  /// many.
  @exclusivity(unchecked) var ordered: [Registration] = []
  /// The members that have joined since the last delivery.
  @exclusivity(unchecked) var pending: [Registration] = []
  /// The number of members that have not left.
  @exclusivity(unchecked) var count = 0
  /// Whether any member takes only values of a certain type.
  var isSelective = false

  func join(_ registration: Registration) {
    registration.audience = self
    pending.append(registration)
    if registration.taker == .valueClosure { isSelective = true }
    count += 1
  }

  func leave(_ registration: Registration) {
    registration.audience = nil
    count -= 1
    if pending.last === registration { pending.removeLast() }
    if ordered.count + pending.count > 2 * count + 32 { dropLeft() }
  }

  /// Removes the members that have left.
  func dropLeft() {
    ordered.removeAll { $0.audience == nil }
    pending.removeAll { $0.audience == nil }
  }
}

extension TreeStore {
  func joinAudience(_ registration: Registration) {
    let audience = audiences[registration.key] ?? EventAudience()
    audiences[registration.key] = audience
    audience.join(registration)
  }

  func leaveAudience(_ registration: Registration) { registration.audience?.leave(registration) }

  /// The registrations for an event in a session's subtree, in document order, one per model.
  func receivers(
    of message: some HandledMessage, _ key: MessageTable.Key, in scope: Int32
  ) -> [Registration] {
    // The audiences cover only the root session's tree, not detached subtrees.
    if isReleasing || links[Int(scope)].isOutside { return receiversByWalking(message, key, scope) }
    let forCode = members(of: key, taking: message)
    let forDomain = members(of: key.wholeDomain, taking: message)
    let (most, few) =
      forCode.count < forDomain.count ? (forDomain, forCode) : (forCode, forDomain)
    if few.count > Self.fewMembers { return receiversByWalking(message, key, scope) }
    var all = most
    for member in few {
      let place = all.partitionIndex { !precedes($0.node, member.node) }
      if place == all.count || all[place].node != member.node {
        all.insert(member, at: place)
      } else if !member.key.isWholeDomain {
        all[place] = member
      }
    }
    if scope == rootNode { return all }
    let start = all.partitionIndex { $0.node == scope || !precedes($0.node, scope) }
    let end = all[start...].partitionIndex { !isNode($0.node, inSubtreeOf: scope) }
    return Array(all[start..<end])
  }

  /// With more members, a walk over the tree is cheaper than finding their places.
  private static let fewMembers = 32

  private func receiversByWalking(
    _ message: some HandledMessage, _ key: MessageTable.Key, _ scope: Int32
  ) -> [Registration] {
    let wanted = key.interest | key.wholeDomain.interest
    var receivers: [Registration] = []
    var node = scope
    while node != Self.none {
      if links[Int(node)].interests & wanted != 0,
        let taking = registration(at: node, for: message, key)
      {
        receivers.append(taking)
      }
      node = next(after: node, within: scope)
    }
    return receivers
  }

  /// The results of `members(of:)` that take the message's value.
  private func members(
    of key: MessageTable.Key, taking message: some HandledMessage
  ) -> [Registration] {
    let members = members(of: key)
    return audiences[key]?.isSelective == true ? members.filter { $0.takes(message) } : members
  }

  /// The root session's registrations for exactly this key, in document order.
  private func members(of key: MessageTable.Key) -> [Registration] {
    guard let audience = audiences[key], audience.count > 0 else { return [] }
    if audience.pending.isEmpty, audience.ordered.count == audience.count {
      return audience.ordered
    }
    audience.dropLeft()
    if audience.pending.count > Self.fewMembers {
      audience.ordered = membersByWalking(key)
    } else {
      for member in audience.pending {
        let place = audience.ordered.partitionIndex { !precedes($0.node, member.node) }
        audience.ordered.insert(member, at: place)
      }
    }
    audience.pending = []
    return audience.ordered
  }

  private func membersByWalking(_ key: MessageTable.Key) -> [Registration] {
    var members: [Registration] = []
    var node = rootNode
    while node != Self.none {
      if links[Int(node)].interests & key.interest != 0,
        let registration = registrations[Int(node)][key]
      {
        members.append(registration)
      }
      node = next(after: node, within: rootNode)
    }
    return members
  }

  private func isNode(_ start: Int32, inSubtreeOf top: Int32) -> Bool {
    var node = start
    while node != Self.none, node != top { node = links[Int(node)].parent }
    return node == top
  }
}
