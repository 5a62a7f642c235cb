import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

@Suite struct `The file of a journal` {
  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func record(into path: String, children: Int, keeping: Int = 3) throws {
    let journal = try Journal(bytes: 16_384, file: path, keeping: keeping)
    let root = ProbeSession()
    root.record(in: journal)
    for number in 0..<children { root.child("\(number)") }
  }

  private func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `a stated number of earlier journals is kept beside it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "deep/app.journal")
    for children in 1...5 { try record(into: path, children: children, keeping: 2) }
    let counts = try [path, "\(path).1", "\(path).2"].map { path in
      try JournalContents(contentsOfFile: path).records.count
    }
    // Each child, and the end of the root.
    #expect(counts == [6, 5, 4])
    #expect(!FileManager.default.fileExists(atPath: "\(path).3"))
  }

  @Test func `it is for its owner alone`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "app.journal")
    try record(into: path, children: 1)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file of another format stays as it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "notes.txt")
    try write("my notes, which are longer than a word", to: path)
    let error = #expect(throws: JournalFileError.self) { try record(into: path, children: 1) }
    #expect(
      "\(try #require(error))"
        == "'\(path)' is not a journal, and stays as it is; name another file")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("my notes"))
    #expect(try names(in: folder) == ["notes.txt"])
  }

  @Test func `neither is one with the name of an earlier journal`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "app.journal")
    try record(into: path, children: 1)
    try write("my notes", to: "\(path).2")
    #expect(throws: JournalFileError.self) { try record(into: path, children: 2) }
    #expect(try JournalContents(contentsOfFile: path).records.count == 2)
    #expect(try names(in: folder) == ["app.journal", "app.journal.2"])
  }

  @Test func `a link is not followed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "app.journal")
    try record(into: folder.path(of: "real"), children: 1)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path(of: "real"))
    #expect(throws: JournalFileError.self) { try record(into: path, children: 2) }
    #expect(try JournalContents(contentsOfFile: folder.path(of: "real")).records.count == 2)
  }

  @Test func `a pipe in its place is refused, and not waited for`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "app.journal")
    try #require(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: JournalFileError.self) { try record(into: path, children: 1) }
    #expect(
      "\(try #require(error))"
        == "cannot write '\(path)': it is not a regular file; name another")
    #expect(try names(in: folder) == ["app.journal"])
  }

  @Test func `what a killed start has left is removed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "app.journal")
    // No process has such a number.
    try write("", to: "\(path).new-99999999")
    try record(into: path, children: 1)
    #expect(try names(in: folder) == ["app.journal"])
  }

  #if os(Linux)
    /// A file of few bytes stands for a disk that is full.
    @Test func `a full disk costs records, and the journal goes on when there is room`() throws {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "app.journal")
      let journal = try Journal(bytes: 65_536, file: path)
      let root = ProbeSession()
      root.record(in: journal)
      for number in 0..<10 { root.child("\(number)") }
      var limit = rlimit()
      let files = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      getrlimit(files, &limit)
      let size = try #require(
        FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      var full = limit
      full.rlim_cur = rlim_t(size + 50)
      let former = signal(SIGXFSZ, SIG_IGN)
      setrlimit(files, &full)
      for number in 0..<10 { root.child("lost \(number)") }
      setrlimit(files, &limit)
      signal(SIGXFSZ, former)
      let (lost, models) = (journal.recordCount, 21)
      for number in 0..<10 { root.child("\(number)") }
      let contents = try JournalContents(contentsOfFile: path)
      #expect(contents.records.upperBound - 1 == journal.recordCount)
      #expect(contents.faultCount == 1, "\(contents.faults)")
      #expect(try contents.snapshot(at: journal.recordCount).count == models + 10)
      #expect(throws: MomentError.damaged) { try contents.snapshot(at: lost) }
    }
  #endif
}

extension JournalContents {
  /// Reads a journal's file.
  init(contentsOfFile path: String) throws { try self.init(FileBytes(arriving: path), path: path) }
}
