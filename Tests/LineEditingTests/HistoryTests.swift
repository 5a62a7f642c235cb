import TestSupport
import Testing
import TextIO

@testable import LineEditing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension TemporaryFolder {
  fileprivate func mode(of name: String) -> mode_t {
    var status = stat()
    stat(path(of: name), &status)
    return status.st_mode & 0o777
  }
}

extension TerminalTests {
  @Suite struct History {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func session(_ file: String = "state/modeltree/history") throws -> EditorSession {
      var setup = EditorSession.Setup()
      setup.historyFile = "\(folder.path)/\(file)"
      return try EditorSession(setup: setup)
    }

    private func enter(_ lines: String..., in session: EditorSession) throws {
      for line in lines {
        try session.type("\(line)\r")
        #expect(try session.nextLine() == .text(line))
        try session.waitForPrompt()
      }
    }

    @Test func `the up arrow recalls lines of this session and of the one before`() throws {
      let first = try session()
      try enter("print", "find é*", in: first)
      try first.type("\u{1b}[A\u{1b}[A")
      try first.waitForScreen { $0.beforeCursor == "> print" }
      try first.finish()
      #expect(try folder.text(of: "state/modeltree/history") == "print\nfind é*\n")
      #expect(folder.mode(of: "state/modeltree/history") == 0o600)
      #expect(folder.mode(of: "state/modeltree") == 0o700)

      let second = try session()
      try enter("lint", in: second)
      try second.type("\u{1b}[A\u{1b}[A\r")
      #expect(try second.nextLine() == .text("find é*"))
    }

    @Test func `a file with a byte-order mark and newlines of Windows keeps its lines`() throws {
      try folder.write("\u{feff}print\r\nfind é*\r\n", to: "old")
      let session = try session("old")
      try session.type("\u{1b}[A\u{1b}[A")
      try session.waitForScreen { $0.beforeCursor == "> print" }
      try session.type("\u{1b}[B\r")
      #expect(try session.nextLine() == .text("find é*"))
    }

    @Test func `empty lines and repetitions stay out`() throws {
      let session = try session()
      try enter("print", "print", "lint", "print", in: session)
      try session.type("   \r\r")
      #expect(try session.nextLine() == .text("   "))
      #expect(try session.nextLine() == .text(""))
      #expect(try folder.text(of: "state/modeltree/history") == "print\nlint\nprint\n")
    }

    @Test func `characters that act on a terminal never reach the file`() throws {
      let session = try session()
      try session.type("a\u{16}\u{1b}[31m\r")
      #expect(try session.nextLine() == .text("a\u{1b}[31m"))
      try session.waitForPrompt()
      try session.type("b\u{202e}c\r")
      #expect(try session.nextLine() == .text("b\u{202e}c"))
      try session.waitForPrompt()
      try enter("plain", in: session)
      #expect(try folder.text(of: "state/modeltree/history") == "plain\n")
    }

    @Test func `a damaged file loses only its damage`() throws {
      let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3 | 0x80) }
      let bytes = Array("good\n".utf8) + noise + Array("\nx\u{1b}[2Jy\n\0\nbetter".utf8)
      try folder.write(bytes, to: "history")
      let session = try session("history")
      try session.type("\u{1b}[A\u{1b}[A\r")
      #expect(try session.nextLine() == .text("good"))
      try session.waitForPrompt()
      #expect(try folder.text(of: "history") == "good\nbetter\ngood\n")
      #expect(session.historyWarning == nil)
    }

    @Test func `of a huge file the last thousand lines stay`() throws {
      try folder.write(Array((1...200_000).map { "line \($0)\n" }.joined().utf8), to: "history")
      let file = HistoryFile(path: "\(folder.path)/history")
      let lines = try file.load()
      #expect(lines.count == 1000)
      #expect(lines.first == "line 199001")
      #expect(try folder.text(of: "history").split(separator: "\n").count == 1000)
      try file.append("one more")
      #expect(try file.load().first == "line 199002")
      #expect(try file.load().last == "one more")
    }

    @Test func `sessions that enter lines at the same moment keep all of them`() throws {
      let path = folder.path(of: "history")
      let threads = try (1...4).map { session in
        try #require(
          BackgroundThread {
            for line in 1...30 { try? HistoryFile(path: path).append("\(session) \(line)") }
          })
      }
      for thread in threads { thread.join() }
      let lines = Set(try HistoryFile(path: path).load())
      #expect(lines.count == 120)
    }

    @Test func `a link and a read-only file stay as they are`() throws {
      symlink(folder.path(of: "nowhere/history"), folder.path(of: "link"))
      #expect(throws: FileError(.write, folder.path(of: "link"), .system(ELOOP))) {
        try HistoryFile(path: folder.path(of: "link")).append("a")
      }
      try folder.write("a\n", to: "frozen")
      chmod(folder.path(of: "frozen"), 0o400)
      #expect(throws: FileError(.write, folder.path(of: "frozen"), .isReadOnly)) {
        try HistoryFile(path: folder.path(of: "frozen")).append("b")
      }
      #expect(try folder.text(of: "frozen") == "a\n")
      #expect(folder.mode(of: "frozen") == 0o400)
      #expect(folder.names == ["frozen", "link"])
      let session = try session("frozen")
      try enter("print", in: session)
      #expect(
        session.historyWarning
          == "the history is not kept: cannot write '\(folder.path(of: "frozen"))': it is read-only"
      )
      try session.type("\u{1b}[A\u{1b}[A\r")
      #expect(try session.nextLine() == .text("a"))
    }
  }
}
