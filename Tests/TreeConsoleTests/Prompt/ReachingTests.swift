import TestSupport
import Testing
import TreeSnapshot

@testable import TreeConsole

/// Conveniences of a prompt: moving, short names, the last models, settings.
@Suite struct `At hand at the prompt` {
  private static let path = "/AppAuthorizedSession/MainFlow"

  private func run(_ lines: String...) throws -> Outcome {
    try TestFolder().modeltree("repl", "tree.json", input: lines.joined(separator: "\n"))
  }

  @Test func `the current model moves up and down`() throws {
    try run(
      "here ExamTopicPickerModel", "up", "down 1", "up 3", "down", "down Side*", "up 2"
    ).expect(
      output: """
        \(Self.path)/ExamCreationFlow/ExamTopicPickerModel
        \(Self.path)/ExamCreationFlow
        \(Self.path)/ExamCreationFlow/ExamSubjectPickerModel
        /AppAuthorizedSession
        \(Self.path)
        \(Self.path)/SideMenuModel
        /AppAuthorizedSession

        """)
  }

  @Test(arguments: [
    ("up", "there is nothing above the root, AppAuthorizedSession"),
    ("up 0", "write it as: up, or up 2"),
    (
      "down 2",
      "AppAuthorizedSession has 1 child: MainFlow; name one, or give its place from 1 to 1"
    ),
    ("wiat", "'wiat' isn't a command; did you mean 'wait'?"),
    ("s", "'s' could be selectors, set, show, snapshot, source, specs; type more of one"),
    ("set limit 0", "write it as: set limit NUMBER, all, or off"),
    ("alias e", "write it as: alias WORD COMMAND …, or alias --remove WORD"),
    ("watch here", "say how often: watch --times 10 COMMAND"),
    ("watch --every 0 --times 2 here", "--every 0.0: give a number of seconds above 0, up to 3600"),
    ("watch --times 0 here", "--times 0: give a number from 1"),
  ])
  func `what cannot be is refused`(line: String, message: String) throws {
    try run(line).expectRefusal("line 1: \(message)")
  }

  @Test func `of several children one is asked for`() throws {
    let outcome = try run("here MainFlow", "down")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "modeltree: line 2: MainFlow has 3 children: DashboardModel, SideMenuModel, "
        + "ExamCreationFlow; name one, or give its place from 1 to 3\n")
  }

  @Test func `the beginning of a name is enough where no other begins so`() throws {
    try run("fi Side*", "her MainFlow").expect(
      output: "#4  \(Self.path)/SideMenuModel\n\(Self.path)\n", errors: "")
    #expect(try run("pri").text == run("print").text)
    #expect(try run("help pri").text == run("help print").text)
  }

  @Test func `a word stands for others, also for itself with options`() throws {
    try run(
      "alias e find 'Exam*Flow'", "alias find find --json", "e", "e --count", "alias",
      "alias --remove find", "e"
    ).expect(
      output: """
        [{"id": 5, "type": "ExamCreationFlow", "path": "\(Self.path)/ExamCreationFlow"}]
        {"count": 1}
        e     find 'Exam*Flow'
        find  find --json
        #5  \(Self.path)/ExamCreationFlow

        """)
  }

  @Test func `settings hold for the lines after them`() throws {
    try run(
      "set limit 1", "find Exam*", "find Exam* --limit all --count", "set limit off", "set limit"
    )
    .expect(
      output: """
        #5  \(Self.path)/ExamCreationFlow
          and 3 more; --limit all shows them
        4
        limit  off

        """)
  }

  /// A live tree whose only screen leaves after the first look.
  private final class LeavingTarget: InspectionTarget {
    let name = "App"
    let kind = TargetKind.live
    let capabilities: Set<Capability> = []
    private var looks = 0

    func state() throws -> TreeState {
      looks += 1
      var tree = SnapshotBuilder()
      tree.addNode(id: 1, parent: nil, type: "App", isSession: true)
      if looks == 1 { tree.addNode(id: 2, parent: 1, type: "Screen") }
      return TreeState(snapshot: try tree.finish(), tree: 1)
    }
  }

  @Test func `watch goes on once what it counts has left`() throws {
    let output = ConsoleOutput.keeping(program: "test")
    var view = View(LeavingTarget(), output, for: .session(PromptSession()))
    let answer = try Interpreter.answer(
      "watch --every 0.01 --times 3 find Screen --count", in: &view)
    let text = String(decoding: try view.collect(answer), as: UTF8.self)
    #expect(text.hasPrefix("1\nafter "))
    #expect(text.hasSuffix(":\n0\n"))
  }

  @Test func `watch shows an answer again once it is another`() throws {
    try run("watch --every 0.01 --times 4 here").expect(output: "/AppAuthorizedSession\n")
    let failing = try run("watch --every 0.01 --times 4 find Nobody")
    #expect(failing.status == 2)
  }

  @Test func `a name in another case is near`() throws {
    try TestFolder().modeltree("find", "tree.json", "mainflow").expectRefusal(
      "no model matches 'mainflow'; did you mean 'MainFlow'?")
  }

  @Test func `help lists the commands in groups, no wider than a terminal`() throws {
    let help = try run("help").text
    for title in ["INSPECT THE TREE:", "MOVE AROUND:", "FOLLOW MESSAGES:", "AT THE PROMPT:"] {
      #expect(help.contains("\n\(title)\n"))
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
