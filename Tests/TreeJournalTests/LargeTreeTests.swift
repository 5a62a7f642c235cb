import Testing
import TreeJournal

/// A tree that does not fit into a checkpoint.
@Suite struct `A tree that is too large for its journal` {
  /// Counts how often it is measured.
  private final class Tree {
    var models: Int
    private(set) var measured = 0

    init(models: Int) { self.models = models }

    var checkpoint: JournalCheckpoint {
      measured += 1
      var checkpoint = JournalCheckpoint()
      for _ in 0..<(4 * models) { checkpoint.append(0) }
      return checkpoint
    }
  }

  private let writer = JournalWriter(bytes: 65_536)

  /// Writes records, and begins segments when they are due.
  private func write(_ count: Int, _ tree: Tree) {
    for _ in 0..<count {
      writer.write(.init(.opened, node: 1))
      if writer.isFull { writer.beginSegment(models: tree.models) { tree.checkpoint } }
    }
  }

  @Test func `is measured once, and again when as much was recorded`() {
    let tree = Tree(models: 100_000)
    write(50_000, tree)
    #expect(tree.measured == 1)
    write(1_600_000, tree)
    #expect(tree.measured == 2)
  }

  @Test func `is measured when half of it is gone`() {
    let tree = Tree(models: 100_000)
    write(1_000, tree)
    tree.models = 50_000
    write(1_000, tree)
    tree.models = 40
    write(1_000, tree)
    #expect(writer.bytesNeeded == nil)
    // From then on with each segment.
    let measured = tree.measured
    write(1_000, tree)
    #expect(measured >= 3 && tree.measured > measured)
  }

  @Test func `fits into a journal of the bytes that are said to be needed`() throws {
    let tree = Tree(models: 5_000)
    write(1_000, tree)
    let bytes = try #require(writer.bytesNeeded)
    let larger = JournalWriter(bytes: bytes)
    larger.beginSegment(models: tree.models) { tree.checkpoint }
    #expect(larger.bytesNeeded == nil)
  }

  /// Checkpoints around the limit, whose last words fill whole records or don't.
  @Test func `is kept or left out at the very limit, and no record is damaged`() throws {
    var kept: Set<Bool> = []
    for count in 5_800..<5_870 {
      let writer = JournalWriter(bytes: 200_000)
      for number in 1...4_000 {
        writer.write(.init(.opened, node: UInt64(number)))
        if writer.isFull {
          writer.beginSegment(models: 1) {
            var checkpoint = JournalCheckpoint()
            for _ in 0..<count { checkpoint.append(0) }
            return checkpoint
          }
        }
      }
      let contents = try JournalContents(words: writer.excerpt(after: 0))
      #expect(contents.records.last == 4_000 && contents.records.count > 100)
      #expect(contents.records.allSatisfy { contents[$0]?.node.id == $0 })
      kept.insert(writer.bytesNeeded == nil)
    }
    #expect(kept == [true, false])
  }
}
