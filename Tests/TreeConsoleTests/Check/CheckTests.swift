import TestSupport
import Testing

/// `modeltree check DUMP SPEC…`: passes, failures, and errors.
@Suite struct `Checking specs` {
  static let passing = """
    tree-spec 1 "the app"
    AppAuthorizedSession [session]
      MainFlow as $main
        ...
    error badToken from ** => AppAuthorizedSession

    """

  private static func folder(_ specs: [String: String]) throws -> TestFolder {
    let folder = try TestFolder()
    for (name, text) in specs { try folder.write(text, to: name) }
    return folder
  }

  @Test func `a tree that is what its spec says is reported in a line, with a summary`() throws {
    try Self.folder(["app.treespec": Self.passing]).modeltree("check", "tree.json", "app.treespec")
      .expect(
        output: """
          ok    app.treespec "the app": 2 checks
          1 spec passed (2 checks)

          """)
  }

  @Test func `a tree that is not is shown as it is and as it should be, with status 1`() throws {
    let text = Self.passing.split(separator: "\n").map {
      $0.contains("...") ? "    LoginModel [!services]\n    ..." : String($0)
    }.joined(separator: "\n")
    try Self.folder(["app.treespec": text]).modeltree("check", "tree.json", "app.treespec").expect(
      status: 1,
      output: """
        FAIL  app.treespec "the app" on tree.json: 1 of 2 checks failed

          line 2  tree
            1 missing (children: exact unordered; attributes: named)

              AppAuthorizedSession
                MainFlow [label=main]  other children are allowed
            -     LoginModel           missing, line 4

        if the tree is right: add --update=patch
        1 spec failed (2 checks, 1 failed)

        """)
  }

  @Test func `a wrong spec is reported with carets, and the others are checked`() throws {
    let folder = try Self.folder([
      "bad.treespec": "tree-spec 1\nApp [sesion]\n", "good.treespec": Self.passing,
    ])
    try folder.modeltree("check", "tree.json", "bad.treespec", "good.treespec").expect(
      status: 2,
      output: """
        ERROR bad.treespec: 1 line to correct first
        ok    good.treespec "the app": 2 checks
        1 spec could not be used, 1 spec passed (2 checks)

        """,
      errors: """
        bad.treespec:2:6: unknown attribute 'sesion'; did you mean 'session'?
          App [sesion]
               ^^^^^^
        modeltree: see 'modeltree help specs'

        """)
  }

  @Test func `what the shape keeps from being checked is skipped`() throws {
    let text = """
      tree-spec 1
      AppAuthorizedSession
        LoginFlow as $login
        ...
      error badToken from $login => AppAuthorizedSession

      """
    let outcome = try Self.folder(["app.treespec": text]).modeltree(
      "check", "tree.json", "app.treespec")
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
    #expect(
      outcome.text.contains(
        """
          line 5  error badToken from $login => AppAuthorizedSession
            skipped: '$login' captures no model of this tree (line 3); write '$login?' where it \
        may be absent
        """))
    #expect(outcome.text.hasSuffix("1 spec failed (2 checks, 1 failed, 1 skipped)\n"))
  }

  static let wrongUses: [([String], String)] = [
    (
      ["check", "tree.json"], "Missing expected argument '<specs> ...'; see 'modeltree help check'"
    ),
    (
      ["check", "tree.json", "none.treespec"],
      "modeltree: cannot read 'none.treespec': No such file or directory; check the path\n"
    ),
    (["check", "none.json", "app.treespec"], "cannot read 'none.json'"),
    (
      ["check", "app.treespec", "tree.json"],
      "'tree.json' isn't a spec; the dump comes first: check tree.json app.treespec"
    ),
    (
      ["check", "tree.json", "b.json", "app.treespec"],
      "'b.json' isn't a spec; 'diff tree.json b.json' compares two dumps"
    ),
    (
      ["check", "tree.json", "dump"],
      "dump:1:1: this is a dump, and a spec is expected; 'diff' compares two dumps"
    ),
    (
      ["check", "tree.json", "app.treespec", "--routes"],
      "--routes extends --update=patch: add --update=patch"
    ),
    (
      ["repl", "tree.json", "-c", "check tree.json app.treespec"],
      "'tree.json' isn't a spec; at a prompt the present tree is checked: check app.treespec"
    ),
    (
      ["repl", "tree.json", "-c", "check tree.json"],
      "'tree.json' isn't a spec; at a prompt the present tree is checked: check specs/x.treespec"
    ),
    (["check", "-", "-"], "only one of the dump and the spec can come from standard input"),
    (["check", "tree.json", "empty"], "no file in the folder 'empty' ends in '.treespec'"),
    (
      ["check", "tree.json", "app.treespec", "--report", "junt=a"],
      "The value 'junt=a' is invalid for '--report <format[=file]>'"
    ),
    (
      ["check", "tree.json", "app.treespec", "--report", "junit"],
      "--report junit needs a file: --report junit=FILE"
    ),
    (
      ["check", "tree.json", "app.treespec", "--report", "json", "--json"],
      "only one report fits on standard output, and there are 2: json, json"
    ),
    (
      ["check", "tree.json", "app.treespec", "--report", "github", "--json"],
      "only one report fits on standard output, and there are 2: github, json"
    ),
    (
      ["check", "tree.json", "app.treespec", "--report", "json", "--report", "github"],
      "only one report fits on standard output, and there are 2: json, github"
    ),
    (
      ["check", "tree.json", "app.treespec", "--report", "junit=x", "--report", "json=./x"],
      "two reports would be written to './x'; name a file for each"
    ),
    (["check", "tree.json", "app.treespec", "--update=all"], "The value 'all' is invalid"),
    (
      ["check", "tree.json", "app.treespec", "--update=all"],
      "one of 'patch', 'overwrite' or 'missing'; see 'modeltree help check'\n"
    ),
    (["check", "empty", "app.treespec"], "no dump in 'empty' has the name of a spec"),
  ]

  @Test(arguments: wrongUses)
  func `a wrong use is reported in a line, with status 2`(words: [String], message: String) throws {
    let folder = try Self.folder(["app.treespec": Self.passing])
    try folder.makeFolder("empty")
    try folder.write(ExamMaster.dump, to: "dump")
    let outcome = try folder.modeltree(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `for a spec that is not there the nearest one is named`() throws {
    let folder = try Self.folder([:])
    try folder.makeFolder("specs")
    try folder.write(Self.passing, to: "specs/exam-master.treespec")
    try folder.modeltree(
      "check", "tree.json", "specs/exam-mastr.treespec", "--report", "json=a.json"
    ).expect(
      status: 2,
      output: """
        ERROR specs/exam-mastr.treespec: it cannot be read
        1 spec could not be used (0 checks)

        """,
      errors: """
        modeltree: cannot read 'specs/exam-mastr.treespec': No such file or directory; did you \
        mean 'specs/exam-master.treespec'?
        modeltree: a.json: json report written

        """)
    #expect(try folder.text(of: "a.json").contains(#""outcome": "refused""#))
  }

  @Test func `the way to change a spec is shown where the tree has another shape`() throws {
    let text = "tree-spec 1\nMainFlow\n"
    let folder = try Self.folder([
      "shape.treespec": text, "limit.treespec": "tree-spec 1\nlimit nodes = 1\n",
    ])
    let advice = "if the tree is right: add --update=patch\n"
    let shown = try folder.modeltree("check", "tree.json", "shape.treespec")
    #expect(shown.text.hasSuffix("\n\n\(advice)1 spec failed (1 check, 1 failed)\n"))
    for words in [
      ["limit.treespec"], ["shape.treespec", "--report", "github"], ["shape.treespec", "--json"],
    ] {
      let outcome = try folder.modeltree(["check", "tree.json"] + words)
      #expect(outcome.status == 1 && !outcome.text.contains(advice))
    }
    // Standard input isn't a file that could be changed.
    let piped = try folder.modeltree("check", "tree.json", "-", input: text)
    #expect(piped.status == 1 && !piped.text.contains(advice))
  }

  @Test func `where specs are refused the page on the language is named once`() throws {
    let wrong = "tree-spec 1\nApp [sesion]\n"
    let folder = try Self.folder(["a.treespec": wrong, "b.treespec": wrong])
    let outcome = try folder.modeltree("check", "tree.json", "a.treespec", "b.treespec")
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("help specs") } == 1)
    #expect(outcome.errors.hasSuffix("modeltree: see 'modeltree help specs'\n"))
    let prompt = try folder.modeltree("repl", "tree.json", "-c", "check a.treespec")
    #expect(prompt.errors.contains("modeltree: see 'help specs'\n"))
  }

  @Test func `a spec may come from standard input`() throws {
    try TestFolder().modeltree("check", "tree.json", "-", input: Self.passing).expect(
      output: "ok    standard input \"the app\": 2 checks\n1 spec passed (2 checks)\n")
  }

  @Test func `at a prompt the present tree is checked, and a script ends with the status`() throws {
    let folder = try Self.folder([
      "app.treespec": Self.passing, "no.treespec": "tree-spec 1\nnot MainFlow\n",
    ])
    try folder.modeltree("repl", "tree.json", "-c", "check app.treespec").expect(
      output: "ok    app.treespec \"the app\": 2 checks\n1 spec passed (2 checks)\n")
    let outcome = try folder.modeltree("repl", "tree.json", "-c", "check no.treespec")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("1 model matches 'MainFlow'"))
  }
}
