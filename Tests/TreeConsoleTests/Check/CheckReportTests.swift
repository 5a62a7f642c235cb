import TestSupport
import Testing

/// `modeltree check --report …`.
@Suite struct `Reports of a check` {
  private static func folder() throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write(`Checking specs`.passing, to: "good.treespec")
    try folder.write("tree-spec 1\nnot MainFlow\n", to: "bad.treespec")
    return folder
  }

  private static let text = """
    ok    good.treespec "the app": 2 checks
    FAIL  bad.treespec on tree.json: 1 of 1 check failed

      line 2  not MainFlow
        1 model matches 'MainFlow'
          /AppAuthorizedSession/MainFlow


    """
  private static let summary = "1 spec failed, 1 spec passed (3 checks, 1 failed)\n"

  @Test func `several at once go to their files, beside the text`() throws {
    let folder = try Self.folder()
    try folder.modeltree(
      "check", "tree.json", "good.treespec", "bad.treespec", "--report", "junit=a.xml", "--report",
      "json=a.json", "--report", "github=a.txt"
    ).expect(
      status: 1, output: Self.text + Self.summary,
      errors: """
        modeltree: a.xml: junit report written
        modeltree: a.json: json report written
        modeltree: a.txt: github report written

        """)
    #expect(try folder.text(of: "a.xml").hasPrefix("<?xml"))
    #expect(try folder.text(of: "a.json").hasPrefix(#"{"passed": false, "specs": ["#))
    #expect(try folder.text(of: "a.txt").hasPrefix("::error file=bad.treespec,line=2,"))
  }

  @Test func `GitHub's commands follow the text, and the summary last`() throws {
    let outcome = try Self.folder().modeltree(
      "check", "tree.json", "good.treespec", "bad.treespec", "--report", "github")
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix(Self.text + "::error file=bad.treespec,line=2,"))
    #expect(outcome.text.hasSuffix("\n" + Self.summary))
  }

  @Test(arguments: [
    ["--report", "json"], ["--json"], ["--report", "json=-"],
  ])
  func `a report on standard output takes the place of the text`(words: [String]) throws {
    let outcome = try Self.folder().modeltree(["check", "tree.json", "bad.treespec"] + words)
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
    #expect(outcome.text.hasPrefix("{\"passed\""))
    #expect(!outcome.text.contains("FAIL"))
  }

  @Test func `a report that cannot be written is reported, with status 2`() throws {
    let folder = try Self.folder()
    try folder.modeltree(
      "check", "tree.json", "good.treespec", "--report", "junit=none/a.xml"
    ).expectRefusal(
      "cannot write 'none/a.xml': No such file or directory; make its folder first")
    #expect(folder.names == ["bad.treespec", "good.treespec", "tree.json"])
  }

  @Test func `names that would be commands of a CI service are none in the text`() throws {
    let dump = ExamMaster.dump(nodes: [
      #"{"id": 1, "type": "::error::x"}"#,
      ###"{"id": 2, "parent": 1, "type": "##[error]y\n::error::z"}"###,
    ])
    let folder = try TestFolder(dump: dump)
    try folder.write("tree-spec 1\n\"::error::x\"\n", to: "a.treespec")
    let outcome = try folder.modeltree("check", "tree.json", "a.treespec")
    #expect(outcome.status == 1)
    for line in outcome.text.split(separator: "\n") {
      #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
      #expect(!line.contains("##["), "\(line)")
    }
  }
}
