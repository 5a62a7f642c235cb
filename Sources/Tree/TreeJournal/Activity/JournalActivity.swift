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
    contents.forEachRecord(in: records, of: JournalEvent.ofMessages) { record in
      guard let named = record.message else { return true }
      let message = messages[named.unlabeled] ?? named
      messages[named.unlabeled] = message
      if record.event == .raised {
        ways.take(record, message: message)
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
      if record.event == .delivered, let receiver = contents.slowestReceiver(of: record, run) {
        return receiver
      }
      var run = run
      run.handler = record.handler.map { JournalNode(tree: record.node.tree, id: $0) }
      return run
    }.sorted { $0.isLonger(than: $1) }
    cycles = ways.cycles.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
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
        message: run.message, record: receiver.number, handler: receiver.node,
        nanoseconds: receiver.nanoseconds)
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
