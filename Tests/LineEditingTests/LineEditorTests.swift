import TestSupport
import Testing

@testable import LineEditing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Everything that drives an editor runs one after the other: signals belong to the process.
@Suite(.serialized) enum TerminalTests {}

extension TerminalTests {
  @Suite struct Editing {
    @Test(arguments: [
      ("print", "print"),
      ("ac\u{1b}[Db\u{5}d", "abcd"),
      ("bc\u{1}a", "abc"),
      ("abx\u{7f}c", "abc"),
      ("é日本\u{7f}語ß", "é日語ß"),
      ("日本\u{1}→ ", "→ 日本"),
      ("find one two\u{17}three", "find one three"),
      ("\u{1}", ""),
    ])
    func `returns what the keys make`(keys: String, line: String) throws {
      let session = try EditorSession()
      try session.type("\(keys)\r")
      #expect(try session.nextLine() == .text(line))
      try session.waitForLines("> \(line)".trimmed, ">")
      try session.type("\u{4}")
      #expect(try session.nextLine() == .endOfInput)
      #expect(session.screen.unknown == [])
    }

    @Test func `survives bytes that are not text`() throws {
      let session = try EditorSession()
      var bytes: [UInt8] = [0x61, 0xff, 0xc3, 0x62, 0xe6, 0x97, 0x63, 0x0d]
      #expect(write(session.terminal.master, &bytes, bytes.count) == bytes.count)
      #expect(try session.nextLine() == .text("abc"))
    }

    @Test func `takes lines that were pasted at once`() throws {
      let session = try EditorSession()
      try session.type("one\rtwo\rthree\r")
      #expect(try session.nextLine() == .text("one"))
      #expect(try session.nextLine() == .text("two"))
      #expect(try session.nextLine() == .text("three"))
    }

    @Test func `interruption drops the line and the next one works`() throws {
      let session = try EditorSession()
      try session.type("half\u{2}\u{2}")
      try session.waitForScreen { $0.lines == ["> half"] && $0.beforeCursor == "> ha" }
      kill(getpid(), SIGINT)
      #expect(try session.nextLine() == .interrupted)
      try session.waitForLines("> half^C", ">")
      try session.type("whole\r")
      #expect(try session.nextLine() == .text("whole"))
    }

    @Test func `interruption between two lines leaves the prompt a row of its own`() throws {
      var setup = EditorSession.Setup()
      setup.beforeLine = { terminal in
        // What the kernel does where Ctrl-C is pressed.
        write(terminal, "^C", 2)
        kill(getpid(), SIGINT)
        while !TerminalSignals.wasInterrupted { usleep(100) }
      }
      let session = try EditorSession(setup: setup)
      try session.waitForLines("^C", ">")
      try session.type("whole\r")
      #expect(try session.nextLine() == .text("whole"))
      try session.waitForLines("^C", "> whole", "^C", ">")
    }

    @Test func `interruption during a search is no end of input`() throws {
      let session = try EditorSession()
      try session.type("\u{12}x")
      try session.waitForScreen { $0.lines.count > 1 }
      kill(getpid(), SIGINT)
      #expect(try session.nextLine() == .interrupted)
    }

    @Test func `the terminal's modes come back`() throws {
      let terminal = try PseudoTerminal(columns: 40, rows: 10)
      let before = Self.modes(of: terminal.slave)
      let session = try EditorSession(terminal: terminal)
      #expect(Self.modes(of: terminal.slave) != before)
      // Nothing that is written is lost where Ctrl-C is pressed.
      var modes = termios()
      #expect(tcgetattr(terminal.slave, &modes) == 0 && modes.c_lflag & tcflag_t(NOFLSH) != 0)
      try session.finish()
      #expect(Self.modes(of: terminal.slave) == before)
    }

    @Test func `a terminal that goes away ends the input`() throws {
      let session = try EditorSession()
      try session.type("half")
      try session.waitForLines("> half")
      session.terminal.hangUp()
      #expect(try session.nextLine() == .endOfInput)
    }

    @Test func `resizing draws the line again`() throws {
      let session = try EditorSession(columns: 20, rows: 6)
      try session.type("abcdefghijklmnopqrstuvwxyz")
      try session.waitForLines("> abcdefghijklmnopqr", "stuvwxyz")
      session.resize(columns: 12, rows: 6)
      kill(getpid(), SIGWINCH)
      try session.waitForScreen { $0.lines.suffix(3) == ["> abcdefghij", "klmnopqrstuv", "wxyz"] }
      try session.type("\r")
      #expect(try session.nextLine() == .text("abcdefghijklmnopqrstuvwxyz"))
    }

    private static func modes(of descriptor: Int32) -> [tcflag_t] {
      var modes = termios()
      tcgetattr(descriptor, &modes)
      return [modes.c_iflag, modes.c_oflag, modes.c_lflag]
    }
  }
}

extension String {
  var trimmed: String { last == " " ? String(dropLast()).trimmed : self }
}
