package import TreeJournal
import TreeSnapshot

extension JournalContents {
  /// The records of messages that no model got, up to a moment: those of one message together, in the order
  /// of their first. Tests of an inspector don't count.
  package func lostMessages(until last: Int) -> [[JournalRecord]] {
    var lost: [KnownMessage: [JournalRecord]] = [:]
    forEachRecord(in: records(until: last), of: [.uncaught, .unhandled, .unheard]) { record in
      if let message = record.message?.unlabeled, !record.isTest {
        lost[message, default: []].append(record)
      }
      return true
    }
    return lost.values.sorted { $0[0].number < $1[0].number }
  }
}
