import TextIO

extension JournalContents {
  /// The records that count messages which were left out. Costs a look at each record's kind.
  package var thinned: [JournalRecord] {
    var thinned: [JournalRecord] = []
    forEachRecord(of: [.thinned]) { record in
      thinned.append(record)
      return true
    }
    return thinned
  }
}
