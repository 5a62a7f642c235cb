import Foundation
import TestSupport
import Testing

/// Folders of specs and of dumps.
@Suite struct `Checking folders` {
  private static func folder() throws -> TestFolder {
    let folder = try TestFolder()
    for name in ["specs", "specs/deep", "dumps"] { try folder.makeFolder(name) }
    try folder.write(`Checking specs`.passing, to: "specs/b.treespec")
    try folder.write("tree-spec 1\nlimit nodes = 2\n", to: "specs/a.treespec")
    try folder.write("tree-spec 1\nlimit nodes = 8\n", to: "specs/deep/c.treespec")
    try folder.write("no spec\n", to: "specs/notes.txt")
    try folder.write(ExamMaster.dump, to: "dumps/b.json")
    try folder.write(ExamMaster.star(1), to: "dumps/a.json")
    return folder
  }

  /// Folders that are named by numbers, each with the same dump.
  private static func fleet(of count: Int) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.makeFolder("fleet")
    for number in 1...count {
      try folder.makeFolder("fleet/\(number)")
      try folder.write(ExamMaster.dump, to: "fleet/\(number)/b.json")
    }
    return folder
  }

  @Test func `a folder's specs are checked against one dump, in the order of their names`() throws {
    let outcome = try Self.folder().modeltree("check", "tree.json", "specs")
    #expect(outcome.status == 1)
    let heads = outcome.text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(
      heads == [
        "FAIL  specs/a.treespec on tree.json: 1 of 1 check failed",
        "ok    specs/b.treespec \"the app\": 2 checks", "ok    specs/deep/c.treespec: 1 check",
        "1 spec failed, 2 specs passed (4 checks, 1 failed)",
      ])
  }

  @Test func `with a folder of dumps each spec is checked against the dump of its name`() throws {
    let folder = try Self.folder()
    let unused = "modeltree: specs/deep/c.treespec: not used, because"
    try folder.modeltree("check", "dumps", "specs").expect(
      output: """
        ok    specs/a.treespec: 1 check
        ok    specs/b.treespec "the app": 2 checks
        1 spec not used, 2 specs passed (3 checks)

        """,
      errors: "\(unused) 'dumps' has no dump of its name; --unused reject makes that fail\n")
    try folder.modeltree("check", "dumps/", "specs", "--unused", "reject").expect(
      status: 1,
      output: """
        ok    specs/a.treespec: 1 check
        ok    specs/b.treespec "the app": 2 checks
        1 spec not used, 2 specs passed (3 checks)

        """,
      errors: "\(unused) 'dumps/' has no dump of its name\n")
    let ignored = try folder.modeltree("check", "dumps", "specs", "--unused=ignore")
    #expect(ignored.status == 0 && ignored.errors.isEmpty)
    try folder.write(ExamMaster.dump, to: "dumps/c.json")
    let used = try folder.modeltree("check", "dumps", "specs", "--unused=reject")
    #expect(used.status == 0 && used.text.hasSuffix("3 specs passed (4 checks)\n"))
  }

  @Test func `dumps that have no spec are named, and can be refused`() throws {
    let folder = try Self.folder()
    try folder.makeFolder("dumps/deep")
    for name in ["dumps/deep/x.json", "dumps/y.json"] { try folder.write("{}", to: name) }
    let words = ["check", "dumps", "specs", "--unused=ignore"]
    #expect(
      try folder.modeltree(words).errors
        == """
        modeltree: 2 dumps have no spec: dumps/deep/x.json, dumps/y.json; --update=missing writes them

        """)
    let refused = try folder.modeltree(words + ["--missing=reject", "--json"])
    #expect(refused.status == 1 && refused.text.hasPrefix(#"{"passed": false"#))
    #expect(refused.text.hasSuffix("\"missing\": [\"dumps/deep/x.json\", \"dumps/y.json\"]}\n"))
    #expect(try folder.modeltree(words + ["--missing=ignore"]).errors.isEmpty)
    let report = try folder.modeltree(words + ["--missing=reject", "--report=github"])
    #expect(
      report.text.contains(
        "::error file=dumps/y.json,line=1,title=dump without a spec::this dump has no spec of its name\n"
      ))
    let one = try folder.modeltree("check", "dumps/deep", "specs", "--unused=ignore")
    #expect(one.status == 2 && one.errors.contains("has the name of a spec"))
    try folder.write(`Checking specs`.passing, to: "specs/y.treespec")
    try folder.write(ExamMaster.dump, to: "dumps/y.json")
    #expect(
      try folder.modeltree(words).errors
        == "modeltree: 1 dump has no spec: dumps/deep/x.json; --update=missing writes it\n")
    #expect(try folder.modeltree("check", "dumps/b.json", "specs/b.treespec").errors.isEmpty)
  }

  @Test func `folders in the wrong order are reported as such`() throws {
    let folder = try Self.folder()
    try folder.modeltree("check", "specs", "dumps").expectRefusal(
      "'dumps' isn't a spec; the dumps come first: check dumps specs")
    try folder.modeltree("repl", "tree.json", "-c", "check dumps specs").expectRefusal(
      "'dumps' isn't a spec; at a prompt the present tree is checked: check specs")
    // There are no specs here yet.
    try folder.modeltree("check", "tree.json", "dumps").expectRefusal(
      "no file in the folder 'dumps' ends in '.treespec'")
  }

  @Test func `a dump that cannot be read is reported, and the others are checked`() throws {
    let folder = try Self.folder()
    try folder.write("{}", to: "dumps/a.json")
    let outcome = try folder.modeltree("check", "dumps", "specs/a.treespec", "specs/b.treespec")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("specs/a.treespec:1:1: dumps/a.json: "))
    #expect(outcome.text.contains("ERROR specs/a.treespec: its dump cannot be read\n"))
    #expect(outcome.text.contains("ok    specs/b.treespec"))
  }

  @Test func `a name beside a folder that leads nowhere is refused`() throws {
    try Self.folder().modeltree("check", "dumps", "spces").expectRefusal(
      "there is no 'spces'; name specs, or folders of them")
  }

  private static let rules = "tree-spec 1\nrule \"whole\" reason \"r\"\nlimit nodes = 8\n"

  @Test func `what is wrong with one of many trees hides none of the others`() throws {
    let folder = try Self.fleet(of: 40)
    try folder.write("{", to: "fleet/3/b.json")
    try folder.write(ExamMaster.star(1), to: "fleet/7/b.json")
    try folder.write(Self.rules, to: "all.treespec")
    let words = ["check", "fleet", "--rules", "all.treespec"]
    let outcome = try folder.modeltree(words)
    #expect(outcome.status == 2)
    #expect(
      outcome.text.hasPrefix(
        "ok    all.treespec on 38 of 39 dumps, first fleet/1/b.json: 1 check\n"))
    #expect(outcome.text.contains("FAIL  all.treespec on fleet/7/b.json: "))
    #expect(
      outcome.errors == """
        all.treespec:1:1: fleet/3/b.json: line 1: the dump is cut off: the text ends inside a value; \
        write it again

        """)
    // The reports have a run for each of them, in the order of their names.
    let json = try folder.modeltree(words + ["--json"]).text
    #expect(json.split(separator: "\"dump\": ").count == 41)
    if Tool.isInstalled("taskset") {
      let alone = try folder.shell("taskset -c 0 $MODELTREE check fleet --rules all.treespec")
      #expect(alone.text == outcome.text && alone.errors == outcome.errors)
    }
  }

  @Test func `what is wrong with a file of rules is said once, however many trees it has`() throws {
    let folder = try Self.fleet(of: 3)
    try folder.write("tree-spec 1\nlimit nodes\n", to: "all.treespec")
    let outcome = try folder.modeltree("check", "fleet", "--rules", "all.treespec")
    #expect(outcome.status == 2)
    #expect(outcome.errors.components(separatedBy: "all.treespec:2:").count == 2)
  }
}
