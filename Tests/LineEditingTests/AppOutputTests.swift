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

extension TerminalTests {
  /// A descriptor on the terminal plays the app's standard output; the tests' own stays theirs.
  @Suite struct CapturedOutput {
    private let terminal: PseudoTerminal
    private let app: Int32
    private let output: AppOutput

    init() throws {
      terminal = try PseudoTerminal(columns: 20, rows: 8)
      app = try #require(Descriptor.copy(of: terminal.slave))
      output = try #require(AppOutput.start(replacing: [app]))
    }

    private func session() throws -> EditorSession {
      var setup = EditorSession.Setup()
      setup.appOutput = output
      return try EditorSession(columns: 20, rows: 8, terminal: terminal, setup: setup)
    }

    private func say(_ text: String) {
      var bytes = Array(text.utf8)
      #expect(write(app, &bytes, bytes.count) == bytes.count)
    }

    private func end() {
      output.stop()
      close(app)
    }

    @Test func `is above the prompt and the half-typed line stays`() throws {
      let session = try session()
      try session.type("find x\u{2}\u{2}")
      try session.waitForScreen { $0.lines == ["> find x"] && $0.beforeCursor == "> find" }
      say("hello\nworld\n")
      try session.waitForScreen {
        $0.lines == ["hello", "world", "> find x"] && $0.beforeCursor == "> find"
      }
      try session.type("er\r")
      #expect(try session.nextLine() == .text("finder x"))
      end()
    }

    @Test func `erases a line that takes several rows`() throws {
      let session = try session()
      try session.type("abcdefghijklmnopqrstuvwxyz日本\u{1}")
      try session.waitForScreen { $0.row == 0 && $0.lines.count == 2 }
      say("one\n")
      try session.waitForScreen {
        $0.lines == ["one", "> abcdefghijklmnopqr", "stuvwxyz日本"] && $0.beforeCursor == "> "
      }
      try session.type("\u{5}")
      try session.waitForScreen { $0.row == 2 }
      say("two\n")
      try session.waitForLines("one", "two", "> abcdefghijklmnopqr", "stuvwxyz日本")
      end()
    }

    @Test func `the start of a line is shown with its end`() throws {
      let session = try session()
      say("one\ntw")
      try session.waitForLines("one", ">")
      say("o\n")
      try session.waitForLines("one", "two", ">")
      end()
    }

    @Test func `an app that prints more than a pipe holds is never held up`() throws {
      // Nothing is taken yet: a pipe alone would block after 64 KB.
      for _ in 0..<200 { say(String(repeating: "x", count: 4095) + "\n") }
      say("last\n")
      let session = try session()
      try session.waitForScreen { $0.lines.suffix(2) == ["last", ">"] }
      end()
    }

    @Test func `drain shows what was printed before the call`() throws {
      say("first\nsecond")
      output.drain()
      try terminal.expect("first\r\nsecond\r\n")
      output.drain()
      end()
    }

    @Test func `stop gives the descriptor back and shows the rest`() throws {
      say("rest\n")
      output.stop()
      output.stop()
      say("direct\n")
      try terminal.expect("rest\r\ndirect\r\n")
      #expect(isatty(app) == 1)
      end()
    }

    @Test func `what does not go to a terminal is left alone`() throws {
      #expect(AppOutput.start(replacing: [open("/dev/null", O_WRONLY)]) == nil)
      end()
    }
  }
}
