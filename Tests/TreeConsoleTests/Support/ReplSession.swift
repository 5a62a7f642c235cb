import TestSupport

/// The REPL on a terminal, with the test at its keys.
final class ReplSession {
  enum Failure: Error {
    case notShown(wanted: String, screen: [String], beforeCursor: String)
  }

  static let prompt = "ExamMaster> "

  let folder: TestFolder
  let terminal: PseudoTerminal
  private(set) var screen: TerminalScreen
  private var shownCount = 0

  /// Starts the REPL on the folder's dump and waits for the first prompt.
  init(
    in folder: TestFolder? = nil, columns: Int = 100, rows: Int = 40, prompt: String = prompt,
    environment: [String: String] = [:], options: [String] = []
  ) throws {
    self.folder = try folder ?? TestFolder()
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    screen = TerminalScreen(columns: columns, rows: rows)
    try terminal.start(
      TestFolder.executable(), arguments: ["repl", "tree.json"] + options,
      environment: self.folder.environment(environment), directory: self.folder.path)
    try waitForCursor(behind: prompt)
  }

  func type(_ text: String) throws { try terminal.send(text) }

  /// Reads until the cursor's row has this text before the cursor.
  func waitForCursor(behind text: String) throws {
    try wait(for: text) { $0.beforeCursor == text }
  }

  /// Reads until the screen is as wanted.
  func wait(for wanted: String, _ isWanted: (TerminalScreen) -> Bool) throws {
    let deadline = ContinuousClock.now + PseudoTerminal.patience
    while true {
      let rest = screen.show(Array(terminal.transcript[shownCount...]))
      shownCount = terminal.transcript.count - rest.count
      if isWanted(screen) { return }
      guard ContinuousClock.now < deadline else {
        throw Failure.notShown(
          wanted: wanted, screen: screen.lines, beforeCursor: screen.beforeCursor)
      }
      terminal.read(within: .milliseconds(200))
    }
  }

  /// Types a line at the prompt, and returns the text up to the next prompt.
  @discardableResult
  func run(_ line: String, prompt: String = prompt) throws -> [String] {
    try type(line)
    let count = screen.lines.count
    try wait(for: line) { $0.lines.count >= count && $0.beforeCursor.hasSuffix("> " + line) }
    let typed = screen.lines.count
    try type("\r")
    try wait(for: prompt) { $0.lines.count > typed && $0.beforeCursor == prompt }
    return Array(screen.lines[typed..<(screen.lines.count - 1)])
  }

  /// Resizes the window, which keeps its contents.
  func resize(columns: Int, rows: Int) {
    let lines = screen.lines
    screen = TerminalScreen(columns: columns, rows: rows)
    _ = screen.show(Array(lines.joined(separator: "\r\n").utf8))
    terminal.resize(columns: columns, rows: rows)
  }

  func waitForExit() throws -> PseudoTerminal.Exit {
    let exit = try terminal.waitForExit()
    _ = screen.show(Array(terminal.transcript[shownCount...]))
    shownCount = terminal.transcript.count
    return exit
  }
}
