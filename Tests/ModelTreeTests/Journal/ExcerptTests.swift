import ModelTree
import TestSupport
import Testing
import TreeJournal
import TreeSnapshot

/// The part of a journal behind a record.
@Suite struct `A part of a journal` {
  private let root = ProbeSession()

  /// A journal that has dropped its oldest records, or none.
  private func journal(children: Int) -> Journal {
    let journal = Journal(bytes: Journal.leastBytes)
    root.record(in: journal)
    for number in 0..<children {
      let child = root.child("\(number)")
      child.register(for: NetworkErrors.badToken)
      child.raise(NetworkErrors.badToken)
      if number > 4 { root.children[0].removeFromParent() }
    }
    return journal
  }

  private func excerpt(after record: Int, limit: Int = .max) throws -> JournalContents {
    let writer = try #require(root.recording?.writer)
    return try JournalContents(words: writer.excerpt(after: record, limit: limit))
  }

  @Test(arguments: [3, 40, 400])
  func `holds the records behind another one, as the whole journal has them`(children: Int) throws {
    let journal = journal(children: children)
    let whole = try excerpt(after: 0)
    #expect(whole.records == (journal.droppedRecords + 1)..<(journal.recordCount + 1))
    for record in stride(from: 0, through: journal.recordCount, by: max(1, children / 10)) {
      for limit in [0, 1, 7, Int.max] {
        let part = try excerpt(after: record, limit: limit)
        let first = max(record, journal.droppedRecords) + 1
        let count = min(limit, journal.recordCount + 1 - first)
        #expect(part.records == first..<(first + count))
        #expect(part.records.allSatisfy { part[$0] == whole[$0] })
        #expect(part.wordCount <= whole.wordCount)
      }
    }
  }

  @Test func `behind record 0 lie all trees, and behind others those of its later checkpoints`()
    throws
  {
    let journal = journal(children: 400)
    let whole = try excerpt(after: 0)
    let part = try excerpt(after: journal.droppedRecords + whole.records.count / 2)
    var rebuilt = 0
    for moment in stride(from: journal.recordCount, through: journal.droppedRecords, by: -7) {
      let snapshot = try whole.snapshot(at: moment)
      if moment == journal.recordCount { #expect(snapshot.count == root.snapshot().count) }
      guard let again = try? part.snapshot(at: moment) else { continue }
      #expect(again.dump() == snapshot.dump())
      rebuilt += 1
    }
    #expect(rebuilt > 0 && rebuilt < whole.records.count / 14 + 1)
  }

  @Test func `behind the last record there is none`() throws {
    let journal = journal(children: 3)
    for record in [journal.recordCount, journal.recordCount + 1, Int.max - 1] {
      let part = try excerpt(after: record)
      #expect(part.records.isEmpty)
      #expect(part.records.lowerBound == journal.recordCount + 1)
    }
  }
}
