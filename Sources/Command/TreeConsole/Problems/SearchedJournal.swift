import TreeJournal

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
}
