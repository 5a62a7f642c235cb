import TestSupport
import Testing

/// Lint's answers and exit statuses.
@Suite struct `The lint command` {
  private static let text = """
    error: uncaught-error
      /App/Flow/Cell #3  Flow.swift:7
        error Net.1 (lost) is raised here, and no model from here up to the root is registered for it
        registered for it, but not above: /App/Side #4  Side.swift:3
      remedy: Register a model above it for this code or for its whole domain, such as the root \
    session.

    warning: unheard-event
      /App/Flow/Cell #3  Flow.swift:7
        event Shop.sold is raised here, and no model of the session /App is registered for it
      remedy: Register the model that should act, in the same session, or do not raise it here.

    warning: unreachable-registration
      /App/Side #4  Side.swift:3
        error Net.1 (lost) never arrives here: no model known to raise it is here or below
        raised by: /App/Flow/Cell #3  Flow.swift:7
      remedy: Move the subscription above the raiser, or for an event into its session; if a \
    model below raises it, declare that with mayRaise.

    note: unhandled-declaration
      /App #1  App.swift:1
        error Net.9 (gone) is declared, and no model of this tree is registered for it
      remedy: Register the root session for it or for its whole domain; do nothing if the models \
    that raise and handle it just aren't in the tree yet.

    4 findings: 1 error, 2 warnings, 1 note

    """

  @Test func `findings are shown by rule, with the place, the reason and the remedy`() throws {
    try TestFolder(dump: LintTree.dump).modeltree("lint", "tree.json")
      .expect(status: 1, output: Self.text)
  }

  @Test func `where nothing is wrong the status is 0`() throws {
    let dump = ExamMaster.dump(nodes: [#"{"id": 1, "type": "App", "session": true}"#])
    try TestFolder(dump: dump).modeltree("lint", "tree.json")
      .expect(output: "nothing found: 11 rules looked at 1 model\n")
  }

  @Test func `rules are switched off one by one`() throws {
    try TestFolder(dump: LintTree.dump).modeltree(
      "lint", "tree.json", "--disable", "uncaught-error", "--disable", "unheard-event",
      "--disable", "unreachable-registration", "--disable", "unhandled-declaration"
    ).expect(
      output: """
        switched off: uncaught-error, unheard-event, unreachable-registration, unhandled-declaration
        nothing found: 7 rules looked at 4 models

        """)
  }

  @Test(arguments: [1, 3, 9])
  func `as JSON it has as many findings as are asked for, of all rules together`(limit: Int)
    throws
  {
    let answer = try TestFolder(dump: LintTree.dump)
      .modeltree("lint", "tree.json", "--json", "--limit", "\(limit)")
    #expect(answer.text.split(separator: "\"rule\": ").count == 1 + min(limit, 4))
    #expect(answer.text.contains(#""new": 4, "known": 0"#))
  }

  @Test func `many findings of a rule are folded, and all are shown where they are asked for`()
    throws
  {
    let folder = try TestFolder(dump: LintTree.cells(12))
    let folded = try folder.modeltree("lint", "tree.json")
    #expect(folded.status == 1)
    let lines = folded.text.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == 26)
    #expect(lines[0] == "error: uncaught-error, 12 findings")
    #expect(lines[19] == "  /App/Cell[10] #11")
    #expect(lines[21] == "  and 2 more; --limit all shows them")
    #expect(lines[24] == "12 findings: 12 errors")
    let all = try folder.modeltree("lint", "tree.json", "--limit", "all")
    #expect(all.text.split(separator: "\n").count == 27)
    #expect(all.text.contains("  /App/Cell[12] #13\n"))
    let json = try folder.modeltree("lint", "tree.json", "--json")
    #expect(json.text.split(separator: "\"rule\": ").count == 13)
  }

  @Test func `as JSON the findings are on one line`() throws {
    let outcome = try TestFolder(dump: LintTree.dump).modeltree(
      "lint", "tree.json", "--json", "--disable", "unheard-event", "--disable",
      "unreachable-registration", "--disable", "unhandled-declaration")
    let json = [
      #"{"findings": [{"rule": "uncaught-error", "severity": "error", "state": "new", "#,
      #""path": "/App/Flow/Cell", "id": 3, "source": "Flow.swift:7", "#,
      #""message": {"kind": "error", "domain": "Net", "code": "1"}, "#,
      #""reason": "error Net.1 (lost) is raised here, and no model from here up to the root is "#,
      #"registered for it", "remedy": "Register a model above it for this code or for its whole "#,
      #"domain, such as the root session.", "related": [{"what": "registered for it, but not "#,
      #"above", "path": "/App/Side", "id": 4, "source": "Side.swift:3"}]}], "new": 1, "known": 0, "#,
      #""stale": [], "disabled": ["unheard-event", "unreachable-registration", "#,
      #""unhandled-declaration"]}"#,
    ]
    outcome.expect(status: 1, output: json.joined() + "\n")
  }

  @Test(arguments: [
    (
      ["--disable", "unheard-evnt"],
      "unknown rule 'unheard-evnt'; did you mean 'unheard-event'?"
    ),
    (["--disable", ""], "unknown rule ''; 'help lint' lists the rules"),
    (["--strict"], "--strict needs a baseline: --baseline FILE"),
    (
      ["--json", "--sarif", "-"],
      "only one of --json, --sarif - and --write-baseline - fits on standard output; name a file"
    ),
    (
      ["--baseline", "missing.txt"],
      "cannot read 'missing.txt': No such file or directory; check the path"
    ),
    (
      ["--sarif", "missing/lint.sarif"],
      "cannot write 'missing/lint.sarif': No such file or directory; make its folder first"
    ),
    (["Flow"], "Unexpected argument 'Flow'; see 'modeltree help lint'"),
  ])
  func `what cannot be done is refused in one line`(words: [String], message: String) throws {
    let folder = try TestFolder(dump: LintTree.dump)
    try folder.modeltree(["lint", "tree.json"] + words).expectRefusal(message)
    #expect(folder.names == ["tree.json"])
  }
}
