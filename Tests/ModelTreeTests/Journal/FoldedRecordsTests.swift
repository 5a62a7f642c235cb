import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal

/// The last records of a journal, with those folded that repeat.
@Suite struct `The end of a journal` {
  private func contents(_ seed: UInt64, raises: Int) throws -> JournalContents {
    let (journal, root) = (Journal(bytes: 1 << 22), ProbeSession())
    root.record(in: journal)
    var random = SeededGenerator(seed: seed)
    var models: [Probe] = (0..<4).map { root.child("model \($0)") }
    while journal.recordCount < raises {
      if random.chance(1, in: 20) { models.append(root.child("model")) }
      let model = random.pick(models)
      // Now and then the same again and again.
      let times = random.chance(1, in: 3) ? random.next(below: 300) : 1
      for _ in 0..<times {
        model.raise(random.chance(1, in: 200) ? AppEvent.finish : AppEvent.start)
      }
    }
    return try journal.contents
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `is the same whether earlier records are looked at or not`(seed: UInt64) throws {
    let contents = try contents(seed, raises: 12_000)
    let numbers = Array(contents.records)
    let whole = contents.folded(numbers, limit: .max)
    for limit in [1, 50, 400] {
      let last = contents.folded(numbers, limit: limit)
      #expect(last.dropFirst() == whole.suffix(last.count).dropFirst(), "\(limit)")
      #expect(last.first?.last == whole.suffix(last.count).first?.last, "\(limit)")
    }
  }

  @Test func `folds the last of many records that are all different`() throws {
    let (journal, root) = (Journal(bytes: 1 << 22), ProbeSession())
    root.record(in: journal)
    for number in 0..<20_000 {
      let model = root.child("model")
      if number % 2 == 0 { model.raise(AppEvent.start) }
    }
    let contents = try journal.contents
    #expect(contents.folded(Array(contents.records), limit: 50).count == 1)
  }
}
