import Foundation
import SampleTesting
import Testing

/// The inspector inside the running app, from a script.
@Suite struct `The inspector inside the app` {
  private func inspect(
    _ arguments: [String], script: String? = nil
  ) throws -> (status: Int32, answers: String, rest: String) {
    let run = try SampleProcess("ExamMaster", arguments, typed: script ?? "")
    return (run.status, run.output, run.errors)
  }

  @Test func `an error raised for real closes the session`() throws {
    let script = """
      # the options screen is open
      raise error NetworkErrors.101 --from ExamOptionsPickerModel
      print
      """
    let (status, answers, rest) = try inspect(["--inspect"], script: script)
    #expect(status == 0)
    #expect(answers.contains("handled by AppAuthorizedSession after 3 hops\n"))
    #expect(
      answers.hasSuffix(
        """
        the session AppAuthorizedSession was replaced by AppAnonymousSession
        ──AppAnonymousSession
           └─LoginFlow
              └─SignInModel
                 └─AuthorizationFormModel

        """))
    #expect(
      rest.hasSuffix(
        "! NetworkErrors.101 (badToken): a test message\n"
          + "Sign in: sign-in NAME, or register\n"))
  }

  @Test(arguments: [
    ("exam-created", "log-out"), ("search", "log-out"), ("bad-token", "sign-in Bob"),
    ("log-out", "sign-in Bob"),
  ])
  func `nothing that left the tree is still alive`(scenario: String, action: String) throws {
    let (status, answers, _) = try inspect([
      "--script", scenario, "--inspect", "-c", "do \(action)", "-c", "wait 0.2", "-c", "leaks",
    ])
    #expect(answers.hasSuffix("\nno model that left the tree is still alive\n"))
    #expect(status == 0)
  }

  @Test func `what the app did since a snapshot is a difference`() throws {
    let (status, answers, rest) = try inspect(
      ["--script", "dashboard", "--inspect"],
      script: """
        snapshot start
        diff start
        raise event StartExam --from DashboardModel --json
        wait 0.2
        diff start
        raise error NetworkErrors.101 --from DashboardModel --json
        diff start
        """)
    #expect(status == 1)
    let lines = answers.split(separator: "\n").filter { !$0.hasPrefix("{") }
    #expect(
      lines == [
        "remembered 4 models as 'start'",
        "no difference between 'start' and the present tree",
        "'start' → the present tree: 2 models added",
        "+ /AppAuthorizedSession/MainFlow/ExamCreationFlow added, with 1 model below it",
        "'start' → the present tree: 4 models removed, 4 added",
        "- /AppAuthorizedSession removed, with 3 models below it",
        "+ /AppAnonymousSession added, with 3 models below it",
      ])
    #expect(
      rest.hasSuffix(
        "ExamMaster: note: the app has opened another tree since; models are matched by type and "
          + "label\n"))
  }

  @Test(arguments: [
    (
      "exam-creation", "dashboard",
      [
        "4 models added",
        "+ /AppAuthorizedSession/MainFlow/ExamCreationFlow added, with 3 models below it",
      ]
    ),
    (
      "exam-created", "exam-master",
      [
        "4 models removed, 1 changed",
        "- /AppAuthorizedSession/MainFlow/ExamCreationFlow removed, with 3 models below it",
        "~ /AppAuthorizedSession/MainFlow/SideMenuModel: examsCount 0 → 1",
      ]
    ),
  ])
  func `what a scenario made of another one's tree is a difference`(
    scenario: String, dump: String, lines: [String]
  ) throws {
    let file = samplesFolder.appending(path: "dumps/\(dump).json").path()
    let (status, answers, _) = try inspect([
      "--script", scenario, "--inspect", "-c", "diff \(file)",
    ])
    #expect(status == 1)
    let summary = "\(file) → the present tree: \(lines[0])"
    #expect(answers.split(separator: "\n").map(String.init) == [summary] + lines.dropFirst())
  }

  @Test func `answers in JSON stand alone on standard output`() throws {
    let (status, answers, _) = try inspect([
      "--script", "dashboard", "--inspect", "-c",
      "raise event StartExam --from DashboardModel --json",
    ])
    #expect(status == 0)
    // How long the handler took is another figure each time.
    let timeless = answers.replacing(/"milliseconds": [0-9.e-]+/, with: "\"milliseconds\": 0")
    let parts = timeless.components(separatedBy: ", \"records\": ")
    #expect(
      parts[0] == """
        {"message": {"kind": "event", "domain": "AppEvent", "code": "StartExam"}, "from": 3, \
        "receivers": [2], "outcome": "delivered", \
        "handlers": [{"node": 2, "milliseconds": 0, "raised": []}], \
        "changes": {"replaced": false, "removed": [], "added": [5, 6], "changed": []}
        """)
    let object = try JSONSerialization.jsonObject(with: Data(answers.utf8)) as? [String: Any]
    let records = try #require(object?["records"] as? [[String: Any]])
    #expect(
      records.compactMap { $0["what"] as? String } == [
        "raised", "delivered", "received", "attached", "registered", "declared", "attached",
        "declared", "declared", "started", "represented", "represented",
      ])
  }

  @Test func `a script waits for an answer and sees what it changed`() throws {
    let (status, answers, _) = try inspect(
      ["--script", "dashboard", "--inspect"],
      script: """
        raise event StartExam --from DashboardModel
        wait 1
        do pick Math
        wait 1
        raise event ExamCreated --from ExamTopicPickerModel
        """)
    #expect(status == 0)
    #expect(
      answers.hasSuffix(
        "\n~ /AppAuthorizedSession/MainFlow/SideMenuModel: examsCount 0 → 1\n"))
  }

  @Test func `a script stops at the first error with its line`() throws {
    let (status, answers, rest) = try inspect(
      ["--script", "anonymous", "--inspect"], script: "find LoginFlow\nprnt\nprint\n")
    #expect(status == 2)
    #expect(answers == "#2  /AppAnonymousSession/LoginFlow\n")
    #expect(rest.hasSuffix("ExamMaster: line 2: 'prnt' isn't a command; did you mean 'print'?\n"))
  }

  @Test func `what the app says of a hostile word is escaped`() throws {
    let (status, _, rest) = try inspect(["--inspect", "-c", "do pick \u{1b}[31mZ"])
    #expect(status == 2)
    #expect(
      rest.hasSuffix("ExamMaster: there is no subject or topic '\\u{1b}[31mZ' to pick\n"))
  }

  @Test func `the app offers what its users can do`() throws {
    let (status, answers, rest) = try inspect(
      ["--script", "anonymous", "--inspect"], script: "do\ndo sign-in\n")
    #expect(status == 2)
    #expect(answers.hasPrefix("  sign-in NAME"))
    #expect(rest.hasSuffix("ExamMaster: line 2: more words are needed: sign-in NAME\n"))
  }

  @Test(arguments: [
    (["--script", "nowhere"], "ExamMaster: there is no scenario 'nowhere', and no text file; "),
    (["--bogus"], "ExamMaster: Unknown option '--bogus'"),
    (["--script", "anonymous", "--dump", "/dev/null/x.json"], "ExamMaster: cannot write"),
  ])
  func `a wrong option is one line and status 2`(arguments: [String], text: String) throws {
    let (status, _, rest) = try inspect(arguments)
    #expect(status == 2)
    #expect(rest.hasPrefix(text))
    #expect(rest.split(separator: "\n").count == 1)
  }
}

/// The prompt inside the running app.
@Suite struct `The live prompt` {
  private func terminal(_ scenario: String) throws -> (PseudoTerminal, state: String) {
    let state = NSTemporaryDirectory() + UUID().uuidString
    let terminal = try PseudoTerminal()
    try terminal.start(
      try SampleProcess.path(of: "ExamMaster"), arguments: ["--script", scenario, "--inspect"],
      environment: [
        "TERM": "xterm", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": state,
      ])
    try terminal.expect("ExamMaster> ")
    return (terminal, state)
  }

  @Test func `an answer changes the tree while the prompt waits`() throws {
    let (terminal, state) = try terminal("dashboard")
    defer { try? FileManager.default.removeItem(atPath: state) }
    try terminal.send("raise event StartExam --from DashboardModel\r")
    try terminal.expect("+ /AppAuthorizedSession/MainFlow/ExamCreationFlow added, with 1 model")
    // Nobody types; the answer comes 0.1 s later and is shown above the prompt.
    try terminal.expect("Subject: pick Math, Chemistry, History, Physics, English")
    try terminal.expect("ExamMaster> ")
    try terminal.send("do pick Math\r")
    try terminal.expect("Topic: pick Algebra, Geometry, Calculus")
    try terminal.send("find ExamTopicPickerModel\r")
    try terminal.expect("/MainFlow/ExamCreationFlow/ExamTopicPickerModel")
    try terminal.expect("ExamMaster> ")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func `what the app prints stands above the line being typed`() throws {
    let (terminal, state) = try terminal("exam-creation")
    defer { try? FileManager.default.removeItem(atPath: state) }
    try terminal.send("do pick History\r")
    try terminal.send("find Exam")
    try terminal.expect("Topic: pick Antiquity, Middle Ages, Modern Times")
    try terminal.expect("ExamMaster> find Exam")
    try terminal.send("TopicPickerModel\r")
    try terminal.expect("/AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamTopicPickerModel")
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .status(0))
  }

  @Test func `the current model of a session that was closed is let go`() throws {
    let (terminal, state) = try terminal("exam-creation")
    defer { try? FileManager.default.removeItem(atPath: state) }
    try terminal.send("here ExamOptionsPickerModel\r")
    try terminal.expect("ExamMaster ExamOptionsPickerModel> ")
    try terminal.send("raise error badToken\r")
    try terminal.expect("replaced by AppAnonymousSession")
    try terminal.expect("the current model has left the tree")
    try terminal.expect("ExamMaster> ")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .status(0))
  }
}
