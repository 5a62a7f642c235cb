package import TreeSnapshot

/// What the messages of a journal cost: how many were raised, how long their handlers ran, and what they
/// led to.
package struct JournalActivity: Sendable {
  /// What one message cost.
  package struct Row: Sendable {
    /// The message.
    package fileprivate(set) var message: KnownMessage
    /// How often it was raised.
    package fileprivate(set) var count = 0
    /// When it was raised first and last, in nanoseconds since the journal began.
    fileprivate var times: ClosedRange<Int>?
    /// How long its handlers ran, without the handlers of the messages that these raised.
    package fileprivate(set) var nanoseconds = 0
    /// The handlers that ran longest, without those of the messages that they raised; nil if none ran.
    package fileprivate(set) var slowest: Run?
    /// The longest chain of messages that ends in it.
    package fileprivate(set) var chain = Chain(length: 0, first: 0, last: 0)

    /// How often it was raised in a second, between its first and its last time; nil if those are one.
    package var perSecond: Double? {
      guard let times, times.upperBound > times.lowerBound else { return nil }
      return Double(count - 1) / (Double(times.upperBound - times.lowerBound) / 1e9)
    }
  }

  /// A run of a message's handlers.
  package struct Run: Sendable {
    /// The record that tells of it.
    package var record: Int
    /// The model that handled the message; nil for the receivers of an event.
    package var handler: JournalNode?
    /// How long it took, without the handlers of the messages that it raised; nil if it has not returned.
    package var nanoseconds: Int?

    /// Of two that took as long, the earlier comes first.
    fileprivate func isLonger(than other: Run?) -> Bool {
      guard let other else { return true }
      return (nanoseconds ?? .max, other.record) > (other.nanoseconds ?? .max, record)
    }
  }

  /// Messages each of which was raised because of the one before.
  package struct Chain: Sendable {
    /// How many there are.
    package var length: Int
    /// The records of the first and of the last.
    package var first: Int
    package var last: Int
  }

  /// The messages, the most frequent first.
  package private(set) var rows: [Row] = []
  /// How many messages were raised.
  package private(set) var count = 0
  /// The time between the first and the last of them, in nanoseconds.
  package private(set) var elapsed = 0
  /// How long handlers ran, in nanoseconds.
  package private(set) var nanoseconds = 0
  /// The messages that led to each other in a circle, the most frequent first.
  package let cycles: [MessageCycle]

  /// Looks through a journal. Costs a pass over its records.
  ///
  /// - Parameters:
  ///   - moment: The number of the latest record that counts.
  ///   - isCounted: Whether a record of a message, or of its outcome, counts. Chains and cycles lead
  ///     through the others as well.
  package init(
    of contents: JournalContents, until moment: Int = .max,
    where isCounted: (JournalRecord) -> Bool = { _ in true }
  ) {
    let kept = contents.records
    let last = min(moment, kept.upperBound - 1)
    let records = kept.lowerBound..<max(kept.lowerBound, last + 1)
    var rowOfName: [KnownMessage: Int] = [:]
    var ways = CausedRaises(records)
    var rows: [Row] = []
    var times: ClosedRange<Int>?
    contents.forEachRecord(in: records, of: JournalEvent.ofMessages) { record in
      guard let name = record.message else { return true }
      let row: Int
      if let known = rowOfName[name.unlabeled] {
        row = known
      } else {
        row = rows.count
        rowOfName[name.unlabeled] = row
        rows.append(Row(message: name))
      }
      let isCounted = isCounted(record)
      if record.event == .raised {
        let chain = ways.take(record, message: rows[row].message)
        guard isCounted else { return true }
        rows[row].count += 1
        rows[row].times = Self.span(rows[row].times, record.elapsed)
        times = Self.span(times, record.elapsed)
        if chain.length > rows[row].chain.length { rows[row].chain = chain }
        return true
      }
      ways.take(record, outcomeOf: row, isCounted: isCounted)
      return true
    }
    for (record, outcome) in ways.outcomes where outcome.isCounted {
      let own = outcome.nanoseconds.map { max(0, $0 - outcome.inner) }
      rows[outcome.message].nanoseconds += own ?? 0
      let run = Run(record: record, nanoseconds: own)
      if run.isLonger(than: rows[outcome.message].slowest) { rows[outcome.message].slowest = run }
    }
    for index in rows.indices {
      guard let run = rows[index].slowest, let record = contents[run.record] else { continue }
      if record.event == .delivered, let receiver = contents.slowestReceiver(of: record, run) {
        rows[index].slowest = receiver
        continue
      }
      rows[index].slowest?.handler = record.handler.map {
        JournalNode(tree: record.node.tree, id: $0)
      }
    }
    for row in rows where row.count > 0 || row.slowest != nil {
      count += row.count
      nanoseconds += row.nanoseconds
      self.rows.append(row)
    }
    elapsed = times.map { $0.upperBound - $0.lowerBound } ?? 0
    self.rows.sort { one, other in
      (other.count, other.nanoseconds, one.chain.last)
        < (one.count, one.nanoseconds, other.chain.last)
    }
    cycles = ways.cycles.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
  }

  private static func span(_ range: ClosedRange<Int>?, _ time: Int) -> ClosedRange<Int> {
    guard let range else { return time...time }
    return min(range.lowerBound, time)...max(range.upperBound, time)
  }

  /// The handlers that ran longest; nil if none ran.
  package var slowest: (row: Row, run: Run)? {
    var slowest: (row: Row, run: Run)?
    for row in rows {
      if let run = row.slowest, run.isLonger(than: slowest?.run) { slowest = (row, run) }
    }
    return slowest
  }

  /// The longest chain of messages; nil if no message was raised.
  package var longestChain: Chain? {
    rows.map(\.chain).filter { $0.length > 0 }.max { ($0.length, $1.last) < ($1.length, $0.last) }
  }
}

extension JournalContents {
  /// How many records after an event are searched for its receivers.
  private static let mostSearched = 4_096

  /// The run of the receiver that took at least half of the time of an event's receivers; nil if none did.
  ///
  /// - Parameters:
  ///   - record: The event's `delivered` record.
  ///   - run: The run of all receivers.
  fileprivate func slowestReceiver(
    of record: JournalRecord, _ run: JournalActivity.Run
  ) -> JournalActivity.Run? {
    var slowest: JournalActivity.Run?
    let later = (record.number + 1)..<(record.number + 1 + Self.mostSearched)
    forEachRecord(in: later, of: [.received]) { receiver in
      guard receiver.received == record.raise else { return true }
      let own = JournalActivity.Run(
        record: receiver.number, handler: receiver.node, nanoseconds: receiver.nanoseconds)
      if own.isLonger(than: slowest) { slowest = own }
      return true
    }
    guard var slowest else { return nil }
    guard let time = slowest.nanoseconds else { return run.nanoseconds == nil ? slowest : nil }
    guard let all = run.nanoseconds, time >= all / 2 else { return nil }
    // Without what the receiver's own messages led to.
    slowest.nanoseconds = min(time, all)
    return slowest
  }
}

extension JournalEvent {
  /// The kinds of records that tell of messages.
  static let ofMessages: Set<JournalEvent> = [
    .raised, .handled, .uncaught, .unhandled, .unheard, .delivered,
  ]
}
