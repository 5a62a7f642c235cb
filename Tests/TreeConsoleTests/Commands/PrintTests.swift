import TestSupport
import Testing
import TreeSnapshot

/// `modeltree print`, run as the shell runs it.
@Suite struct `Printing a tree` {
  static let plain = """
    ──AppAuthorizedSession
       └─MainFlow "main"
          ├─DashboardModel
          ├─SideMenuModel
          └─ExamCreationFlow
             ├─ExamSubjectPickerModel
             ├─ExamTopicPickerModel
             └─ExamOptionsPickerModel

    """

  /// The text that each option adds after which names; the rest of the tree stays the same.
  @Test(arguments: [
    ("--errors", [1: "  | (Err): NetworkErrors > 101", 5: "  | (Err): NetworkErrors > 100"]),
    (
      "--events",
      [
        2: "  | (E): AppEvent.StartExam Clock.*",
        4: "  | (E): AppEvent.ExamCreated Clock.tick",
      ]
    ),
    (
      "--sources",
      [
        1: "  | @App.swift:16", 2: "  | @Session.swift:22", 3: "  | @Flow.swift:41",
        5: "  | @Flow.swift:51",
        6: "  | @Exam.swift:22", 7: "  | @Exam.swift:29", 8: "  | @Exam.swift:34",
      ]
    ),
    (
      "--state",
      [
        1: "  | {user: Anna}", 4: "  | {examsCount: 0}", 6: "  | {subjects: 5}",
        8: "  | {minutes: 60, questions: 30}",
      ]
    ),
  ])
  func `an option adds what it names and nothing else`(
    option: String, additions: [Int: String]
  ) throws {
    var lines = Self.plain.split(separator: "\n").map(String.init)
    for (line, addition) in additions { lines[line - 1] += addition }
    try TestFolder().modeltree("print", "tree.json", option)
      .expect(output: lines.joined(separator: "\n") + "\n")
  }

  @Test func `all gives each detail a line below its model`() throws {
    try TestFolder().modeltree("print", "tree.json", "--all")
      .expect(
        output: """
          ──AppAuthorizedSession  @App.swift:16
             │ (Err): NetworkErrors > 101 [badToken] @Session.swift:15
             │ (S): APIClient Store
             │ {user: Anna}
             └─MainFlow "main"  @Session.swift:22
                │ (R): MainFlowController
                │ (E): AppEvent.StartExam @Flow.swift:40 Clock.*
                │ (B): MainFlow.ShowSideMenu @Flow.swift:39
                ├─DashboardModel  @Flow.swift:41
                ├─SideMenuModel
                │     (E): AppEvent.ExamCreated @Flow.swift:80 Clock.tick
                │     {examsCount: 0}
                └─ExamCreationFlow  @Flow.swift:51
                   │ (Err): NetworkErrors > 100 [badResponse] @Exam.swift:20
                   ├─ExamSubjectPickerModel  @Exam.swift:22
                   │     {subjects: 5}
                   ├─ExamTopicPickerModel  @Exam.swift:29
                   └─ExamOptionsPickerModel  @Exam.swift:34
                        {minutes: 60, questions: 30}

          """)
  }

  @Test func `by the article's name, everything stands on the model's line, and a model is marked`()
    throws
  {
    let folder = try TestFolder()
    try folder.modeltree("printSessionTree", "tree.json", "MainFlow", "--all", "--depth", "0")
      .expect(
        output: """
          ──MainFlow "main"  | (R): MainFlowController  \
          | (E): AppEvent.StartExam @Flow.swift:40 Clock.*  \
          | (B): MainFlow.ShowSideMenu @Flow.swift:39  | @Session.swift:22  +6 more

          """)
    try folder.modeltree(
      "printSessionTree", "tree.json", "MainFlow", "--errors-verbose", "--here", "ExamCreationFlow",
      "--depth", "1"
    )
    .expect(
      output: """
        ──MainFlow "main"
           ├─DashboardModel
           ├─SideMenuModel
           └─ExamCreationFlow <-  | (Err): NetworkErrors > 100 [badResponse]  +3 more

        """)
  }

  @Test(arguments: [
    (["--depth", "0"], "──AppAuthorizedSession  +7 more\n"),
    (["ExamCreationFlow", "--depth", "0"], "──ExamCreationFlow  +3 more\n"),
  ])
  func `depth folds what is deeper and counts it`(arguments: [String], output: String) throws {
    try TestFolder().modeltree(["print", "tree.json"] + arguments).expect(output: output)
  }

  @Test func `a selector in front of or behind options chooses where to begin`() throws {
    let part = """
      --ExamCreationFlow
         |-ExamSubjectPickerModel
         |-ExamTopicPickerModel
         `-ExamOptionsPickerModel

      """
    let folder = try TestFolder()
    try folder.modeltree("print", "tree.json", "--ascii", "MainFlow/*Flow").expect(output: part)
    try folder.modeltree("print", "--ascii", "tree.json", "#5").expect(output: part)
  }

  @Test func `a dump comes from standard input, from a file or through a pipe`() throws {
    let folder = try TestFolder()
    try folder.modeltree("print", "-", input: ExamMaster.dump).expect(output: Self.plain)
    try folder.shell(#"cat tree.json | "$MODELTREE" print -"#).expect(output: Self.plain)
  }

  @Test func `a dump that is larger than a pipe is read and printed whole`() throws {
    let folder = try TestFolder(dump: ExamMaster.star(2_000))
    let lines = ["--Root"] + Array(repeating: "   |-Leaf", count: 1_999) + ["   `-Leaf", ""]
    for line in [
      #"cat tree.json | "$MODELTREE" print - --ascii"#,
      #""$MODELTREE" print - --ascii < tree.json"#,
      // Text before it isn't part of the dump.
      #"(echo line; cat tree.json) > both; (read line; "$MODELTREE" print - --ascii) < both"#,
    ] {
      try folder.shell(line).expect(output: lines.joined(separator: "\n"))
    }
  }

  @Test func `json is the dump on one line, and reads back as the same tree`() throws {
    let outcome = try TestFolder().modeltree("print", "tree.json", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.text.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    #expect(outcome.text.hasSuffix("}\n"))
    let original = try Snapshot(dump: ExamMaster.dump)
    #expect(try Snapshot(dump: outcome.output).dump() == original.dump())
    #expect(String(decoding: original.dump(.oneLine), as: UTF8.self) + "\n" == outcome.text)
  }

  @Test func `json of a part is a dump of that part`() throws {
    let outcome = try TestFolder()
      .modeltree("print", "tree.json", "MainFlow", "--json", "--depth", "1")
    #expect(outcome.status == 0)
    let part = try Snapshot(dump: outcome.output)
    #expect(
      part.text(style: PrintStyle(ascii: true)) == """
        --MainFlow "main"
           |-DashboardModel
           |-SideMenuModel
           `-ExamCreationFlow

        """)
  }
}
