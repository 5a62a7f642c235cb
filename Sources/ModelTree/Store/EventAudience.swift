/// The models that are registered for one event of a tree. With it, the cost of a delivery depends on
/// their number and not on the size of the tree.
///
/// A model keeps its place until it is detached for good: the document order of two models never
/// changes. The members are ordered once, at the first delivery, and only later ones are sorted in.
struct EventAudience {
  struct Member {
    /// The subscription's index in the pool; `none` once it has ended.
    var subscription: Int32
    var node: Int32
  }

  /// In document order up to `orderedCount`, then in the order of subscription.
  private(set) var members: [Member] = []
  private(set) var orderedCount = 0
  private var endedCount = 0

  /// Whether there are members whose subscriptions have ended.
  var hasEnded: Bool { endedCount > 0 }

  var isEmpty: Bool { members.count == endedCount }

  /// Adds a subscription, and returns its place.
  mutating func add(_ subscription: Int32, of node: Int32) -> Int32 {
    members.append(Member(subscription: subscription, node: node))
    return Int32(members.count - 1)
  }

  /// Ends the subscription at a place. The others keep theirs until half of them have ended.
  mutating func end(at place: Int32, movingPlacesIn pool: SubscriptionPool) {
    // The last one is removed at once: short-lived subscriptions leave nothing behind.
    if Int(place) == members.count - 1 {
      members.removeLast()
      orderedCount = min(orderedCount, members.count)
      return
    }
    members[Int(place)].subscription = TreeStore.none
    endedCount += 1
    if endedCount > 16, endedCount * 2 > members.count { compact(movingPlacesIn: pool) }
  }

  /// Drops the subscriptions that have ended.
  mutating func compact(movingPlacesIn pool: SubscriptionPool) {
    var kept = 0
    var keptInOrder = 0
    // By place: a loop over the members would retain them, and the first write copy them all.
    for place in members.indices where members[place].subscription != TreeStore.none {
      members[kept] = members[place]
      pool.setPlace(Int32(kept), of: members[kept].subscription)
      kept += 1
      if place < orderedCount { keptInOrder = kept }
    }
    members.removeLast(members.count - kept)
    // The memory of many is not kept.
    if members.capacity > 4_096, kept < members.capacity / 8 { members = Array(members[...]) }
    orderedCount = keptInOrder
    endedCount = 0
  }

  /// Replaces the members by others, which are in the tree and in document order.
  mutating func replace(
    with ordered: [Member], movingPlacesIn pool: SubscriptionPool
  ) {
    for member in members where member.subscription != TreeStore.none {
      pool.setPlace(TreeStore.none, of: member.subscription)
    }
    members = ordered
    orderedCount = ordered.count
    endedCount = 0
    for (place, member) in ordered.enumerated() {
      pool.setPlace(Int32(place), of: member.subscription)
    }
  }
}

/// The audiences of a tree by their messages, whose numbers are indices here.
struct EventAudiences {
  private var ofCodes: [EventAudience] = []
  private var ofDomains: [EventAudience] = []

  subscript(key: MessageTable.Key) -> EventAudience {
    get {
      if key.code == MessageTable.Key.wholeDomain {
        return ofDomains.indices.contains(Int(key.domain))
          ? ofDomains[Int(key.domain)] : EventAudience()
      }
      return ofCodes.indices.contains(Int(key.code)) ? ofCodes[Int(key.code)] : EventAudience()
    }
    _modify {
      if key.code == MessageTable.Key.wholeDomain {
        while ofDomains.count <= Int(key.domain) { ofDomains.append(EventAudience()) }
        yield &ofDomains[Int(key.domain)]
      } else {
        while ofCodes.count <= Int(key.code) { ofCodes.append(EventAudience()) }
        yield &ofCodes[Int(key.code)]
      }
    }
  }
}
