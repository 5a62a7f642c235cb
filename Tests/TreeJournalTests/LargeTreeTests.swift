import Testing
import TreeJournal
import TreeSnapshot

/// A tree that does not fit into a checkpoint.
@Suite struct `A tree that is too large for its journal` {
  /// Counts how often it is measured.
  private final class Tree {
    var models: Int
    private(set) var measured = 0

    init(models: Int) { self.models = models }

    var checkpoint: [(number: Int, members: [UInt8])] {
      measured += 1
      var line = JournalLine()
      line.write(", \"nodes\": [{\"type\": \"Model\", \"id\": ", 1)
      for id in 2...models {
        line.write("}, {\"type\": \"Model\", \"parent\": 1, \"id\": ", id)
      }
      line.write("}]")
      return [(1, line.bytes)]
    }
  }

  /// Writes records, and checkpoints when they are due.
  private func write(_ count: Int, _ tree: Tree, _ writer: JournalWriter) {
    for _ in 0..<count {
      writer.write(.opened, JournalNode(tree: 1, id: 1))
      if writer.isCheckpointDue { writer.writeCheckpoint { tree.checkpoint } }
    }
  }

  private let writer = JournalWriter(bytes: 65_536)

  @Test func `is measured again when records took as many bytes, and is kept once it fits`() {
    let tree = Tree(models: 10_000)
    write(2_000, tree, writer)
    #expect(tree.measured == 1)
    write(20_000, tree, writer)
    #expect((2...6).contains(tree.measured))
    tree.models = 40
    write(10_000, tree, writer)
    #expect(writer.bytesNeeded == nil)
    // From then on with each checkpoint.
    let measured = tree.measured
    write(1_000, tree, writer)
    #expect(tree.measured > measured)
  }

  @Test func `fits into a journal of the bytes that are said to be needed`() throws {
    let tree = Tree(models: 5_000)
    write(1_000, tree, writer)
    let bytes = try #require(writer.bytesNeeded)
    let larger = JournalWriter(bytes: bytes)
    let same = Tree(models: 5_000)
    larger.writeCheckpoint { same.checkpoint }
    #expect(larger.bytesNeeded == nil)
    write(20_000, same, larger)
    let contents = try JournalContents(bytes: larger.excerpt(after: 0))
    #expect(contents.droppedCount > 0 && contents.faultCount == 0)
    for moment in [contents.records.lowerBound - 1, contents.records.upperBound - 1] {
      #expect(try contents.snapshot(at: moment).count == 5_000)
    }
  }

  /// Checkpoints around the limit.
  @Test func `is kept or left out at the very limit, and no record is damaged`() throws {
    var kept: Set<Bool> = []
    for count in stride(from: 1_000, to: 1_500, by: 20) {
      let writer = JournalWriter(bytes: 200_000)
      let tree = Tree(models: count)
      writer.writeCheckpoint { tree.checkpoint }
      write(4_000, tree, writer)
      let bytes = writer.excerpt(after: 0)
      #expect(bytes.count <= 200_000)
      let contents = try JournalContents(bytes: bytes)
      #expect(contents.faultCount == 0)
      #expect(contents.records.last == 4_000 && contents.records.count > 100)
      #expect(contents.records.allSatisfy { contents[$0]?.event == .opened })
      kept.insert(writer.bytesNeeded == nil)
      if writer.bytesNeeded == nil {
        for moment in contents.records where moment % 100 == 0 {
          #expect(try contents.snapshot(at: moment).count == count)
        }
      }
    }
    #expect(kept == [true, false])
  }
}
