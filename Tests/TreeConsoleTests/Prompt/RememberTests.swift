import TestSupport
import Testing

/// `snapshot` and `diff` at the prompt.
@Suite struct `Remembered trees` {
  private func repl(_ folder: TestFolder, _ commands: String...) throws -> Outcome {
    try folder.modeltree(["repl", "tree.json"] + commands.flatMap { ["-c", $0] })
  }

  @Test func `a tree is remembered, listed and compared`() throws {
    try repl(TestFolder(), "snapshot", "snapshot a", "snapshot 'b c'", "snapshot", "diff a")
      .expect(
        output: """
          nothing is remembered; 'snapshot NAME' remembers the present tree
          remembered 8 models as 'a'
          remembered 8 models as 'b c'
          a    8 models
          b c  8 models
          no difference between 'a' and the present tree

          """)
    try repl(TestFolder(), "snapshot a", "snapshot a", "diff a a").expect(
      output: """
        remembered 8 models as 'a'
        remembered 8 models as 'a'
        no difference between 'a' and 'a'

        """)
  }

  @Test func `json names the trees`() throws {
    try repl(TestFolder(), "snapshot --json", "snapshot a --json", "snapshot --json").expect(
      output: """
        []
        {"name": "a", "models": 8}
        [{"name": "a", "models": 8}]

        """)
  }

  @Test func `a dump serves as a name, and a script that finds a difference ends with 1`() throws {
    let folder = try TestFolder()
    try folder.write(
      ExamMaster.dump(nodes: [#"{"id": 1, "type": "Nobody"}"#]), to: "old.json")
    try repl(folder, "snapshot a", "diff old.json", "diff a old.json", "here").expect(
      status: 1,
      output: """
        remembered 8 models as 'a'
        old.json → the present tree: 1 model removed, 8 added
        - /Nobody removed
        + /AppAuthorizedSession added, with 7 models below it
        'a' → old.json: 8 models removed, 1 added
        - /AppAuthorizedSession removed, with 7 models below it
        + /Nobody added
        /AppAuthorizedSession

        """)
  }

  @Test func `a drawing compares with what is remembered`() throws {
    let outcome = try repl(TestFolder(), "snapshot a", "render --diff a")
    #expect(outcome.status == 0)
    #expect(
      outcome.text.contains("<b>&#39;a&#39; → the present tree</b> — no difference</font><br"))
  }
}
