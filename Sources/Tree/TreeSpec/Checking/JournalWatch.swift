import TreeAnalysis
import TreeJournal

/// A line about the past, with its violations so far.
struct JournalWatch {
  enum Fact {
    /// A message ended in a forbidden way.
    case ended
    /// Other models handled or received the message.
    case elsewhere
    /// The handlers took this number of nanoseconds.
    case late(Int)
    /// The handlers had not returned after this number of nanoseconds.
    case unfinished(Int)
    case leaked
  }

  struct Violation {
    var fact: Fact
    var record: JournalRecord
    /// The number of the record after which it was.
    var moment: Int
  }

  let index: Int
  private let claim: Statement.Claim
  private(set) var first: Violation?
  private(set) var count = 0
  /// The latest record of each message whose outcome or end is to come, by the number of its raise.
  private var open: [Int: (raise: JournalRecord, latest: JournalRecord)] = [:]
  /// The models that left and are alive, in the order of leaving.
  private var leaked: [(node: JournalNode, record: JournalRecord)] = []

  init(_ index: Int, _ statement: Statement) {
    self.index = index
    claim = statement.claim
  }

  private mutating func note(_ fact: Fact, _ record: JournalRecord) {
    count += 1
    if first == nil { first = Violation(fact: fact, record: record, moment: record.number) }
  }

  mutating func take(_ record: JournalRecord, _ places: JournalPlaces) throws(MomentError) {
    switch claim {
    case .never(let claim): takeNever(claim, record, places.names)
    case .message(let claim): try takeLimited(claim, record, places)
    case .service, .absent, .present, .limits: break
    }
  }

  /// Messages raised from an inspector don't count.
  private mutating func takeNever(
    _ claim: NeverClaim, _ record: JournalRecord, _ names: MessageNames
  ) {
    switch claim.what {
    case .leaked:
      if record.event == .leaked { leaked.append((record.node, record)) }
      if record.event == .released { leaked.removeAll { $0.node == record.node } }
    case .lost(let kind):
      if record.event.name == kind.outcomes.lost, claim.names(record, names) {
        note(.ended, record)
      }
    case .slower(let limit):
      guard [.handled, .received].contains(record.event), claim.names(record, names) else { return }
      if let time = record.nanoseconds {
        if time > limit { note(.late(time), record) }
      } else {
        open[record.number] = (record, record)
      }
    }
  }

  private mutating func takeLimited(
    _ claim: MessageClaim, _ record: JournalRecord, _ places: JournalPlaces
  ) throws(MomentError) {
    if record.event == .raised {
      if claim.names(record, places.names) { open[record.number] = (record, record) }
      return
    }
    guard let raise = record.raise, let entry = open.removeValue(forKey: raise) else { return }
    if try !places.isRaiser(of: claim, record.node) { return }
    if try !places.allows(claim, record) { return note(.elsewhere, record) }
    guard let took = record.nanoseconds else {
      open[raise] = (entry.raise, record)
      return
    }
    let end = record.elapsed &+ took &- entry.raise.elapsed
    if end > claim.limit ?? .max { note(.late(end), record) }
  }

  /// Takes the end of the journal.
  mutating func finish(_ last: JournalRecord?) {
    guard let last else { return }
    for (_, record) in leaked { note(.leaked, record) }
    let limit: Int
    switch claim {
    case .message(let claim): limit = claim.limit ?? .max
    case .never(let claim):
      guard case .slower(let time) = claim.what else { return }
      limit = time
    case .service, .absent, .present, .limits: return
    }
    for (_, entry) in open.sorted(by: { $0.key < $1.key }) {
      let passed = last.elapsed &- entry.raise.elapsed
      if passed > limit { note(.unfinished(passed), entry.latest) }
    }
  }
}

extension NeverClaim {
  fileprivate func names(_ record: JournalRecord, _ names: MessageNames) -> Bool {
    guard let message = record.message, !record.isTest else { return false }
    return (self.names.isEmpty || self.names.contains { $0.matches(message, names) })
      && !exceptNames.contains { $0.matches(message, names) }
  }
}
