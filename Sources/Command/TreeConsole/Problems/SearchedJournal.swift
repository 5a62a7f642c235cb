import TreeJournal
import TreeSnapshot

/// A journal up to the moment of a view, prepared for queries.
struct SearchedJournal {
  /// A message that no model got, with all its occurrences.
  struct LostMessage {
    let message: KnownMessage
    /// Its outcome.
    let event: JournalEvent
    fileprivate(set) var count = 0
    /// The last record of its outcomes.
    fileprivate(set) var last = 0
    /// The raisers, each once, in the order of their first raise.
    fileprivate(set) var raisers: [JournalNode] = []
    /// The last records of its raises.
    fileprivate(set) var raises: [Int] = []
  }

  let contents: JournalContents
  /// The difference between the target's number of a tree and the journal's.
  let treeOffset: Int
  let types: JournalTypes
  let words: RecordWords
  /// The numbers of its records.
  let records: Range<Int>
  let activity: JournalActivity
  /// The messages that no model got, in the order of their first raise. Tests of an inspector don't
  /// count.
  private(set) var lostMessages: [LostMessage] = []

  private struct Key: Hashable {
    var message: KnownMessage
    var event: JournalEvent
  }

  init(_ look: JournalLook, _ view: View) {
    contents = look.contents
    treeOffset = look.treeOffset
    types = JournalTypes(of: contents)
    words = RecordWords(contents: contents, types: types)
    let last = view.moment ?? look.lastRecord
    let first = contents.records.lowerBound
    records = first..<max(first, last + 1)
    activity = JournalActivity(of: contents, until: last)
    var places: [Key: Int] = [:]
    var raisers: Set<[Int]> = []
    contents.forEachRecord(in: records, of: [.uncaught, .unhandled, .unheard]) { record in
      guard let message = record.message, !record.isTest else { return true }
      let key = Key(message: message.unlabeled, event: record.event)
      let place = places[key] ?? lostMessages.count
      if place == lostMessages.count {
        places[key] = place
        lostMessages.append(LostMessage(message: message, event: record.event))
      }
      lostMessages[place].count += 1
      lostMessages[place].last = record.number
      if raisers.insert([place, record.node.tree, record.node.id]).inserted {
        lostMessages[place].raisers.append(record.node)
      }
      lostMessages[place].raises.append(record.raise ?? record.number)
      if lostMessages[place].raises.count > Problem.mostShown {
        lostMessages[place].raises.removeFirst()
      }
      return true
    }
  }
}
