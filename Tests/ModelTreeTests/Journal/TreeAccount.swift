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

  mutating func attach(_ model: Int, under parent: Int, in record: Int) {
    parents[model] = parent
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
}
