import TestSupport
import Testing

@Suite struct `The what-if command` {
  private func repl(_ commands: String...) throws -> Outcome { try repl(arguments: commands) }

  private func repl(arguments commands: [String]) throws -> Outcome {
    try TestFolder().modeltree(
      ["repl", "tree.json"] + commands.flatMap { ["-c", $0] })
  }

  @Test func `every command works on the changed copy, until the change is undone`() throws {
    try repl(
      "what-if remove ExamCreationFlow", "print MainFlow", "what-if undo", "find 'Exam*Flow'"
    ).expect(
      output: """
        in the copy: remove ExamCreationFlow
        ──MainFlow "main"
           ├─DashboardModel
           └─SideMenuModel
        undone: remove ExamCreationFlow
        #5  /AppAuthorizedSession/MainFlow/ExamCreationFlow

        """)
  }

  @Test func `a moved flow raises from its new place`() throws {
    let outcome = try repl(
      "what-if move SideMenuModel under ExamCreationFlow",
      "trace error badResponse --from SideMenuModel --json")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains(#""outcome": "handled", "handler": 5"#))
  }

  @Test func `a registration is added and removed, for a code and for a whole domain`() throws {
    let outcome = try repl(
      "what-if register bubble Menu.* at DashboardModel",
      "what-if unregister bubble MainFlow.ShowSideMenu at MainFlow", "print --bubbles")
    #expect(
      outcome.text.hasSuffix(
        """
        ──AppAuthorizedSession
           └─MainFlow "main"
              ├─DashboardModel  | (B): Menu.*
              ├─SideMenuModel
              └─ExamCreationFlow
                 ├─ExamSubjectPickerModel
                 ├─ExamTopicPickerModel
                 └─ExamOptionsPickerModel

        """))
  }

  @Test func `twenty changes are taken back one by one, each to the tree before it`() throws {
    let codes = 1...20
    let changes = codes.map { "what-if register error NetworkErrors.new\($0) at MainFlow" }
    let undone = codes.flatMap { _ in ["what-if undo", "show MainFlow --json"] }
    let outcome = try repl(arguments: changes + undone)
    let shown = outcome.text.split(separator: "\n").filter { $0.hasPrefix("{") }
    #expect(shown.count == 20)
    for (index, line) in shown.enumerated() {
      #expect(line.contains("new\(19 - index)\"") == (index < 19))
      #expect(!line.contains("new\(20 - index)\""))
    }
  }

  @Test func `reset undoes everything, and says how much`() throws {
    try repl(
      "what-if remove SideMenuModel", "what-if remove DashboardModel", "what-if reset",
      "find SideMenuModel", "what-if reset"
    ).expect(
      output: """
        in the copy: remove SideMenuModel
        in the copy: remove DashboardModel
        undone: 2 changes
        #4  /AppAuthorizedSession/MainFlow/SideMenuModel
        undone: 0 changes

        """)
  }

  @Test(arguments: [
    ("what-if undo", "nothing is changed yet"),
    ("what-if remove /", "AppAuthorizedSession is the root: it can be neither removed nor moved"),
    ("what-if remove Nobody", "no model matches 'Nobody'; 'find' with '**' lists the models"),
    ("what-if remove", "write it as: what-if remove SELECTOR"),
    ("what-if move MainFlow to /", "write it as: what-if move SELECTOR under SELECTOR"),
    ("what-if move MainFlow under #5", "ExamCreationFlow is below MainFlow"),
    ("what-if register error", "write it as: what-if register KIND NAME at SELECTOR"),
    (
      "what-if unregister error Net.1 at MainFlow",
      "MainFlow is not registered for error Net.1"
    ),
    (
      "what-if register error badResponse at ExamCreationFlow",
      "ExamCreationFlow is registered for it already at Exam.swift:20"
    ),
    ("what-if show me", "write it as: what-if show, with nothing after it"),
    ("what-if remov MainFlow", "'remov' isn't a what-if command; did you mean 'what-if remove'?"),
  ])
  func `what cannot be changed is refused, and the tree stays as it was`(
    command: String, message: String
  ) throws {
    try repl(command).expectRefusal(message)
  }
}
