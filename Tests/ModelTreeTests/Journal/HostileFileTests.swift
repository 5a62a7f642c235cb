import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

/// Files with a wrong header, and files that contain more than a journal.
@Suite struct `A journal's file that somebody has changed` {
  private let folder: TemporaryFolder
  private let path: String
  private let original: [UInt64]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "app.journal")
    let journal = try Journal(bytes: Journal.leastBytes, file: path)
    let root = ProbeSession()
    root.record(in: journal)
    for number in 0..<100 { root.child("\(number)").raise(NetworkErrors.badToken) }
    original = try Data(contentsOf: URL(filePath: path)).withUnsafeBytes {
      Array($0.bindMemory(to: UInt64.self))
    }
  }

  /// Writes a file that seems to be large, and takes next to nothing on the disk.
  private func write(_ words: [UInt64], size: Int) throws {
    try words.withUnsafeBytes { try Data($0).write(to: URL(filePath: path)) }
    try #require(truncate(path, off_t(size)) == 0)
  }

  @Test func `is read as far as its header counts`() throws {
    try write(original, size: 3 << 30)
    let contents = try JournalContents(contentsOfFile: path)
    #expect(contents.wordCount == original.count)
    let all = contents.records
    #expect(try all == JournalContents(words: original).records)
    #expect(all.allSatisfy { contents[$0] != nil })
  }

  @Test func `is refused at once if its header counts more than there is`() throws {
    var words = original
    for count in [UInt64(words.count) + 1, 1 << 40, 1 << 61, .max] {
      words[2] = count
      try write(words, size: words.count * 8)
      let error = #expect(throws: JournalError.self) { try JournalContents(contentsOfFile: path) }
      #expect(error == .damaged(path: path, .cutOff))
    }
    words[2] = 3 << 27 + 1
    try write(words, size: 3 << 30)
    let bytes = try FileBytes(arriving: path)
    #expect(throws: JournalError.damaged(path: path, .cutOff)) {
      try JournalContents(bytes, path: path)
    }
    // It wasn't read to its end.
    try bytes.receive(upTo: 2 << 20)
    #expect(bytes.withBuffer { $0.count } == 2 << 20)
  }

  @Test func `is read, or refused, whatever its header says`() throws {
    var random = SeededGenerator(seed: 14)
    var (read, refused) = (0, 0)
    for _ in 0..<1_000 {
      var words = original
      for _ in 0..<random.pick([1, 1, 2, 4]) {
        let size = UInt64(words.count)
        words[random.next(below: 32)] = random.pick([
          random.next(), 0, .max, size, size / 2, UInt64(random.next(below: 1 << 23)), 1 << 40,
        ])
      }
      try write(words, size: 64 << 20)
      do {
        let contents = try JournalContents(contentsOfFile: path)
        #expect(contents.wordCount == Int(words[2]))
        _ = try? contents.lastSnapshot()
        read += 1
      } catch {
        #expect(!"\(error)".isEmpty)
        refused += 1
      }
    }
    #expect(read > 100 && refused > 100)
  }
}
