import TreeJournal

/// A journal up to the moment that a view shows, with what is asked of it.
struct SearchedJournal {
  /// A message that no model took, as often as that happened.
  struct LostMessage {
    let message: JournalMessage
    /// What became of it.
    let event: JournalEvent
    fileprivate(set) var count = 0
    /// The last record of its outcomes.
    fileprivate(set) var last = 0
    /// The models that raised it, each once, in the order in which they did so first.
    fileprivate(set) var raisers: [JournalNode] = []
    /// The last records of its raises.
    fileprivate(set) var raises: [Int] = []
  }

  let contents: JournalContents
  /// What the target's number of a tree is ahead of the journal's.
  let treeOffset: Int
  let types: JournalTypes
  let words: RecordWords
  /// The numbers of its records.
  let records: Range<Int>
  let activity: JournalActivity
  /// The messages that no model took, in the order in which they were raised first. Tests of an inspector
  /// don't count.
  private(set) var lostMessages: [LostMessage] = []

  private struct Key: Hashable {
    var message: JournalMessage
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
    activity = JournalActivity(of: contents, until: last) { !$0.isTest }
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
