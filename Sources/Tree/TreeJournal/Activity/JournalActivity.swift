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

    /// Whether the run of one of an event's receivers took at least half of the time of all.
    fileprivate func isMost(of all: Run) -> Bool {
      guard let nanoseconds else { return all.nanoseconds == nil }
      return all.nanoseconds.map { nanoseconds >= $0 / 2 } ?? false
    }
  }

  /// The longest run of each message whose handlers ran, the longest first.
  package let slowest: [Run]
  /// The messages that led to each other in a circle, the most frequent first.
  package let cycles: [MessageCycle]

  /// Looks through a journal. Costs a pass over its records.
  ///
  /// Tests of an inspector count in cycles alone.
  ///
  /// - Parameter moment: The number of the latest record that counts.
  package init(of contents: JournalContents, until moment: Int = .max) {
    var search = CycleSearch()
    // By outcome: the runs of its handlers; by raise: that of an event's slowest receiver.
    var (runs, receivers): ([Int: Run], [Int: Run]) = ([:], [:])
    /// The outcome in whose handlers a message was raised, before these returned.
    func outer(of record: JournalRecord, until end: Int?) -> JournalRecord? {
      guard let outer = record.cause.flatMap({ contents[$0] }), outer.runsHandlers,
        end ?? .max <= outer.finishedAfter ?? .max
      else { return nil }
      return outer
    }
    contents.forEachRecord(in: contents.records(until: moment), of: JournalEvent.ofMessages) {
      record in
      guard let message = record.message else { return true }
      if record.event == .raised {
        let before = outer(of: record, until: record.number)?.raise
        search.take(record, message, before: before)
        return true
      }
      guard let begun = record.begun, record.event == .received || record.runsHandlers else {
        return true
      }
      var run = Run(message: message, record: record.number, nanoseconds: record.nanoseconds)
      if record.event == .received {
        run.handler = record.node
        if run.isLonger(than: receivers[begun]) { receivers[begun] = run }
        return true
      }
      run.handler = record.handler.map { JournalNode(tree: record.node.tree, id: $0) }
      if !record.isTest { runs[record.number] = run }
      // The handlers around it took less by its time.
      guard let time = record.nanoseconds, let raise = contents[begun],
        let around = outer(of: raise, until: record.finishedAfter)?.number
      else { return true }
      if let rest = runs[around]?.nanoseconds { runs[around]?.nanoseconds = max(0, rest - time) }
      return true
    }
    var slowest: [KnownMessage: Run] = [:]
    for (_, run) in runs where run.isLonger(than: slowest[run.message.unlabeled]) {
      slowest[run.message.unlabeled] = run
    }
    self.slowest = slowest.values.map { run in
      let receiver = contents[run.record]?.raise.flatMap { receivers[$0] }
      guard var receiver, receiver.isMost(of: run) else { return run }
      receiver.nanoseconds = run.nanoseconds.flatMap { all in
        receiver.nanoseconds.map { min($0, all) }
      }
      return receiver
    }.sorted { $0.isLonger(than: $1) }
    cycles = search.cycles.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
  }
}

extension JournalEvent {
  /// The kinds of records that tell of messages.
  static let ofMessages: Set<JournalEvent> = [
    .raised, .handled, .uncaught, .unhandled, .unheard, .delivered, .received,
  ]
}
