import TestSupport
import Testing

/// Tab, at the prompt of the built command.
@Suite struct `Completion at the prompt` {
  @Test(arguments: [
    ("pri\t", "print"), ("print --dep\t", "print --depth "),
    (
      "show /AppAuthorizedSession/MainFlow/S\t",
      "show /AppAuthorizedSession/MainFlow/SideMenuModel "
    ),
    ("trace error badT\t", "trace error badToken "), ("render -o tr\t", "render -o tree.json"),
  ])
  func `completes what was begun`(keys: String, line: String) throws {
    let repl = try ReplSession()
    try repl.type(keys)
    // The output may begin with the typed text itself; the mark shows that Tab was handled.
    try repl.type("!")
    try repl.waitForCursor(behind: ReplSession.prompt + line + "!")
    #expect(repl.screen.unknown == [])
  }

  @Test func `lists what is possible, and the line stays`() throws {
    let repl = try ReplSession()
    try repl.type("show Exam\t")
    let list = "ExamCreationFlow        ExamOptionsPickerModel  ExamSubjectPickerModel"
    try repl.wait(for: list) { screen in
      screen.lines.contains { $0.hasPrefix(list) } && screen.beforeCursor == "ExamMaster> show Exam"
    }
    try repl.type("T\t\r")
    try repl.wait(for: "the card") { $0.lines.contains("ExamTopicPickerModel  #7") }
  }

  @Test func `a completed line runs as it is`() throws {
    let dump = ExamMaster.dump(nodes: [
      #"{"id": 1, "type": "App"}"#, #"{"id": 2, "parent": 1, "type": "My Model"}"#,
    ])
    let repl = try ReplSession(in: TestFolder(dump: dump), prompt: "tree> ")
    try repl.type("find My\t")
    try repl.waitForCursor(behind: "tree> find 'My Model' ")
    try repl.type("\r")
    try repl.wait(for: "answer") { $0.lines.contains("#2  '/App/My Model'") }
  }

  @Test func `hostile names are listed escaped and never put into the line`() throws {
    let repl = try ReplSession(in: TestFolder(dump: Hostile.dump), prompt: "\(Hostile.shown)> ")
    try repl.type("trace error \t\t!")
    // The common prefix of all candidates, with the quote, is inserted; the rest isn't.
    try repl.wait(for: "the line") { $0.beforeCursor.hasSuffix("> trace error $'!") }
    #expect(repl.screen.lines.contains { $0.contains(#"\u{1b}[31mvil\u{a}na\u{202e}me"#) })
    #expect(!repl.terminal.shownTranscript.contains("\u{1b}[31m"))
    #expect(!repl.terminal.shownTranscript.contains("\u{202e}"))
  }
}
