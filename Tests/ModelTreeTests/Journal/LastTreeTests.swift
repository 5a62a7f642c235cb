import ModelTree
import ModelTreeJournal
import Testing
import TreeJournal
import TreeSnapshot

/// The last tree of a journal.
@Suite struct `The last tree of a journal` {
  private func session(_ children: Int, in journal: Journal) -> ProbeSession {
    let root = ProbeSession()
    root.record(in: journal)
    root.open()
    for number in 0..<children { _ = root.child("\(number)") }
    return root
  }

  @Test func `it is the present one as long as there is one`() throws {
    let journal = Journal(bytes: 1 << 18)
    let root = session(3, in: journal)
    let contents = try journal.contents
    #expect(try contents.snapshot(at: contents.lastMomentWithTree() ?? 0).count == 4)
    let last = try journal.snapshot(after: journal.recordCount)
    #expect(try contents.snapshot(at: contents.lastMomentWithTree() ?? 0).dump() == last.dump())
    withExtendedLifetime(root) {}
  }

  @Test func `where the tree was closed and ended, it is the one before`() throws {
    let journal = Journal(bytes: 1 << 18)
    var root: ProbeSession? = session(5, in: journal)
    let local = Session(parent: root?.children[0] ?? Session())
    local.open()
    let before = try journal.snapshot(after: journal.recordCount)
    root?.close()
    root = nil
    let contents = try journal.contents
    let error = #expect(throws: MomentError.self) {
      try contents.snapshot(at: journal.recordCount)
    }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.hasPrefix("there was no tree at moment \(journal.recordCount)"), "\(words)")
    #expect(try contents.snapshot(at: contents.lastMomentWithTree() ?? 0).dump() == before.dump())
  }

  @Test func `a journal without a tree has none`() throws {
    let journal = Journal(bytes: 1 << 18)
    #expect(throws: (any Error).self) { try journal.contents.snapshot(at: 0) }
  }
}
