import TreeAnalysis
import TreeSnapshot

/// What happened to the models of a tree, written down by the program that did it: who was registered for
/// what, when that ended and why, and which records each model's life must have. No journal is read.
struct TreeAccount {
  /// How a subscription ended.
  struct Ending {
    /// Among these records is the one that ended it.
    var records: ClosedRange<Int>
    /// Whether the model unregistered; else it left the tree.
    var isUnregistered: Bool
  }

  struct Held: Hashable {
    var model: Int
    var interest: Interest
  }

  /// A subscription that nearly took a message.
  struct Miss: Hashable {
    var model: Int
    var reason: NearMiss.Reason
    var interest: Interest
  }

  /// The models that are in the tree.
  private(set) var present: Set<Int> = []
  /// The models that are in it and are registered.
  private(set) var registered: Set<Held> = []
  private(set) var ended: [Held: Ending] = [:]
  /// When each model left the tree.
  private(set) var departures: [Int: ClosedRange<Int>] = [:]
  /// The records of each model's actions.
  private(set) var lives: [Int: Set<Int>] = [:]
  private var parents: [Int: Int] = [:]
  private var sessions: Set<Int> = []
  private var settled = 0

  /// A model and its ancestors, while it was in the tree.
  func way(from model: Int) -> [Int] {
    Array(sequence(first: model) { parents[$0] })
  }

  // MARK: The program's actions

  /// The models that were there before, and no longer are, have left.
  mutating func settle(present now: [Int], until record: Int) {
    for model in present.subtracting(now) {
      let records = (settled + 1)...max(settled + 1, record)
      departures[model] = records
      for held in registered where held.model == model {
        registered.remove(held)
        ended[held] = Ending(records: records, isUnregistered: false)
      }
    }
    present = Set(now)
    settled = record
  }

  mutating func attach(_ model: Int, under parent: Int, isSession: Bool, in record: Int) {
    parents[model] = parent
    if isSession { sessions.insert(model) }
    lives[model, default: []].insert(record)
  }

  mutating func register(_ model: Int, _ interest: Interest, in record: Int) {
    lives[model, default: []].insert(record)
    guard present.contains(model) else { return }
    let held = Held(model: model, interest: interest)
    registered.insert(held)
    ended[held] = nil
  }

  mutating func unregister(_ model: Int, _ interest: Interest, in record: Int) {
    lives[model, default: []].insert(record)
    let held = Held(model: model, interest: interest)
    guard registered.remove(held) != nil else { return }
    ended[held] = Ending(records: record...record, isUnregistered: true)
  }

  mutating func raise(_ model: Int, _ message: Interest, in record: Int, takenBy takers: [Int]) {
    lives[model, default: []].formUnion([record, record + 1])
    if message.kind != .event, let taker = takers.first {
      lives[taker, default: []].insert(record + 1)
    }
  }

  // MARK: Queries

  /// The subscriptions to a message that models lost.
  func endings(of message: Interest) -> [Held: Ending] {
    ended.filter { [message, message.wholeDomain].contains($0.key.interest) }
  }

  /// The subscriptions that nearly take a message.
  func misses(of message: Interest, from raiser: Int) -> Set<Miss> {
    let way = way(from: raiser)
    let takers = takers(of: message, from: raiser)
    let asked = way.prefix { !takers.contains($0) }
    var misses: Set<Miss> = []
    for held in registered {
      let own = held.interest
      func add(_ reason: NearMiss.Reason) {
        misses.insert(Miss(model: held.model, reason: reason, interest: own))
      }
      guard own.domain == message.domain else { continue }
      if own.kind != message.kind {
        if own.code == message.code { add(.otherKind) }
      } else if takers.contains(held.model) {
        continue
      } else if own.code == nil || own.code == message.code {
        add(message.kind != .event && way.contains(held.model) ? .further : .elsewhere)
      } else if message.kind != .event, asked.contains(held.model) {
        add(.otherCode)
      }
    }
    return misses
  }

  private func takers(of message: Interest, from raiser: Int) -> [Int] {
    func takes(_ model: Int) -> Bool {
      [message, message.wholeDomain].contains {
        registered.contains(Held(model: model, interest: $0))
      }
    }
    let way = way(from: raiser)
    if message.kind != .event { return way.first(where: takes).map { [$0] } ?? [] }
    // A root's session is itself, another model's the nearest above it.
    let session = way.dropFirst().first { sessions.contains($0) } ?? way[way.count - 1]
    return present.filter { takes($0) && self.way(from: $0).contains(session) }
  }
}
