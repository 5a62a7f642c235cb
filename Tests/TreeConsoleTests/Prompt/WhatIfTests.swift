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
      "what-if remove ExamCreationFlow", "print MainFlow", "what-if reset", "find 'Exam*Flow'"
    ).expect(
      output: """
        in the copy: remove ExamCreationFlow
        ──MainFlow "main"
           ├─DashboardModel
           └─SideMenuModel
        undone: 1 change
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

  @Test func `a subscription that a model has is replaced`() throws {
    let outcome = try repl(
      "what-if register error badResponse at ExamCreationFlow", "trace error badResponse --from #5")
    #expect(outcome.text.contains("registered for this code at what-if"), "\(outcome.text)")
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

  private static let usage = """
    write it as: what-if remove SELECTOR, move SELECTOR under SELECTOR, register or unregister KIND \
    NAME at SELECTOR, show, or reset
    """

  @Test(arguments: [
    ("what-if remove /", "AppAuthorizedSession is the root: it can be neither removed nor moved"),
    ("what-if remove Nobody", "no model matches 'Nobody'; 'find' with '**' lists the models"),
    ("what-if remove", usage), ("what-if move MainFlow to /", usage),
    ("what-if move MainFlow under #5", "ExamCreationFlow is below MainFlow"),
    ("what-if register error", usage),
    (
      "what-if unregister error Net.1 at MainFlow",
      "MainFlow is not registered for error Net.1"
    ),
    ("what-if show me", usage), ("what-if remov MainFlow", usage),
  ])
  func `what cannot be changed is refused, and the tree stays as it was`(
    command: String, message: String
  ) throws {
    try repl(command).expectRefusal(message)
  }
}
