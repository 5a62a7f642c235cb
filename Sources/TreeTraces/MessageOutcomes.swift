import TreeJournal

/// What became of the messages of a journal.
struct MessageOutcomes: Sendable {
  private let contents: JournalContents
  /// For each record that is kept, the number of what became of its message, or 0.
  private var outcomes: [Int]

  /// Collects the outcomes. Costs a look at each record that is kept.
  init(of contents: JournalContents) {
    self.contents = contents
    outcomes = Array(repeating: 0, count: contents.records.count)
    let first = contents.records.lowerBound
    contents.forEachOutcome { raise, outcome in outcomes[raise - first] = outcome }
  }

  /// The record of what became of a message; nil where nothing is recorded of that.
  ///
  /// - Parameter raise: the number of its raise.
  subscript(raise: Int) -> JournalRecord? {
    guard contents.records.contains(raise) else { return nil }
    let outcome = outcomes[raise - contents.records.lowerBound]
    return outcome == 0 ? nil : contents[outcome]
  }
}
