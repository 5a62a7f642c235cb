import TreeJournal

/// What became of the messages of a journal.
struct MessageOutcomes: Sendable {
  private let contents: JournalContents
  private var outcomes: [Int: Int] = [:]

  /// Collects the outcomes. Costs a look at each record that is kept.
  init(of contents: JournalContents) {
    self.contents = contents
    contents.forEachRecord { record in
      if let raise = record.raise { outcomes[raise] = record.number }
      return true
    }
  }

  /// The record of what became of a message; nil where nothing is recorded of that.
  ///
  /// - Parameter raise: the number of its raise.
  subscript(raise: Int) -> JournalRecord? { outcomes[raise].flatMap { contents[$0] } }
}
