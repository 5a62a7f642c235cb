package import TreeJournal
package import TreeSnapshot

/// Which handlers of a journal's messages took longest, and which messages led to each other in a circle.
package struct JournalActivity: Sendable {
  /// A run of a message's handler.
  package struct Run: Sendable {
    /// The message.
    package let message: KnownMessage
    /// The record that tells of it.
    package let record: Int
    /// The model that handled the message; nil for all receivers of an event that have no records.
    package let handler: JournalNode?
    /// How long it took, without the handlers of the messages that it raised; nil if it has not returned.
    package fileprivate(set) var nanoseconds: Int?

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

  /// What runs: the record of the message's raise, and the model; nil for all receivers of an event.
  private struct Handling: Hashable {
    let raise: Int
    let model: Int?
  }

  /// Looks through a journal. Costs a pass over its records.
  ///
  /// Tests of an inspector count in cycles alone.
  ///
  /// - Parameter moment: The number of the latest record that counts.
  package init(of contents: JournalContents, until moment: Int = .max) {
    var search = CycleSearch()
    var runs: [Handling: Run] = [:]
    /// The raise of the message in whose handlers another was raised, before these returned.
    func outer(of record: JournalRecord, until end: Int?) -> Int? {
      guard let outer = record.cause.flatMap({ contents[$0] }), outer.runsHandlers,
        end ?? .max <= outer.finishedAfter ?? .max
      else { return nil }
      return outer.raise
    }
    contents.forEachRecord(in: contents.records(until: moment)) { record in
      guard let message = record.message else { return true }
      if record.event == .raised {
        search.take(record, message, before: outer(of: record, until: record.number))
      }
      guard let raise = record.begun, record.event == .received || record.runsHandlers else {
        return true
      }
      let model = record.event == .received ? record.node.id : record.handler
      if record.event == .received { runs[Handling(raise: raise, model: nil)] = nil }
      if !record.isTest {
        runs[Handling(raise: raise, model: model)] = Run(
          message: message, record: record.number,
          handler: model.map { JournalNode(tree: record.node.tree, id: $0) },
          nanoseconds: record.nanoseconds)
      }
      // The handler around it took less by its time; an event's time is that of its receivers.
      guard record.event != .received, let time = record.nanoseconds, let raised = contents[raise],
        let around = outer(of: raised, until: record.finishedAfter)
      else { return true }
      for model in Set([raised.byID, nil]) {
        let handling = Handling(raise: around, model: model)
        let rest = runs[handling]?.nanoseconds.map { max(0, $0 - time) }
        runs[handling]?.nanoseconds = rest
      }
      return true
    }
    var slowest: [KnownMessage: Run] = [:]
    for run in runs.values where run.isLonger(than: slowest[run.message.unlabeled]) {
      slowest[run.message.unlabeled] = run
    }
    self.slowest = slowest.values.sorted { $0.isLonger(than: $1) }
    cycles = search.cycles.sorted { ($1.longestRun, $0.first) < ($0.longestRun, $1.first) }
  }
}
