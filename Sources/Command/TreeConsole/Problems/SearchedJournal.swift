import TreeJournal
import TreeSnapshot

/// A journal up to the moment of a view, prepared for queries.
struct SearchedJournal {
  let contents: JournalContents
  /// The difference between the target's number of a tree and the journal's.
  let treeOffset: Int
  let types: JournalTypes
  let words: RecordWords
  /// The numbers of its records.
  let records: Range<Int>
  let activity: JournalActivity

  init(_ look: JournalLook, _ view: View) {
    contents = look.contents
    treeOffset = look.treeOffset
    types = JournalTypes(of: contents)
    words = RecordWords(contents: contents, types: types)
    let last = view.moment ?? look.lastRecord
    let first = contents.records.lowerBound
    records = first..<max(first, last + 1)
    activity = JournalActivity(of: contents, until: last)
  }

  private struct Outcome: Hashable {
    let message: KnownMessage
    let event: JournalEvent
  }

  /// The records of messages that no model got: those of one message and outcome together, in the order
  /// of their first. Tests of an inspector don't count.
  var lostMessages: [[JournalRecord]] {
    var lost: [Outcome: [JournalRecord]] = [:]
    contents.forEachRecord(in: records, of: [.uncaught, .unhandled, .unheard]) { record in
      if let message = record.message, !record.isTest {
        lost[Outcome(message: message.unlabeled, event: record.event), default: []].append(record)
      }
      return true
    }
    return lost.values.sorted { ($0.first?.number ?? 0) < ($1.first?.number ?? 0) }
  }
}
