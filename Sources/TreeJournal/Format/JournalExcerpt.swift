/// The part of an app's journal behind a record, which is a journal itself.
package struct JournalExcerpt: Hashable, Sendable {
  /// The words of the journal.
  package var words: [UInt64]
  /// The app's present time, in nanoseconds since 1970.
  package var now: Int
  /// The app's tree as whoever looks at it counts trees.
  package var tree: Int
  /// The number of that tree in the journal.
  package var treeInJournal: Int

  /// Describes an excerpt.
  package init(words: [UInt64], now: Int, tree: Int, treeInJournal: Int) {
    self.words = words
    self.now = now
    self.tree = tree
    self.treeInJournal = treeInJournal
  }
}
