import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TreeJournal

/// Changes to a journal's file from outside of its app.
@Suite struct `The file of an app that records` {
  private func run(_ fault: String, bytes: Int, in folder: TemporaryFolder) throws -> Outcome {
    try ChildProcess.run(
      [BuiltProduct.path(of: "JournalVictim"), "app.journal", "\(bytes)", "35", fault],
      environment: [:], directory: folder.path)
  }

  @Test(arguments: ["cut", "zeros"])
  func `may be cut off, or filled with zeros: the app begins it again`(fault: String) throws {
    let folder = try TemporaryFolder()
    #expect(
      try run(fault, bytes: 65_536, in: folder) == Outcome(status: 0, output: [], errors: ""))
    let contents = try JournalContents(contentsOfFile: folder.path(of: "app.journal"))
    #expect(contents.faultCount == 0)
    #expect(contents.records.count > 20)
    _ = try contents.snapshot(at: contents.records.upperBound - 1)
  }

  @Test(arguments: [65_536, 1 << 18])
  func `stays the parent's after a fork, and the child records nothing`(bytes: Int) throws {
    let folder = try TemporaryFolder()
    #expect(
      try run("fork", bytes: bytes, in: folder) == Outcome(status: 0, output: [], errors: ""))
    let contents = try JournalContents(contentsOfFile: folder.path(of: "app.journal"))
    #expect(contents.records.allSatisfy { contents[$0] != nil })
    for moment in [contents.records.lowerBound - 1, contents.records.upperBound - 1] {
      _ = try contents.snapshot(at: moment)
    }
  }

  @Test func `may be written by another process: the app keeps recording`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 12)
    for round in 0..<4 {
      let path = folder.path(of: "\(round).journal")
      let journal = try Journal(bytes: Journal.leastBytes, file: path)
      let other = try FileHandle(forUpdating: URL(filePath: path))
      let size = try Int(other.seekToEnd())
      let root = ProbeSession()
      root.record(in: journal)
      for number in 0..<400 {
        let words = [random.next(), 0, .max, UInt64(random.next(below: 1 << 20)), 6]
        try other.seek(toOffset: UInt64(8 * random.next(below: size / 8)))
        try withUnsafeBytes(of: random.pick(words)) { try other.write(contentsOf: Data($0)) }
        let child = root.child("\(number)")
        child.register(for: NetworkErrors.badToken)
        child.raise(NetworkErrors.badToken)
        child.raise(NetworkErrors.badResponse)
        if number > 4 { root.children[0].removeFromParent() }
        // A damaged file is refused.
        guard number % 8 == 0 else { continue }
        _ = try? journal.snapshot(after: random.next(below: journal.recordCount))
      }
      #expect(journal.recordCount > 2_000)
    }
  }
}
