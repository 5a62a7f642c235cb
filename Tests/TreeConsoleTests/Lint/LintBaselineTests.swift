import TestSupport
import Testing

/// The file of known findings.
@Suite struct `Baselines of lint` {
  @Test func `it holds one finding a line, sorted, without ids and lines`() throws {
    let folder = try TestFolder(dump: LintTree.dump)
    try folder.modeltree("lint", "tree.json", "--write-baseline", "-")
      .expect(output: LintTree.baseline)
    let written = try folder.modeltree("lint", "tree.json", "--write-baseline", "lint.txt")
    #expect(written.status == 0)
    #expect(written.text.hasSuffix("\n4 findings: 1 error, 2 warnings, 1 note\n"))
    #expect(written.errors == "modeltree: lint.txt: 4 findings written\n")
    #expect(try folder.text(of: "lint.txt") == LintTree.baseline)
    try folder.write(LintTree.later, to: "tree.json")
    try folder.modeltree("lint", "tree.json", "--write-baseline", "-")
      .expect(output: LintTree.baseline)
  }

  @Test(arguments: [LintTree.dump, LintTree.later])
  func `what it records is known by any ids and lines`(dump: String) throws {
    let folder = try TestFolder(dump: dump)
    try folder.write(LintTree.baseline, to: "lint.txt")
    try folder.modeltree("lint", "tree.json", "--baseline", "lint.txt", "--strict")
      .expect(output: "4 findings: 1 error, 2 warnings, 1 note; 0 new, 4 known\n")
  }

  @Test(arguments: [("uncaught-error", 1), ("unheard-event", 1), ("unhandled-declaration", 0)])
  func `what is new fails, but for a note`(rule: String, status: Int32) throws {
    let folder = try TestFolder(dump: LintTree.dump)
    let lines = LintTree.baseline.split(separator: "\n").filter { !$0.hasPrefix(rule) }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "lint.txt")
    let outcome = try folder.modeltree("lint", "tree.json", "--baseline", "lint.txt")
    #expect(outcome.status == status)
    #expect(outcome.text.hasSuffix("; 1 new, 3 known\n"))
  }

  @Test func `only what is new is shown`() throws {
    let folder = try TestFolder(dump: LintTree.dump)
    let lines = LintTree.baseline.split(separator: "\n").filter { !$0.hasPrefix("unhandled") }
    try folder.write(lines.joined(separator: "\r\n") + "\r\n\r\n# reviewed\r\n", to: "lint.txt")
    let outcome = try folder.modeltree("lint", "tree.json", "--baseline", "lint.txt")
    outcome.expect(
      output: """
        note: unhandled-declaration
          /App #1  App.swift:1
            error Net.9 (gone) is declared, and no model of this tree is registered for it
          remedy: Register the root session for it or for its whole domain; do nothing if the models \
        that raise and handle it just aren't in the tree yet.

        4 findings: 1 error, 2 warnings, 1 note; 1 new, 3 known

        """)
  }

  private static let stale = """
    recorded and no longer found
      uncaught-error  /App/Flow/Cell
        error Net.1
      unheard-event  /App/Flow/Cell
        event Shop.sold, /App
      unreachable-registration  /App/Side
        error Net.1
      remedy: Write the baseline again with --write-baseline.

    1 finding: 1 note; 0 new, 1 known, 3 no longer found

    """

  @Test(arguments: [([], Int32(0)), (["--strict"], Int32(1))])
  func `what is no longer found is shown, and fails with --strict`(
    words: [String], status: Int32
  ) throws {
    let folder = try TestFolder(dump: LintTree.mended)
    try folder.write(LintTree.baseline, to: "lint.txt")
    try folder.modeltree(["lint", "tree.json", "--baseline", "lint.txt"] + words)
      .expect(status: status, output: Self.stale)
  }

  @Test func `a rule that is switched off keeps its entries, which are not stale`() throws {
    let folder = try TestFolder(dump: LintTree.mended)
    let work = "unprovided-service\t/App/Flow\n"
    try folder.write(LintTree.baseline + work, to: "lint.txt")
    let words = [
      "lint", "tree.json", "--baseline", "lint.txt", "--disable", "unheard-event",
      "--disable", "uncaught-error", "--disable", "unreachable-registration",
    ]
    try folder.modeltree(words + ["--strict"]).expect(
      output: """
        switched off: uncaught-error, unheard-event, unreachable-registration
        1 finding: 1 note; 0 new, 1 known

        """)
    let again = try folder.modeltree(words + ["--write-baseline", "lint.txt"])
    #expect(again.status == 0)
    #expect(
      try folder.text(of: "lint.txt")
        == LintTree.baseline.replacing("unreachable-", with: "\(work)unreachable-"))
  }

  @Test func `the same finding is known as often as it is recorded`() throws {
    let nodes =
      [#"{"id": 1, "type": "Level"}"#]
      + (2...40).map { #"{"id": \#($0), "parent": \#($0 - 1), "type": "Level"}"# }
    let raises = #", "raises": [{"kind": "bubble", "domain": "Up", "code": "1"}]}"#
    // Such deep paths are shortened, so the last three findings are identical.
    let deep = nodes.enumerated().map { $0 < 37 ? $1 : $1.dropLast() + raises }
    let folder = try TestFolder(dump: ExamMaster.dump(nodes: deep))
    let record = try folder.modeltree("lint", "tree.json", "--write-baseline", "-").text
    let lines = record.split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[1] == lines[2] && lines[1] == lines[3])
    try folder.write(lines.dropLast().joined(separator: "\n"), to: "lint.txt")
    let outcome = try folder.modeltree("lint", "tree.json", "--baseline", "lint.txt")
    #expect(outcome.status == 1)
    #expect(outcome.text.hasSuffix("3 findings: 3 warnings; 1 new, 2 known\n"))
  }

  private static let heading = "# modeltree lint baseline 1"

  @Test func `as JSON it says what is known and what is stale`() throws {
    let folder = try TestFolder(dump: LintTree.mended)
    try folder.write(LintTree.baseline, to: "lint.txt")
    let text = try folder.modeltree("lint", "tree.json", "--baseline", "lint.txt", "--json").text
    #expect(text.contains(#""severity": "note", "state": "known", "path": "/App""#))
    #expect(
      text.contains(
        #""new": 0, "known": 1, "stale": [{"rule": "uncaught-error", "path": "/App/Flow/Cell", "#))
  }

  @Test(arguments: [
    (
      "", 1,
      "this is not a baseline, which begins with '\(heading)'; write one with --write-baseline"
    ),
    (
      "uncaught-error\t/App\tx\n", 1,
      "this is not a baseline, which begins with '\(heading)'; write one with --write-baseline"
    ),
    (
      "\(heading)\n\nuncaught-error /App x\n", 3,
      "a rule, a path and facts are expected, with a tab between them; write the baseline again "
        + "with --write-baseline"
    ),
    (
      "\(heading)\nuncaught-eror\t/App\tx\n", 2,
      "unknown rule 'uncaught-eror'; did you mean 'uncaught-error'?"
    ),
    (
      "\(heading)\n\u{1b}[1m\t/App\tx\n", 2,
      "unknown rule '\\u{1b}[1m'; 'help lint' lists the rules"
    ),
  ])
  func `what it does not know is refused with the line`(
    text: String, line: Int, message: String
  ) throws {
    let folder = try TestFolder(dump: LintTree.dump)
    try folder.write(text, to: "lint.txt")
    try folder.modeltree("lint", "tree.json", "--baseline", "lint.txt")
      .expectRefusal("lint.txt: line \(line): \(message)")
  }
}
