import Foundation
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

  static func folder(_ specs: [String: String]) throws -> TestFolder {
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
    let text = Self.passing.replacing("    ...", with: "    LoginModel [!services]\n    ...")
    try Self.folder(["app.treespec": text]).modeltree("check", "tree.json", "app.treespec").expect(
      status: 1,
      output: """
        FAIL  app.treespec "the app" on tree.json: 1 of 2 checks failed

          line 2  tree
            1 missing

              AppAuthorizedSession
                MainFlow [label=main]  other children are allowed
            -     LoginModel           missing, line 4

        if the tree is right: add --update
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
        ERROR bad.treespec: 1 fault to correct first
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

  static let wrongUses: [([String], String)] = [
    (["check", "tree.json"], "Missing expected argument '<specs> ...'"),
    (["check", "tree.json", "none.treespec"], "cannot read 'none.treespec'"),
    (["check", "none.json", "app.treespec"], "cannot read 'none.json'"),
    (
      ["check", "app.treespec", "tree.json"],
      "'tree.json' isn't a spec; name files that end in .treespec, or folders of them"
    ),
    (
      ["check", "tree.json", "b.json", "app.treespec"],
      "'b.json' isn't a spec; name files that end in .treespec, or folders of them"
    ),
    (
      ["repl", "tree.json", "-c", "check tree.json"],
      "'tree.json' isn't a spec; name files that end in .treespec, or folders of them"
    ),
    (["check", "-", "-"], "only one of the dump and the spec can come from standard input"),
    (["check", "tree.json", "empty"], "no file in the folder 'empty' ends in '.treespec'"),
    (
      ["check", "tree.json", "app.treespec", "--report", "junt=a"], "The value 'junt=a' is invalid"
    ),
    (["check", "tree.json", "app.treespec", "--report", "junit"], "The value 'junit' is invalid"),
    (
      ["check", "tree.json", "app.treespec", "--report", "github", "--json"],
      "only one report fits on standard output"
    ),
    (
      ["check", "tree.json", "app.treespec", "--dry-run", "--json"],
      "--dry-run answers with the change; leave out the reports"
    ),
  ]

  @Test(arguments: wrongUses)
  func `a wrong use is refused in a line, with status 2`(words: [String], message: String) throws {
    let folder = try Self.folder(["app.treespec": Self.passing])
    try folder.makeFolder("empty")
    let outcome = try folder.modeltree(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("modeltree: \(message)"), "\(outcome.errors)")
  }

  // MARK: Folders

  private static func dumps() throws -> TestFolder {
    let folder = try TestFolder()
    for name in ["specs", "dumps"] { try folder.makeFolder(name) }
    try folder.write(passing, to: "specs/b.treespec")
    try folder.write("tree-spec 1\nlimit nodes = 8\n", to: "specs/c.treespec")
    try folder.write(ExamMaster.dump, to: "dumps/b.json")
    try folder.write(ExamMaster.star(1), to: "dumps/a.json")
    return folder
  }

  @Test func `a folder of specs is paired with the dumps of their names`() throws {
    let folder = try Self.dumps()
    let usual = try folder.modeltree("check", "dumps", "specs")
    #expect(usual.status == 0)
    #expect(
      usual.text == """
        ok    specs/b.treespec "the app": 2 checks
        1 spec without a dump, 1 dump without a spec, 1 spec passed (2 checks)

        """)
    let strict = try folder.modeltree("check", "dumps", "specs", "--strict", "--report", "github")
    #expect(strict.status == 1)
    #expect(
      strict.text.contains("\n::error file=specs/c.treespec,line=1,title=spec without a dump"))
    #expect(strict.text.contains("\n::error file=dumps/a.json,line=1,title=dump without a spec"))
  }

  @Test func `a spec that is named itself holds for every dump`() throws {
    let folder = try Self.dumps()
    try folder.write(
      "tree-spec 1\nlimit nodes <= 100\nerror badToken from ** => handled\n", to: "all.treespec")
    try folder.modeltree("check", "dumps", "all.treespec").expect(
      output: """
        ok    all.treespec on dumps/a.json: 2 checks, 1 skipped
        ok    all.treespec on dumps/b.json: 2 checks
        2 specs passed (4 checks, 1 skipped)

        """)
    try folder.write("tree-spec 1\nerror Nowhere.code from ** => handled\n", to: "none.treespec")
    let none = try folder.modeltree("check", "dumps", "none.treespec")
    #expect(none.status == 1 && none.text.contains("applies to none of 2 dumps: "))
  }

  @Test func `an unreadable dump is reported at the dump, and the rest is checked`() throws {
    let folder = try Self.dumps()
    try folder.write("{\n\"format\": 1}", to: "dumps/a.json")
    let outcome = try folder.modeltree(
      "check", "dumps", "specs/c.treespec", "--report", "github")
    #expect(outcome.status == 2)
    #expect(
      outcome.text.contains("\n::error file=dumps/a.json,line=2,title=dump on dumps/a.json::"))
  }
}
