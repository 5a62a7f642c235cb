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
  /// For the handler of `exit`, which can hold nothing itself: the terminal's two sides.
  fileprivate static let descriptors = Lock<(master: Int32, slave: Int32)>((-1, -1))

  /// 42 when the app's last words came out and the terminal is in its usual modes again, 43 when
  /// the modes are wrong, 44 when the words are.
  fileprivate static func orderAtExit() -> Int32 {
    let (master, slave) = descriptors.withLock { $0 }
    var modes = termios()
    guard tcgetattr(slave, &modes) == 0, modes.c_lflag & tcflag_t(ICANON) != 0 else { return 43 }
    var rest: [UInt8] = []
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    // The kernel passes on written data a moment later, and maybe in pieces.
    while poll(&wait, 1, 600_000) > 0 {
      rest += Descriptor.chunk(of: master, limit: 65_536) ?? []
      if String(decoding: rest, as: UTF8.self).hasSuffix("\r\nlast words") { return 42 }
    }
    return 44
  }

  @Suite struct ControllingTerminal {
    /// The real thing in a process of its own: keys become signals, and the app's standard output
    /// is descriptor 1.
    @Test func `in a process of its own keys and output work together`() async {
      await #expect(processExitsWith: .exitCode(42)) {
        setsid()
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        close(open(terminal.slavePath, O_RDWR))
        dup2(terminal.slave, 1)
        dup2(terminal.slave, 2)
        // Registered before the console's own, and so called after it.
        atexit { _exit(TerminalTests.orderAtExit()) }
        TerminalTests.descriptors.withLock { $0 = (terminal.master, terminal.slave) }
        let output = try #require(AppOutput.start())
        var setup = EditorSession.Setup()
        setup.appOutput = output
        let session = try EditorSession(terminal: terminal, setup: setup)
        try session.type("half")
        // On Ctrl-C, the kernel discards typed text that hasn't been read.
        try session.waitForScreen { $0.beforeCursor == "> half" }
        try session.type("\u{3}")
        try #require(try session.nextLine() == .interrupted)
        try session.waitForLines("> half^C", ">")
        try session.type("typed")
        try session.waitForScreen { $0.beforeCursor == "> typed" }
        print("from the app")
        try session.waitForLines("> half^C", "from the app", "> typed")
        // Nothing could wake a stopped test, and the kernel knows that: Ctrl-Z only draws again.
        try session.type("\u{1a}")
        try session.waitForScreen { $0.lines.suffix(2) == ["> typed", "> typed"] }
        // Only now: on Ctrl-Z, the kernel also discards written data that hasn't been read.
        session.resize(columns: 30, rows: 10)
        try session.type("!\r")
        try #require(try session.nextLine() == .text("typed!"))
        try session.waitForPrompt()
        // The app ends without asking anybody: its last words and the modes must come out right.
        print("last words", terminator: "")
        exit(0)
      }
    }

    @Test func `without UTF-8 the prompt is ASCII and typed UTF-8 still arrives`() async {
      await #expect(processExitsWith: .exitCode(42)) {
        EditorSession.environment
        setenv("LC_ALL", "C", 1)
        var setup = EditorSession.Setup()
        setup.prompt = "日> "
        setup.shownPrompt = "?> "
        let session = try EditorSession(setup: setup)
        try session.type("é日\r")
        try #require(try session.nextLine() == .text("é日"))
        try session.waitForScreen { $0.beforeCursor == "?> " }
        try #require(session.terminal.transcript.allSatisfy { $0 < 0x80 })
        _exit(42)
      }
    }

    @Test func `a dumb terminal gets no escape sequences`() async {
      await #expect(processExitsWith: .exitCode(42)) {
        EditorSession.environment
        setenv("TERM", "dumb", 1)
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let app = try #require(Descriptor.copy(of: terminal.slave))
        var setup = EditorSession.Setup()
        setup.appOutput = AppOutput.start(replacing: [app])
        setup.complete = { _ in
          Completion(replacing: 0..<0, candidates: [.init(text: "a"), .init(text: "b")])
        }
        let session = try EditorSession(terminal: terminal, setup: setup)
        try session.type("x\t")
        try session.waitForLines("> x", "a  b", "> x")
        dup2(app, 1)
        print("app")
        try session.waitForLines("> x", "a  b", "> x", "app", "> x")
        try session.type("\r")
        try #require(try session.nextLine() == .text("x"))
        try #require(!terminal.transcript.contains(0x1b))
        _exit(42)
      }
    }
  }
}
