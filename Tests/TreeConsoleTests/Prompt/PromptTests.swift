import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The REPL on a terminal.
@Suite struct `The prompt` {
  private static let greeting =
    "ExamMaster: dump, 8 models. Try 'print --all' or 'help'; Ctrl-D leaves."

  @Test func `it greets and prompts`() throws {
    let repl = try ReplSession()
    #expect(repl.screen.lines == [Self.greeting, "ExamMaster>"])
    #expect(repl.screen.beforeCursor == "ExamMaster> ")
    #expect(repl.screen.unknown == [])
  }

  @Test func `a line is run, and the prompt comes again`() throws {
    let repl = try ReplSession()
    #expect(
      try repl.run("print MainFlow --depth 1") == [
        "──MainFlow \"main\"", "   ├─DashboardModel", "   ├─SideMenuModel",
        "   └─ExamCreationFlow  +3 more",
      ])
    #expect(try repl.run("find 'Side*'") == ["#4  /AppAuthorizedSession/MainFlow/SideMenuModel"])
    #expect(try repl.run("") == [])
    #expect(try repl.run("# nothing") == [])
    #expect(repl.screen.unknown == [])
  }

  @Test func `the current model is in the prompt and raises where none is named`() throws {
    let repl = try ReplSession()
    let prompt = "ExamMaster ExamCreationFlow> "
    #expect(
      try repl.run("here ExamCreationFlow", prompt: prompt)
        == ["/AppAuthorizedSession/MainFlow/ExamCreationFlow"])
    #expect(
      try repl.run("trace error badResponse", prompt: prompt) == [
        "error NetworkErrors.100 (badResponse) raised at ExamCreationFlow #5", "",
        "   0  ExamCreationFlow  handled  registered for this code at Exam.swift:20", "",
        "handled by ExamCreationFlow itself",
      ])
    #expect(try repl.run("show", prompt: prompt).first == "ExamCreationFlow  #5")
    #expect(
      try repl.run("print MainFlow --depth 1", prompt: prompt).last
        == "   └─ExamCreationFlow <-  +3 more")
    #expect(try repl.run("here /") == ["/AppAuthorizedSession"])
  }

  @Test func `an error and a mistyped command leave the prompt alive`() throws {
    let repl = try ReplSession()
    #expect(try repl.run("prnt") == ["modeltree: 'prnt' isn't a command; did you mean 'print'?"])
    #expect(
      try repl.run("show Nobody")
        == ["modeltree: no model matches 'Nobody'; 'find' with '**' lists the models"])
    #expect(try repl.run("show 'Nobody") == ["modeltree: a quote ' is not closed"])
    #expect(
      try repl.run("print --oops") == [
        "modeltree: Unknown option '--oops'; did you mean '--work'? See 'help print'"
      ])
    #expect(try repl.run("here") == ["/AppAuthorizedSession"])
  }

  @Test func `a drawing that is no text does not go to the prompt`() throws {
    let repl = try ReplSession()
    #expect(
      try repl.run("render --format png")
        == ["modeltree: PNG is not text; name a file: -o tree.png"])
    #expect(try repl.run("render -o a.dot")[0].hasPrefix("modeltree: a.dot: "))
    #expect(repl.folder.names.filter { !$0.hasPrefix(".") } == ["a.dot", "tree.json"])
  }

  // MARK: Leaving

  @Test(arguments: ["quit\r", "exit\r", "\u{4}"])
  func `it is left with status 0`(keys: String) throws {
    let repl = try ReplSession()
    try repl.type(keys)
    #expect(try repl.waitForExit() == .status(0))
    #expect(repl.screen.column == 0)
  }

  // MARK: Surroundings

  @Test func `without UTF-8 the prompt is ASCII and commands work`() throws {
    let name = ExamMaster.dump.split(separator: "\"ExamMaster\"", omittingEmptySubsequences: false)
    let repl = try ReplSession(
      in: TestFolder(dump: name.joined(separator: "\"Prüfung\"")), prompt: "Pr?fung> ",
      environment: ["LC_ALL": "C"])
    #expect(
      try repl.run("print ExamCreationFlow --ascii", prompt: "Pr?fung> ") == [
        "--ExamCreationFlow", "   |-ExamSubjectPickerModel", "   |-ExamTopicPickerModel",
        "   `-ExamOptionsPickerModel",
      ])
    try repl.type("\u{4}")
    #expect(try repl.waitForExit() == .status(0))
  }

  @Test func `with UTF-8 the prompt shows any name, and what acts on a terminal escaped`() throws {
    let dump = ExamMaster.dump(nodes: [
      #"{"id": 1, "type": "A"}"#, #"{"id": 2, "parent": 1, "type": "\u001b]0;x\u0007日"}"#,
    ])
    let repl = try ReplSession(in: TestFolder(dump: dump), prompt: "tree> ")
    let hostile = #"\u{1b}]0;x\u{7}日"#
    #expect(
      try repl.run("here #2", prompt: "tree \(hostile)> ") == [#"'/A/\u{1b}\]0;x\u{7}日'"#])
    #expect(repl.screen.bellCount == 0)
  }

  @Test func `where standard output is no terminal the typed lines are a script`() throws {
    let folder = try TestFolder()
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/sh", arguments: ["-c", #""$0" repl tree.json >answer.txt"#, TestFolder.executable()],
      environment: folder.environment(), directory: folder.path)
    try terminal.send("here\n\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(try folder.text(of: "answer.txt") == "/AppAuthorizedSession\n")
  }
}
