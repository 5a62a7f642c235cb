import TestSupport
import Testing

/// The prompt's memory, from line to line and from session to session.
@Suite struct `History at the prompt` {
  private static let up = "\u{1b}[A"

  private func session(_ folder: TestFolder) throws -> ReplSession {
    try ReplSession(in: folder, environment: ["XDG_STATE_HOME": folder.path(of: "state")])
  }

  private func quit(_ repl: ReplSession) throws {
    try repl.type("\u{4}")
    #expect(try repl.waitForExit() == .status(0))
  }

  @Test func `a second session recalls the lines of the first`() throws {
    let folder = try TestFolder()
    let first = try session(folder)
    try first.run("find 'Side*'")
    try first.run("here")
    try quit(first)
    #expect(try folder.text(of: "state/modeltree/history") == "find 'Side*'\nhere\n")

    let second = try session(folder)
    try second.type(Self.up + Self.up)
    try second.waitForCursor(behind: "ExamMaster> find 'Side*'")
    try second.type("\r")
    try second.wait(for: "answer") {
      $0.lines.contains("#4  /AppAuthorizedSession/MainFlow/SideMenuModel")
    }
    try second.waitForCursor(behind: ReplSession.prompt)
    try quit(second)
    #expect(
      try folder.text(of: "state/modeltree/history") == "find 'Side*'\nhere\nfind 'Side*'\n")
  }

  @Test func `without that variable it lies below the home folder`() throws {
    let folder = try TestFolder()
    let repl = try ReplSession(in: folder)
    try repl.run("here")
    try quit(repl)
    #expect(try folder.text(of: ".local/state/modeltree/history") == "here\n")
  }

  @Test func `a history that cannot be kept is reported once and ends nothing`() throws {
    let folder = try TestFolder()
    try folder.makeFolder("state")
    try folder.makeFolder("state/modeltree")
    try folder.makeFolder("state/modeltree/history")
    let repl = try session(folder)
    try repl.run("here")
    try repl.run("here")
    try quit(repl)
    let path = folder.path(of: "state/modeltree/history")
    let warning =
      "modeltree: the history is not kept: cannot read '\(path)': it is not a regular file"
    // Where the line breaks depends on the length of the path.
    let text = repl.terminal.shownTranscript.filter { !$0.isWhitespace }
    let words = warning.filter { !$0.isWhitespace }
    #expect(text.split(separator: words, omittingEmptySubsequences: false).count == 2)
  }
}
