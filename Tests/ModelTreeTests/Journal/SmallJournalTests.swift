import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TreeJournal
import TreeSnapshot

/// A journal into which the trees do not fit.
@MainActor @Suite struct `A journal that is too small for its tree` {
  private final class Row: Model {
    var whenAsked: (() -> Void)?

    override var label: String? {
      whenAsked?()
      return "row"
    }
  }

  private let journal = Journal(bytes: Journal.leastBytes)
  private let root = ProbeSession()

  private func raise(_ count: Int) {
    for _ in 0..<count { root.raise(MenuBubble.show) }
  }

  @Test func `says how many bytes would do, and keeps trees again once they fit`() async throws {
    root.record(in: journal)
    #expect(journal.bytesNeeded == nil)
    for _ in 0..<5_000 { _ = Row(parent: root) }
    let bytes = try #require(journal.bytesNeeded)
    let error = #expect(throws: (any Error).self) {
      _ = try journal.snapshot(after: journal.recordCount)
    }
    #expect(
      "\(try #require(error))"
        == "the tree did not fit into the journal; with \(bytes) bytes it would")
    // Models are not asked for labels that nothing takes.
    var asked = 0
    for case let row as Row in root.children { row.whenAsked = { asked += 1 } }
    for _ in 0..<20 {
      raise(500)
      await Task.yield()
    }
    #expect(asked == 0)
    for row in root.children.dropLast(10) { row.removeFromParent() }
    raise(500)
    #expect(journal.bytesNeeded == nil)
    #expect(try journal.snapshot(after: journal.recordCount).count == 11)
  }

  @Test func `records in a larger one with its tree`() throws {
    root.record(in: journal)
    for _ in 0..<5_000 { _ = Row(parent: root) }
    raise(50_000)
    let larger = Journal(bytes: try #require(journal.bytesNeeded))
    root.record(in: larger)
    #expect(larger.bytesNeeded == nil)
    #expect(try larger.snapshot(after: 0).count == 5_001)
  }
}
