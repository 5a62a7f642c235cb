import TestSupport
import Testing

/// `print --as-spec` and `check --update`.
@Suite struct `Updates of specs` {
  private static let outdated = """
    tree-spec 1 "the app"
    # Nobody is logged out here.
    AppAuthorizedSession [session] as $app [handles only error badToken]   # the root
      MainFlow [label=main]
        # The first screen.
        DashboardModel [handles event Clock.*]  # asks for the side menu
        # The old way out.
        LogOutModel
        Side*Model
        ExamCreationFlow [children contains]
          Exam*PickerModel {1..2}
          ExamTopicPickerModel
    error badToken from ** => $app          # always

    """

  @Test func `a spec is written that the same tree passes`() throws {
    let folder = try TestFolder()
    try folder.modeltree("print", "tree.json", "--as-spec").expect(
      output: """
        tree-spec 1 "ExamMaster"
        default children: exact ordered
        default attributes: exact except state

        AppAuthorizedSession [session] [handles error NetworkErrors.badToken] [services APIClient, Store]
          MainFlow [label=main] [representation=MainFlowController] [handles bubble \
        MainFlow.ShowSideMenu, event AppEvent.StartExam, Clock.*]
            DashboardModel [raises bubble MainFlow.ShowSideMenu, event AppEvent.StartExam]
            SideMenuModel [handles event AppEvent.ExamCreated, Clock.tick]
            ExamCreationFlow [handles error NetworkErrors.badResponse] [raises event AppEvent.ExamCreated]
              ExamSubjectPickerModel [raises error NetworkErrors.badResponse]
              ExamTopicPickerModel
              ExamOptionsPickerModel

        bubble MainFlow.ShowSideMenu from DashboardModel => MainFlow
        event AppEvent.StartExam from DashboardModel => MainFlow only
        event AppEvent.ExamCreated from ExamCreationFlow => SideMenuModel only
        error NetworkErrors.badResponse from ExamSubjectPickerModel => ExamCreationFlow

        """)
    let outcome = try folder.shell(
      "$MODELTREE print tree.json MainFlow --as-spec --state > flow.treespec; "
        + "$MODELTREE repl tree.json -c 'print MainFlow --json' > flow.json; "
        + "$MODELTREE check flow.json flow.treespec")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try folder.text(of: "flow.treespec").contains("[state examsCount=0]"))
    #expect(try folder.text(of: "flow.treespec").contains("default attributes: exact\n"))
  }

  @Test func `patching changes what differs and nothing else`() throws {
    let folder = try TestFolder()
    try folder.write(Self.outdated, to: "app.treespec")
    let outcome = try folder.modeltree("check", "tree.json", "app.treespec", "--update=patch")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      outcome.errors == """
        modeltree: app.treespec: 2 lines out, 1 line in
        app.treespec:6: 'DashboardModel' asks for [handles event Clock.*] no longer

        """)
    #expect(
      try folder.text(of: "app.treespec") == """
        tree-spec 1 "the app"
        # Nobody is logged out here.
        AppAuthorizedSession [session] as $app [handles only error badToken]   # the root
          MainFlow [label=main]
            # The first screen.
            DashboardModel  # asks for the side menu
            # The old way out.
            Side*Model
            ExamCreationFlow [children contains]
              Exam*PickerModel {1..2}
              ExamTopicPickerModel
        error badToken from ** => $app          # always

        """)
    // There is nothing left to change.
    let again = try folder.modeltree("check", "tree.json", "app.treespec", "--update=patch")
    #expect(again.status == 0 && again.errors.isEmpty)
  }

  @Test func `a route that is another one is not patched`() throws {
    let folder = try TestFolder()
    let text = "tree-spec 1\nlimit nodes < 3\nerror badToken from ** => MainFlow\n"
    try folder.write(text, to: "app.treespec")
    let outcome = try folder.modeltree("check", "tree.json", "app.treespec", "--update=patch")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "app.treespec:3: stays, and fails; --routes changes it too\n")
    #expect(try folder.text(of: "app.treespec") == text)
  }

  @Test(arguments: [
    (
      "error NetworkErrors.badTokn",
      "this tree knows no error 'NetworkErrors.badTokn'; did you mean 'NetworkErrors.badToken'?"
    ),
    (
      "error NetworkErors.b*",
      "no error that this tree knows fits 'NetworkErors.b*'; did you mean 'NetworkErrors.b*'?"
    ),
    (
      "error NetworkErrors",
      "'NetworkErrors' is a domain; write 'NetworkErrors.*' for all of it"
    ),
    (
      "bubble badToken",
      "no bubble is called 'badToken' in this tree, but an error is: write error badToken"
    ),
  ])
  func `a message that is misspelled is no other route`(message: String, fault: String) throws {
    let folder = try TestFolder()
    let text = "tree-spec 1\n\(message) from ** => handled\n"
    try folder.write(text, to: "app.treespec")
    let words = ["check", "tree.json", "app.treespec"]
    let checked = try folder.modeltree(words)
    #expect(checked.text.contains(fault) && !checked.text.contains("if the tree is right"))
    for routes in [[], ["--routes"]] {
      let outcome = try folder.modeltree(words + ["--update=patch"] + routes)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == """
          app.treespec:2: stays, and fails; \(fault)
          modeltree: app.treespec: what lines name and the tree does not know is left to you

          """)
      #expect(try folder.text(of: "app.treespec") == text)
    }
  }

  @Test func `no line of many misspelled ones is taken out`() throws {
    let folder = try TestFolder()
    // More than there are suggestions.
    let lines = (0..<120).map { "error NetworkErrors.badTok\($0) from ** => handled\n" }
    try folder.write("tree-spec 1\n" + lines.joined(), to: "app.treespec")
    let outcome = try folder.modeltree(
      "check", "tree.json", "app.treespec", "--update=patch", "--routes")
    #expect(outcome.status == 1 && outcome.errors.contains(":121: stays, and fails; "))
    #expect(try folder.text(of: "app.treespec") == "tree-spec 1\n" + lines.joined())
  }

  @Test func `a route of a message that is gone is taken out`() throws {
    let folder = try TestFolder()
    try folder.write(
      "tree-spec 1\nlimit nodes = 8\nerror Disk.full from ** => handled\n", to: "app.treespec")
    let outcome = try folder.modeltree(
      "check", "tree.json", "app.treespec", "--update=patch", "--routes")
    #expect(outcome.status == 0)
    #expect(try folder.text(of: "app.treespec") == "tree-spec 1\nlimit nodes = 8\n")
  }

  @Test func `a patch that would leave the spec unreadable is refused, and the file stays`() throws
  {
    let folder = try TestFolder()
    let text = """
      tree-spec 1
      AppAuthorizedSession
        MainFlow
          LogOutModel as $out
          *Model {2}
          ExamCreationFlow
            ...
      error badToken from $out => handled

      """
    try folder.write(text, to: "app.treespec")
    let outcome = try folder.modeltree("check", "tree.json", "app.treespec", "--update=patch")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        app.treespec:8:21: it cannot be patched: no line captures '$out'; write 'as $out' after a \
        model's name; change that line first, or rewrite the spec with --update=overwrite
          error badToken from $out => handled
                              ^^^^
        modeltree: see 'modeltree help specs'

        """)
    #expect(try folder.text(of: "app.treespec") == text)
  }

  @Test func `overwriting rewrites a spec, also one that is not there or cannot be read`() throws {
    let folder = try TestFolder()
    try folder.write("tree-spec 1\n???", to: "bad.treespec")
    for name in ["new.treespec", "bad.treespec"] {
      let outcome = try folder.modeltree("check", "tree.json", name, "--update=overwrite")
      #expect(outcome.status == 0, "\(outcome)")
      #expect(outcome.errors == "modeltree: \(name): rewritten\n", "\(name)")
      #expect(try folder.text(of: name).hasPrefix("tree-spec 1 \"ExamMaster\"\n"))
    }
    // A file that isn't a spec is not replaced by one.
    try folder.write("nonsense", to: "notes.txt")
    let refused = try folder.modeltree("check", "tree.json", "notes.txt", "--update=overwrite")
    #expect(refused.status == 2)
    #expect(try folder.text(of: "notes.txt") == "nonsense")
    let patched = try folder.modeltree("check", "tree.json", "none.treespec", "--update=patch")
    #expect(patched.status == 2)
    #expect(!folder.names.contains("none.treespec"))
  }

  @Test func `overwriting reports what was written by hand and is gone`() throws {
    let folder = try TestFolder()
    let routes = "event AppEvent.ExamCreated from ExamCreationFlow => SideMenuModel only\n"
    let many = Self.outdated + "limit depth < 9\nnot Log*\nservice Store from ** => provided\n"
    for (old, lost) in [
      (
        many,
        "; 6 comments, 1 limit, 1 'not' line, 1 route and 1 service line of the old one are gone"
      ),
      ("tree-spec 1\n# \"why\"\nMainFlow\n\(routes)", "; 1 comment of the old one is gone"),
      ("tree-spec 1\n???\nlimit nodes < 3\n\(routes)", "; 1 limit of the old one is gone"),
      ("tree-spec 1\n\"a # b\"\n\(routes)", ""),
    ] {
      try folder.write(old, to: "app.treespec")
      let outcome = try folder.modeltree(
        "check", "tree.json", "app.treespec", "--update=overwrite")
      #expect(outcome.status == 0)
      #expect(outcome.errors == "modeltree: app.treespec: rewritten\(lost)\n")
    }
    let help = try folder.modeltree("help", "check")
    let words = help.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("--update=overwrite keeps the title only"))
  }

  @Test func `lines that name what a patch took out are left to the person`() throws {
    let folder = try TestFolder()
    let text = """
      tree-spec 1
      AppAuthorizedSession
        MainFlow
          LogOutModel
          ...
      error badToken from LogOutModel => handled

      """
    try folder.write(text, to: "x.treespec")
    let outcome = try folder.modeltree("check", "tree.json", "x.treespec", "--update=patch")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        modeltree: x.treespec: not changed
        x.treespec:4: 'LogOutModel' is not there, and stays: it may be 'DashboardModel', \
        'SideMenuModel', 'ExamCreationFlow'; write its name, or take the line out

        """)
  }

  @Test func `a dry run shows the change and changes nothing`() throws {
    let folder = try TestFolder()
    try folder.write(Self.outdated, to: "app.treespec")
    let words = ["check", "tree.json", "app.treespec", "--update=patch", "--dry-run"]
    try folder.modeltree(words).expect(
      status: 1,
      output: """
        --- app.treespec
        +++ app.treespec
        @@ -3,9 +3,8 @@
         AppAuthorizedSession [session] as $app [handles only error badToken]   # the root
           MainFlow [label=main]
             # The first screen.
        -    DashboardModel [handles event Clock.*]  # asks for the side menu
        +    DashboardModel  # asks for the side menu
             # The old way out.
        -    LogOutModel
             Side*Model
             ExamCreationFlow [children contains]
               Exam*PickerModel {1..2}

        """,
      errors: """
        modeltree: app.treespec: would have 2 lines out, 1 line in
        app.treespec:6: 'DashboardModel' asks for [handles event Clock.*] no longer

        """)
    #expect(try folder.text(of: "app.treespec") == Self.outdated)
    let done = try folder.modeltree(words.dropLast())
    #expect(done.status == 0)
    try folder.modeltree(words).expect()
    try folder.modeltree("check", "tree.json", "app.treespec", "--dry-run").expectRefusal(
      "--dry-run shows what --update would change: add --update=patch")
    try folder.modeltree(words + ["--json"]).expectRefusal(
      "--dry-run answers with the change; leave out the reports")
  }

  @Test func `missing specs are written, with their folders, and no other is touched`() throws {
    let folder = try TestFolder()
    for name in ["dumps", "dumps/deep", "specs"] { try folder.makeFolder(name) }
    for name in ["a", "deep/b", "c"] { try folder.write(ExamMaster.dump, to: "dumps/\(name).json") }
    try folder.write("tree-spec 1\nlimit nodes = 8\n", to: "specs/a.treespec")
    let words = ["check", "dumps", "specs", "--update=missing"]
    let preview = try folder.modeltree(words + ["--dry-run"])
    #expect(preview.status == 1 && preview.text.contains("\n+++ specs/deep/b.treespec\n@@ -0,0 "))
    try folder.modeltree(words).expect(
      output: """
        ok    specs/a.treespec: 1 check
        ok    specs/c.treespec "ExamMaster": 5 checks
        ok    specs/deep/b.treespec "ExamMaster": 5 checks
        3 specs passed (11 checks)

        """,
      errors: """
        modeltree: specs/c.treespec: written
        modeltree: specs/deep/b.treespec: written

        """)
    #expect(try folder.text(of: "specs/a.treespec") == "tree-spec 1\nlimit nodes = 8\n")
    let again = try folder.modeltree(words)
    #expect(again.status == 0 && again.errors.isEmpty)
    // Nor need the folder be there.
    let new = try folder.modeltree("check", "dumps", "new", "--update=missing")
    #expect(new.status == 0 && new.text.hasSuffix("3 specs passed (15 checks)\n"))
    try folder.modeltree("check", "dumps", "specs/a.treespec", "--update=missing").expectRefusal(
      "name the folder for the specs: check dumps specs --update=missing")
    let one = try folder.modeltree("check", "tree.json", "one/x.treespec", "--update=missing")
    #expect(one.status == 0 && one.errors == "modeltree: one/x.treespec: written\n")
  }

  @Test func `the spec of a part says of which`() throws {
    let folder = try TestFolder()
    let path = "/AppAuthorizedSession/MainFlow"
    let outcome = try folder.modeltree("print", "tree.json", "MainFlow", "--as-spec")
    #expect(outcome.status == 0)
    #expect(
      outcome.text.hasPrefix(
        "tree-spec 1 \"ExamMaster\"\n# of the part below \(path): check the dump of that part\n"))
    #expect(
      outcome.errors == """
        modeltree: a spec of the part below \(path), which the whole tree does not pass: check the \
        dump of that part, which 'print SELECTOR --json' writes

        """)
    let whole = try folder.modeltree("print", "tree.json", "--as-spec")
    #expect(try folder.modeltree("print", "tree.json", "/", "--as-spec") == whole)
    #expect(whole.errors.isEmpty && !whole.text.contains("#"))
  }

  @Test(arguments: ["true", "1", "yes"])
  func `in CI nothing is changed, unless it is forced`(value: String) throws {
    let folder = try TestFolder()
    try folder.write(Self.outdated, to: "app.treespec")
    let words = ["check", "tree.json", "app.treespec", "--update=patch"]
    let outcome = try folder.modeltree(words, environment: ["CI": value])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        modeltree: CI is set, and a spec that is changed there is accepted unread: run --update \
        where you can look at it, or add --force

        """)
    #expect(try folder.text(of: "app.treespec") == Self.outdated)
    let forced = try folder.modeltree(words + ["--force"], environment: ["CI": value])
    #expect(forced.status == 0)
    #expect(try folder.text(of: "app.treespec") != Self.outdated)
  }

  static let wrongUses = [
    (["--json"], "--json does not go with --as-spec"), (["--depth", "1"], "--depth does not go"),
    (["--ascii"], "--ascii does not go"),
  ]

  @Test(arguments: wrongUses)
  func `what has no meaning for a spec is refused`(words: [String], message: String) throws {
    let outcome = try TestFolder().modeltree(["print", "tree.json", "--as-spec"] + words)
    #expect(outcome.status == 2 && outcome.errors.contains(message))
  }

  @Test func `of a tree that is too deep no spec is written`() throws {
    let nodes = (1...300).map { id in
      id == 1 ? #"{"id": 1, "type": "A"}"# : #"{"id": \#(id), "parent": \#(id - 1), "type": "A"}"#
    }
    let folder = try TestFolder(dump: ExamMaster.dump(nodes: nodes))
    try folder.modeltree("print", "tree.json", "--as-spec").expect(
      status: 2,
      errors: "modeltree: the tree is 300 levels deep, and a spec can be 200; write one of a part "
        + "of it\n")
  }
}
