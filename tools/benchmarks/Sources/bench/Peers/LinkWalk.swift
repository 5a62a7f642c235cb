/// The minimum cost of a walk up a tree: from record to record by unchecked pointers, with a look
/// at the subscriptions of each.
///
/// The chain is as long as the models' and has the same layout in memory; one record in five has
/// two subscriptions.
final class LinkWalk {
  /// The size of a cache line, like a node of a tree.
  private struct Record {
    var parent: Int32
    var firstSubscription: Int32
    var isSession = false
    var rest: (Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0)
  }

  private struct Subscription {
    var code: Int64
    var next: Int32
  }

  private static let wanted: Int64 = 7

  private let records: UnsafeMutablePointer<Record>
  private let subscriptions: UnsafeMutablePointer<Subscription>
  /// Two records below the same parent. Walks alternate between them, because the compiler would
  /// compute a constant walk only once.
  private let leaves: [Int32]

  /// Creates a chain.
  ///
  /// - Parameters:
  ///   - hops: the number of levels.
  ///   - places: the number of places in memory among which the records are scattered; nil for
  ///     adjacent records.
  init(hops: Int, scatteredAmong places: Int? = nil) {
    var random = FixedRandom()
    let count = max(places ?? 0, hops + 2)
    let inOrder = (0..<Int32(count)).map { $0 }
    let order = places == nil ? inOrder : random.shuffled(inOrder)
    records = .allocate(capacity: count)
    records.initialize(repeating: Record(parent: -1, firstSubscription: -1), count: count)
    subscriptions = .allocate(capacity: 2 * (hops / 5 + 1))
    records[Int(order[0])].isSession = true
    var used: Int32 = 0
    for level in 0...hops + 1 {
      let record = Int(order[level])
      // Both leaves are below the level above.
      if level > 0 { records[record].parent = order[min(level, hops) - 1] }
      if level == 0 || level.isMultiple(of: 5) && level <= hops {
        let code = level == 0 ? Self.wanted : 3
        (subscriptions + Int(used)).initialize(to: Subscription(code: code, next: used + 1))
        (subscriptions + Int(used) + 1).initialize(to: Subscription(code: 4, next: -1))
        records[record].firstSubscription = used
        used += 2
      }
    }
    leaves = [order[hops], order[hops + 1]]
  }

  deinit {
    records.deallocate()
    subscriptions.deallocate()
  }

  /// Walks up to the registered record a number of times, and counts the walks that found it.
  func findRegistered(times: Int, counting arrivals: Counter) {
    for turn in 0..<times where registered(from: leaves[turn & 1]) >= 0 { arrivals.add() }
  }

  @inline(never) private func registered(from start: Int32) -> Int32 {
    let (records, subscriptions) = (records, subscriptions)
    var record = start
    while record >= 0 {
      var subscription = records[Int(record)].firstSubscription
      while subscription >= 0 {
        if subscriptions[Int(subscription)].code == Self.wanted { return record }
        subscription = subscriptions[Int(subscription)].next
      }
      record = records[Int(record)].parent
    }
    return -1
  }

  /// Walks up to the session a number of times, and counts the walks that found it.
  func findSession(times: Int, counting arrivals: Counter) {
    for turn in 0..<times where session(from: leaves[turn & 1]) >= 0 { arrivals.add() }
  }

  @inline(never) private func session(from start: Int32) -> Int32 {
    let records = records
    var record = start
    while record >= 0 {
      if records[Int(record)].isSession { return record }
      record = records[Int(record)].parent
    }
    return -1
  }
}
