import TreeJournal
import TreeSnapshot

/// A journal up to the moment of a view, prepared for queries.
struct SearchedJournal {
  let contents: JournalContents
  /// The difference between the target's number of a tree and the journal's.
  let treeOffset: Int
  let words: RecordWords
  /// The number of the last record to search.
  let last: Int

  var types: JournalTypes { words.types }

  /// The numbers of its records.
  var records: Range<Int> { contents.records(until: last) }

  init(_ look: JournalLook, _ view: View) {
    contents = look.contents
    treeOffset = look.treeOffset
    words = RecordWords(contents: contents, types: JournalTypes(of: contents))
    last = view.moment ?? look.lastRecord
  }

  /// The records of messages that no model got: those of one message together, in the order of their
  /// first. Tests of an inspector don't count.
  var lostMessages: [[JournalRecord]] {
    var lost: [KnownMessage: [JournalRecord]] = [:]
    contents.forEachRecord(in: records, of: [.uncaught, .unhandled, .unheard]) { record in
      if let message = record.message?.unlabeled, !record.isTest {
        lost[message, default: []].append(record)
      }
      return true
    }
    return lost.values.sorted { $0[0].number < $1[0].number }
  }
}
