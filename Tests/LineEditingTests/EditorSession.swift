import TestSupport
import TextIO

@testable import LineEditing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A line editor at work on a thread of its own, with the test at its terminal.
final class EditorSession {
  enum Failure: Error {
    case notShown(screen: [String], unknown: [String])
    case noLine(screen: [String])
    case wrongLine(LineEditor.Line)
  }

  let terminal: PseudoTerminal
  private(set) var screen: TerminalScreen
  private let prompt: String
  private let shared = Shared()
  private var thread: BackgroundThread?
  private var shownCount = 0
  private var returnedCount = 0
  private var isFinished = false

  private final class Shared: Sendable {
    let lines = Lock<[LineEditor.Line]>([])
    let warning = Lock<String?>(nil)
    let wake = WakePipe()
  }

  /// How each editor of the tests is set up.
  struct Setup: Sendable {
    var prompt: SafeText = "> "
    /// The visible prompt, if it differs.
    var shownPrompt: String?
    var historyFile: String?
    var appOutput: AppOutput?
    var complete: @Sendable (String) -> Completion = { _ in .none }
    /// What happens before each line is read, on the editor's thread; it is given the terminal.
    var beforeLine: @Sendable (Int32) -> Void = { _ in }
  }

  init(
    columns: Int = 40, rows: Int = 10, terminal: PseudoTerminal? = nil, setup: Setup = Setup()
  ) throws {
    Self.environment
    let terminal = try terminal ?? PseudoTerminal(columns: columns, rows: rows)
    self.terminal = terminal
    screen = TerminalScreen(columns: columns, rows: rows)
    let slave = terminal.slave
    prompt = setup.shownPrompt ?? setup.prompt.string
    thread = BackgroundThread { [shared] in
      let editor = LineEditor(
        program: "modeltree-tests", input: slave, output: slave, historyFile: setup.historyFile,
        appOutput: setup.appOutput, complete: setup.complete)
      var line: LineEditor.Line?
      while let editor, line != .endOfInput {
        var mark: UInt8 = 0x0e
        _ = write(slave, &mark, 1)
        setup.beforeLine(slave)
        let next = editor.readLine(prompt: setup.prompt)
        if case .text(let text) = next { editor.addToHistory(text) }
        shared.warning.withLock { $0 = editor.historyWarning?.string }
        shared.lines.withLock { $0.append(next) }
        shared.wake?.wake()
        line = next
      }
      shared.lines.withLock { if $0.last != .endOfInput { $0.append(.endOfInput) } }
      shared.wake?.wake()
    }
    try waitForPrompt(prompt)
  }

  deinit {
    guard !isFinished else { return }
    terminal.hangUp()
    while let line = try? nextLine(), line != .endOfInput {}
    if isFinished { thread?.join() }
  }

  var historyWarning: String? { shared.warning.withLock { $0 } }

  func type(_ text: String) throws { try terminal.send(text) }

  /// Reads until the screen is as wanted.
  func waitForScreen(_ isWanted: (TerminalScreen) -> Bool) throws {
    try wait(orThrow: .notShown(screen: screen.lines, unknown: screen.unknown)) {
      isWanted(screen)
    }
  }

  /// Reads until these are the rows.
  func waitForLines(_ lines: String...) throws { try waitForScreen { $0.lines == lines } }

  /// Reads until the line after those that were returned is waited for: the cursor is right
  /// behind the prompt, and not behind that of an earlier line.
  func waitForPrompt(_ prompt: String = "> ") throws {
    try waitForScreen { $0.markCount > returnedCount && $0.beforeCursor == prompt }
  }

  /// The next line that the editor returned.
  func nextLine() throws -> LineEditor.Line {
    var line: LineEditor.Line?
    try wait(orThrow: .noLine(screen: screen.lines)) {
      line = shared.lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      return line != nil
    }
    returnedCount += 1
    if line == .endOfInput { isFinished = true }
    return line ?? .endOfInput
  }

  /// Ends an editor that waits at its prompt: discards the typed text, then sends Ctrl-D.
  func finish() throws {
    guard !isFinished else { return }
    kill(getpid(), SIGINT)
    while try nextLine() != .interrupted {}
    // Ctrl-D has a meaning only for a terminal in raw mode.
    try waitForPrompt(prompt)
    try type("\u{4}")
    while try nextLine() != .endOfInput {}
    thread?.join()
  }

  /// Takes up the new size on both sides.
  func resize(columns: Int, rows: Int) {
    terminal.resize(columns: columns, rows: rows)
    let (lines, markCount) = (screen.lines, screen.markCount)
    screen = TerminalScreen(columns: columns, rows: rows)
    screen.markCount = markCount
    _ = screen.show(Array(lines.joined(separator: "\r\n").utf8))
  }

  private func wait(orThrow failure: @autoclosure () -> Failure, until isDone: () -> Bool) throws {
    let deadline = ContinuousClock.now + PseudoTerminal.patience
    while true {
      update()
      if isDone() { return }
      guard ContinuousClock.now < deadline else { throw failure() }
      var waits = [
        pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0),
        pollfd(fd: shared.wake?.reader ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      poll(&waits, nfds_t(waits.count), 1000)
      shared.wake?.clear()
      if waits[0].revents & Int16(POLLIN) != 0 { _ = terminal.readAvailable() }
    }
  }

  private func update() {
    let bytes = Array(terminal.transcript[shownCount...])
    let rest = screen.show(bytes)
    shownCount = terminal.transcript.count - rest.count
  }

  /// What libedit reads of the process: a terminal that it knows and UTF-8. A SIGINT that comes
  /// outside of a line must not end the tests.
  static let environment: Void = {
    setenv("TERM", "xterm", 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    setenv("EDITRC", "/dev/null", 1)
    signal(SIGINT) { _ in }
  }()
}
