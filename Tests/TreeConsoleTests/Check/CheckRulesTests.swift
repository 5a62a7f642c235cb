import TestSupport
import Testing

/// `check --rules`: one file of rules against every dump.
@Suite struct `Checking rules` {
  private static let rules = """
    tree-spec 1 "every screen"
    include "names.treespec"
    rule "errors end" reason "a person must see why"
    error badToken from $all => handled
    # A screen of its own is not written yet.
    rule menus severity note reason "they are slow"
    not *Menu*
    rule small severity warning reason "it must fit"
    limit nodes < 5

    """

  private static func folder(_ rules: String = rules) throws -> TestFolder {
    let folder = try TestFolder()
    for name in ["dumps", "dumps/deep", "rules"] { try folder.makeFolder(name) }
    try folder.write(rules, to: "rules/all.treespec")
    try folder.write("tree-spec 1\nlet $all = **\n", to: "rules/names.treespec")
    try folder.write(ExamMaster.dump, to: "dumps/exam.json")
    try folder.write(ExamMaster.star(2), to: "dumps/deep/star.json")
    return folder
  }

  private static let words = ["check", "dumps", "--rules", "rules/all.treespec"]

  @Test func `every dump is held to them, each with name, severity and reason`() throws {
    try Self.folder().modeltree(Self.words).expect(
      status: 1,
      output: """
        ok    rules/all.treespec "every screen" on dumps/deep/star.json: 3 checks, 1 not applicable
        FAIL  rules/all.treespec "every screen" on dumps/exam.json: 1 of 3 checks failed, 1 noted

          line 7  menus: not *Menu*
            note: they are slow
            1 model matches '*Menu*'
              /AppAuthorizedSession/MainFlow/SideMenuModel

          line 9  small: limit nodes < 5
            warning: it must fit
            nodes is 8

        1 spec failed, 1 spec passed (6 checks, 1 failed, 1 skipped)

        """)
  }

  @Test func `what a baseline records is known, and what is new fails`() throws {
    let folder = try Self.folder()
    let recorded = try folder.modeltree(Self.words + ["--write-baseline", "known.txt"])
    #expect(
      recorded.status == 0 && recorded.errors == "modeltree: known.txt: 2 violations written\n")
    #expect(
      try folder.text(of: "known.txt") == """
        # modeltree rules baseline 1
        menus\tdumps/exam.json\t/AppAuthorizedSession/MainFlow/SideMenuModel\tnot *Menu*
        small\tdumps/exam.json\t/\tlimit nodes < 5\tnodes is 8

        """)
    try folder.modeltree(Self.words + ["--write-baseline", "-"]).expect(
      output: folder.text(of: "known.txt"))
    #expect(!folder.names.contains("-"))
    try folder.modeltree(Self.words + ["--write-baseline", "-", "--json"]).expectRefusal(
      "only one report fits on standard output, and there are 2: json, baseline; name "
        + "a file, as in --report json=specs.json")
    let known = Self.words + ["--baseline", "known.txt"]
    try folder.modeltree(known).expect(
      output: """
        ok    rules/all.treespec "every screen" on dumps/deep/star.json: 3 checks, 1 not applicable
        ok    rules/all.treespec "every screen" on dumps/exam.json: 3 checks, 2 known
        2 specs passed (6 checks, 1 skipped)

        """)
    let grown = ExamMaster.dump.replacing(
      #"{"id": 7,"#, with: #"{"id": 9, "parent": 5, "type": "New"},\#n{"id": 7,"#)
    try folder.write(grown, to: "dumps/exam.json")
    let failed = try folder.modeltree(known)
    #expect(failed.status == 1 && failed.text.contains("\n    nodes is 9\n"))
    #expect(
      failed.errors
        == "modeltree: 1 recorded violation is no longer found; --write-baseline records "
        + "the rest\n")
    try folder.write("# modeltree lint baseline 1\n", to: "lint.txt")
    try folder.modeltree(Self.words + ["--baseline", "lint.txt"]).expectRefusal(
      "lint.txt: line 1: this is not a baseline, which begins with '# modeltree rules baseline 1'; "
        + "write one with --write-baseline")
    try folder.modeltree("check", "dumps", "rules", "--baseline", "known.txt").expectRefusal(
      "a baseline is of rules: add --rules FILE")
  }

  @Test func `a line that applies to none of the dumps fails, with the near name`() throws {
    let rules = "tree-spec 1\nrule r reason \"w\"\nerror badTokn from ** => handled\n"
    let folder = try Self.folder(rules)
    let outcome = try folder.modeltree(Self.words)
    #expect(outcome.status == 1)
    #expect(
      outcome.text.contains(
        """
        FAIL  rules/all.treespec on 2 dumps: 1 of 1 check failed

          line 3  r: error badTokn from ** => handled
            error: w
            applies to none of 2 dumps: this tree knows no error 'badTokn'
        """))
    let one = try folder.modeltree("check", "dumps/exam.json", "--rules", "rules/all.treespec")
    #expect(one.status == 0)
    #expect(
      one.text.hasPrefix("ok    rules/all.treespec on dumps/exam.json: 1 check, 1 not applicable\n")
    )
  }

  @Test func `specs and rules are checked together, also at a prompt`() throws {
    let folder = try Self.folder()
    try folder.write("tree-spec 1\nlimit nodes = 8\n", to: "exam.treespec")
    let both = try folder.modeltree(
      "check", "dumps/exam.json", "exam.treespec", "--rules", "rules/all.treespec", "--json")
    #expect(both.status == 1)
    #expect(both.text.contains(#""rule": "small", "severity": "warning", "reason": "it must fit""#))
    let prompt = try folder.modeltree("repl", "tree.json", "-c", "check --rules rules/all.treespec")
    #expect(prompt.status == 1 && prompt.text.contains("\n  line 9  small: limit nodes < 5\n"))
  }

  @Test func `what cannot be read is refused with its file, and the status is 2`() throws {
    let folder = try Self.folder()
    try folder.write("tree-spec 1\nlet $all = [\n", to: "rules/names.treespec")
    let outcome = try folder.modeltree(Self.words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("rules/names.treespec:2:12: "))
    #expect(outcome.errors.contains("\n  let $all = [\n"))
    let unruled = try Self.folder("tree-spec 1\nlimit nodes < 3\n").modeltree(Self.words)
    #expect(unruled.status == 2 && unruled.errors.contains("belongs to a rule"))
    try folder.modeltree("check", "rules", "--rules", "rules/all.treespec").expectRefusal(
      "no file in the folder 'rules' ends in '.json'")
    let none = try folder.modeltree("check", "dumps", "--rules", "none.treespec")
    #expect(none.status == 2 && none.errors.contains("cannot read 'none.treespec'"))
  }
}
