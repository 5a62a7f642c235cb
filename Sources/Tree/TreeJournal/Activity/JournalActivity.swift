package import TreeSnapshot

/// Which handlers of a journal's messages took longest, and which messages led to each other in a circle.
package struct JournalActivity: Sendable {
  /// A run of a message's handlers.
  package struct Run: Sendable {
    /// The message.
    package var message: KnownMessage
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

    /// The run of an event's slowest receiver, if it took at least half of the time of all, without what its
    /// own messages led to.
    fileprivate func within(_ all: Run) -> Run? {
      guard let time = nanoseconds else { return all.nanoseconds == nil ? self : nil }
      guard let total = all.nanoseconds, time >= total / 2 else { return nil }
      var run = self
      run.nanoseconds = min(time, total)
      return run
    }
  }

  /// The longest run of each message whose handlers ran, the longest first.
  package let slowest: [Run]
  /// The messages that led to each other in a circle, the most frequent first.
  package let cycles: [MessageCycle]

  /// Looks through a journal. Costs a pass over its records.
  ///
  /// - Parameters:
  ///   - moment: The number of the latest record that counts.
  ///   - isCounted: Whether an outcome of a message counts as a run. Cycles lead through the others as
  ///     well.
  package init(
    of contents: JournalContents, until moment: Int = .max,
    where isCounted: (JournalRecord) -> Bool = { _ in true }
  ) {
    let kept = contents.records
    let last = min(moment, kept.upperBound - 1)
    let records = kept.lowerBound..<max(kept.lowerBound, last + 1)
    var ways = CausedRaises(records)
    // By unlabeled message: the message with its first label.
    var messages: [KnownMessage: KnownMessage] = [:]
    var slowest: [KnownMessage: Run] = [:]
    // By the record of an event's raise.
    var receivers: [Int: Run] = [:]
    contents.forEachRecord(in: records, of: JournalEvent.ofMessages) { record in
      guard let named = record.message else { return true }
      let message = messages[named.unlabeled] ?? named
      messages[named.unlabeled] = message
      if record.event == .raised {
        ways.take(record, message: message)
      } else if let raise = record.received {
        let run = Run(
          message: message, record: record.number, handler: record.node,
          nanoseconds: record.nanoseconds)
        if run.isLonger(than: receivers[raise]) { receivers[raise] = run }
      } else {
        ways.take(record, outcomeOf: message, isCounted: isCounted(record))
      }
      return true
    }
    for (record, outcome) in ways.outcomes where outcome.isCounted {
      let run = Run(
        message: outcome.message, record: record,
        nanoseconds: outcome.nanoseconds.map { max(0, $0 - outcome.inner) })
      if run.isLonger(than: slowest[outcome.message]) { slowest[outcome.message] = run }
    }
    self.slowest = slowest.values.map { run in
      guard let record = contents[run.record] else { return run }
      if record.event == .delivered,
        let receiver = record.raise.flatMap({ receivers[$0]?.within(run) })
      {
        return receiver
      }
      var run = run
      run.handler = record.handler.map { JournalNode(tree: record.node.tree, id: $0) }
      return run
    }.sorted { $0.isLonger(than: $1) }
    cycles = ways.cycles.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
  }
}

extension JournalEvent {
  /// The kinds of records that tell of messages.
  static let ofMessages: Set<JournalEvent> = [
    .raised, .handled, .uncaught, .unhandled, .unheard, .delivered, .received,
  ]
}
