/// Who is registered for one event of a tree, kept so that delivering costs what they are and not
/// what the tree is.
///
/// Models stand where they were attached until they leave for good: the document order of two of
/// them never changes. So the members are put in order once, when they are first asked for, and
/// only those that come later are sorted in.
struct EventAudience {
  struct Member {
    /// The registration's index in the pool; `none` where it has ended since.
    var registration: Int32
    var node: Int32
  }

  /// In document order as far as `orderedCount`, then in the order of registration.
  private(set) var members: [Member] = []
  private(set) var orderedCount = 0
  private var endedCount = 0
  /// The store's count of removals when the ordered members were last known to be in the tree.
  private(set) var seenAt = 0

  /// Whether there are members whose registrations have ended.
  var hasEnded: Bool { endedCount > 0 }

  var isEmpty: Bool { members.count == endedCount }

  /// Adds a registration, and answers its place.
  mutating func add(_ registration: Int32, of node: Int32) -> Int32 {
    members.append(Member(registration: registration, node: node))
    return Int32(members.count - 1)
  }

  /// Ends the registration at a place. The others keep theirs until half of them have ended.
  mutating func end(at place: Int32, movingPlacesIn pool: RegistrationPool) {
    // The last one goes at once: what comes and goes leaves nothing behind.
    if Int(place) == members.count - 1 {
      members.removeLast()
      orderedCount = min(orderedCount, members.count)
      return
    }
    members[Int(place)].registration = TreeStore.none
    endedCount += 1
    if endedCount > 16, endedCount * 2 > members.count { compact(movingPlacesIn: pool) }
  }

  /// Drops the registrations that have ended.
  mutating func compact(movingPlacesIn pool: RegistrationPool) {
    var kept = 0
    var keptInOrder = 0
    // By place: a loop over the members would hold them, and writing to them copy them all.
    for place in members.indices where members[place].registration != TreeStore.none {
      members[kept] = members[place]
      pool.setPlace(Int32(kept), of: members[kept].registration)
      kept += 1
      if place < orderedCount { keptInOrder = kept }
    }
    members.removeLast(members.count - kept)
    orderedCount = keptInOrder
    endedCount = 0
  }

  /// Puts other members in place of these: all of them in document order, and in the tree.
  mutating func replace(
    with ordered: [Member], seenAt removals: Int, movingPlacesIn pool: RegistrationPool
  ) {
    for member in members where member.registration != TreeStore.none {
      pool.setPlace(TreeStore.none, of: member.registration)
    }
    members = ordered
    orderedCount = ordered.count
    endedCount = 0
    seenAt = removals
    for (place, member) in ordered.enumerated() {
      pool.setPlace(Int32(place), of: member.registration)
    }
  }
}

/// The audiences of a tree by their messages. The store's numbers are small, so they are looked up
/// by place.
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
