import ModelTree
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

/// A storm, and how it began.
@Suite struct `A storm in a journal` {
  private let root = ProbeSession()

  private func records(_ journal: Journal) throws -> [JournalRecord] {
    let contents = try journal.contents
    return contents.records.compactMap { contents[$0] }
  }

  /// Two models that answer each other, after something has happened that leads to it.
  private func storm(rounds: Int, attachingEvery step: Int = .max, in journal: Journal) {
    root.record(in: journal)
    root.open()
    let (upper, lower) = (root.child("upper"), root.child("lower"))
    var left = rounds
    root.register(for: AppEvent.start) { [root] _ in
      while left > 0 {
        left -= 1
        if left % step == 0 { root.child("made") }
        upper.raise(AppEvent.finish)
      }
    }
    lower.register(for: AppEvent.finish)
    root.perform("begin", "here") { root.raise(AppEvent.start) }
  }

  @Test func `keeps its beginning, and counts what is left out`() throws {
    let journal = Journal(bytes: 1 << 18)
    storm(rounds: 50_000, in: journal)
    #expect(journal.droppedRecords == 0)
    let records = try records(journal)
    #expect(records.contains { $0.action == "begin here" })
    let thinned = try #require(records.first { $0.event == .thinned })
    #expect(records.count { $0.event == .thinned } == 1)
    let raised = records.filter { $0.event == .raised && $0.message?.code == "Finish" }
    #expect(raised.count + (thinned.count ?? 0) == 50_000)
    #expect(raised.count { $0.number < thinned.number } > 500)
    #expect(raised.contains { $0.number > thinned.number })
    #expect(thinned.message?.code == "Finish" && thinned.cause != nil)
    let last = try #require(thinned.last)
    #expect(last > thinned.number && last <= journal.recordCount)
    let line = try #require(
      RecordWords.lines(of: thinned.number..<thinned.number + 1, in: journal.contents).first)
    #expect(
      line.string.hasSuffix(
        "\(thinned.count ?? 0) messages of a storm are left out, from event AppEvent.Finish on, until "
          + "#\(last)"), "\(line)")
  }

  @Test func `loses nothing that changes the tree, and its trees are right`() throws {
    let journal = Journal(bytes: 1 << 18)
    storm(rounds: 5_000, attachingEvery: 50, in: journal)
    let records = try records(journal)
    #expect(records.contains { $0.event == .thinned })
    #expect(records.count { $0.event == .attached } == 102)
    // Handlers that are left out still are causes.
    #expect(records.filter { $0.event == .attached }.suffix(100).allSatisfy { $0.cause != nil })
    #expect(try journal.snapshot(after: journal.recordCount).count == root.snapshot().count)
  }

  @Test func `messages that nothing led to, and few, are all recorded`() throws {
    let journal = Journal(bytes: 1 << 18)
    root.record(in: journal)
    for _ in 0..<3_000 { root.raise(AppEvent.start) }
    #expect(try records(journal).allSatisfy { $0.event != .thinned })
    #expect(journal.droppedRecords > 0)
    let small = Journal(bytes: Journal.leastBytes)
    storm(rounds: 5_000, in: small)
    #expect(try records(small).allSatisfy { $0.event != .thinned })
  }
}
