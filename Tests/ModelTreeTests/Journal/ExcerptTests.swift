import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TreeJournal
import TreeSnapshot

/// The part of a journal after a record.
@Suite struct `A part of a journal` {
  private let root = ProbeSession()

  /// A journal that has dropped its oldest records, or none.
  private func journal(children: Int, bytes: Int = Journal.leastBytes) -> Journal {
    let journal = Journal(bytes: bytes)
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
    let journal = try #require(root.recording?.journal)
    return try JournalContents(bytes: journal.lines(after: record, limit: limit))
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
        #expect(part.byteCount <= whole.byteCount)
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

  @Test(arguments: [1, 7, 64])
  func `parts that follow each other are one journal, with all moments of the whole`(
    step: Int
  ) throws {
    let journal = Journal(bytes: 12 * Journal.leastBytes)
    root.record(in: journal)
    var seen = try excerpt(after: 0)
    var counts: [Int: Int] = [:]
    for number in 0..<400 {
      let child = root.child("\(number)")
      child.register(for: NetworkErrors.badToken)
      child.raise(NetworkErrors.badToken)
      if number > 4 { root.children[0].removeFromParent() }
      counts[journal.recordCount] = root.snapshot().count
      guard number % step == 0 || number == 399 else { continue }
      let part = try excerpt(after: seen.records.upperBound - 1)
      seen = try #require(seen.followed(by: part, limit: .max))
    }
    let whole = try excerpt(after: 0)
    #expect(seen.records == 1..<(journal.recordCount + 1))
    #expect(journal.droppedRecords > 0, "more is seen than the journal keeps")
    #expect(whole.records.allSatisfy { seen[$0] == whole[$0] })
    for moment in whole.records where moment % 5 == 0 {
      #expect(try seen.snapshot(at: moment).dump() == whole.snapshot(at: moment).dump())
    }
    for (moment, count) in counts { #expect(try seen.snapshot(at: moment).count == count) }
  }

  @Test func `what takes more than a limit is not put together`() throws {
    let journal = journal(children: 100, bytes: 1 << 18)
    let early = try excerpt(after: 0)
    for _ in 0..<20 { root.raise(NetworkErrors.badToken) }
    let part = try excerpt(after: early.records.upperBound - 1)
    let all = try #require(early.followed(by: part, limit: .max))
    #expect(all.records.upperBound == journal.recordCount + 1)
    #expect(early.followed(by: part, limit: all.byteCount) != nil)
    #expect(early.followed(by: part, limit: all.byteCount - 1) == nil)
  }

  @Test func `parts with records missing between them are not put together`() throws {
    let journal = journal(children: 20)
    let early = try excerpt(after: 0, limit: 10)
    #expect(try early.followed(by: excerpt(after: journal.recordCount), limit: .max) == nil)
    #expect(try early.followed(by: excerpt(after: early.records.lowerBound), limit: .max) == nil)
    let part = try excerpt(after: early.records.upperBound - 1)
    #expect(early.followed(by: part, limit: .max) != nil)
    let other = ProbeSession()
    other.record(in: Journal(bytes: Journal.leastBytes))
    for _ in 0..<50 { other.raise(NetworkErrors.badToken) }
    let foreign = try JournalContents(
      bytes: #require(other.recording?.journal).lines(after: early.records.upperBound - 1))
    #expect(early.followed(by: foreign, limit: .max) == nil)
  }
}
