/// Where the subscriptions of a model are that has many.
///
/// `@exclusivity(unchecked)`: no code of the app runs while one of these is being changed.
final class LongList {
  /// The length from which a walk takes longer than a look into a table.
  static let limit = 32

  private let places = NumberTable()
  @exclusivity(unchecked) private(set) var last = TreeStore.none

  init(of first: Int32, in pool: SubscriptionPool) {
    var place = first
    while place != TreeStore.none {
      append(place, pool.entries[Int(place)].key)
      place = pool.entries[Int(place)].next
    }
  }

  var count: Int { places.count }

  /// The subscription for exactly this key; `none` if there is none.
  subscript(key: MessageTable.Key) -> Int32 { places[key.number] }

  func append(_ subscription: Int32, _ key: MessageTable.Key) {
    places.insert(subscription, at: key.number)
    last = subscription
  }

  func remove(_ subscription: Int32, _ key: MessageTable.Key, before previous: Int32) {
    places.remove(key.number)
    if subscription == last { last = previous }
  }

  func taker(of key: MessageTable.Key) -> Int32 {
    let own = self[key]
    if own != TreeStore.none { return own }
    return self[MessageTable.Key(domain: key.domain, code: MessageTable.Key.wholeDomain)]
  }
}
