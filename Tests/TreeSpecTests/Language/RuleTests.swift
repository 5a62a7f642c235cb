import TestSupport
import Testing
import TextIO
import TreeSnapshot

@testable import TreeSpec

/// Rules, names that are bound once, and specs that include others.
@Suite struct `Rules of a spec` {
  private static func results(_ lines: String, asRules: Bool = true) throws -> [String] {
    let spec = try Spec("tree-spec 1\n" + lines, name: "a.treespec")
    return try spec.check(ExamTree.snapshot(), asRules: asRules).checks.map {
      "\($0.line) \($0.rule?.name ?? "-") \($0.outcome.rawValue)"
    }
  }

  @Test func `belong to the lines below them, and a note fails nothing`() throws {
    let text = """
      limit nodes < 3
      rule "small" severity warning reason "it must fit"
      limit nodes < 4
      limit depth < 9
      rule flat severity note reason "easier to read"
      limit depth < 2
      """
    #expect(
      try Self.results(text) == ["2 - failed", "4 small failed", "5 small passed", "7 flat noted"])
    let notes = try Spec("tree-spec 1\nrule flat severity note reason \"r\"\nlimit depth < 2\n")
    #expect(try notes.check(ExamTree.snapshot()).isPassed)
  }

  @Test func `do not apply to a tree that lacks what they are about`() throws {
    let lines = """
      error Gone.* from ** => handled
      error NetworkErrors.* from LoginFlow => handled
      error NetworkErrors.101 from ** => LoginFlow
      not *[service=Gone]
      service Gone from ** => provided
      service APIClient from LoginFlow => provided
      """
    #expect(
      try Self.results("rule r reason \"w\"\n" + lines) == [
        "3 r skipped", "4 r skipped", "5 r failed", "6 r skipped", "7 r skipped", "8 r skipped",
      ])
    #expect(try Self.results(lines, asRules: false).allSatisfy { $0.hasSuffix("failed") })
  }

  private static let exceptions: [(line: String, holds: Bool)] = [
    ("error NetworkErrors.* from DashboardModel => handled", false),
    ("error NetworkErrors.* except NetworkErrors.badResponse from DashboardModel => handled", true),
    ("error NetworkErrors.* except badResponse from DashboardModel => handled", true),
    ("error NetworkErrors.* except NetworkErrors.101 from DashboardModel => handled", false),
    ("error NetworkErrors.100 from ** => handled", false),
    (
      "error NetworkErrors.100 from ** except AppAuthorizedSession, MainFlow, *Menu*, Dash* => handled",
      true
    ),
    ("error NetworkErrors.101 from ** => handled except ExamCreationFlow", true),
    ("error NetworkErrors.101 from ** => handled except App*", false),
    ("error NetworkErrors.101 from ** => handled except Nope", true),
    ("event AppEvent.ExamCreated => delivered except MainFlow", true),
    ("event AppEvent.ExamCreated => delivered except SideMenuModel", false),
    ("not *[session] except AppAuthorizedSession", true),
    ("not *Flow except MainFlow", false),
    ("service APIClient from ** except MainFlow/** => missing", false),
    ("let $flows = MainFlow, ExamCreationFlow\nnot *Flow except $flows", true),
    ("let $models = *Model\nerror NetworkErrors.101 from $models => handled", true),
    ("let $none = Login*\nnot $none", true),
    ("let $some = Exam*\nnot $some", false),
    ("let $none = Login*\nerror NetworkErrors.101 from $none? => handled", true),
    ("let $none = Login*\nerror NetworkErrors.101 from $none => handled", false),
  ]

  @Test(arguments: exceptions)
  func `leave out what they except`(line: String, holds: Bool) throws {
    let spec = try Spec("tree-spec 1\n\(line)\n")
    #expect(try spec.check(ExamTree.snapshot()).isPassed == holds)
  }

  private static let refusals: [`A wrong spec`.Refusal] = [
    .init("rule\n", "2:5: a rule's name is missing; write 'rule \"name\" reason \"why\"'"),
    .init("rule a\n", "2:7: a rule says why it is there: reason \"…\""),
    .init("rule a reason why\n", "2:15: a rule says why it is there: reason \"…\""),
    .init(
      "rule a severity bad reason \"w\"\n",
      "2:17: 'bad' is not a severity; there are error, warning, note"),
    .init(
      "rule a severty note reason \"w\"\n",
      "2:8: 'severity' or 'reason' is expected here; did you mean 'severity'?"),
    .init(
      "rule a reason \"w\"\nlimit nodes < 9\nrule a reason \"v\"\n",
      "4:6: there is a rule 'a' in line 2 already"),
    .init(
      "let screens = A\n",
      "2:5: a capture's name has letters, digits, '-' and '_' only: write '$name'"),
    .init(
      "let $a\nlimit nodes < 2\n",
      "2:7: '=' is expected here, and after it a selector: let $a = MainFlow"),
    .init("let $a = A\nlet $a = B\n", "3:5: '$a' is captured in line 2 already"),
    .init("let $a = A\nlet $b = $a\n", "3:10: a name is for selectors, not for another name"),
    .init("A as $a\nnot $a\n", "3:5: what must not be there cannot be captured; write a selector"),
    .init("include\n", "2:8: a file is missing: include \"common.treespec\""),
    .init(
      "include none.treespec\n",
      "2:9: cannot read 'none.treespec': No such file or directory; check the path"),
    .init(
      "error except A from ** => handled\n", "2:7: the error's name is missing, such as Domain.code"
    ),
  ]

  @Test(arguments: refusals)
  func `are refused where they are wrong`(refusal: `A wrong spec`.Refusal) throws {
    let error = try #require(throws: SpecError.self) { try Spec(refusal.text, name: "a") }
    #expect(
      error.problems.map { "\($0.line):\($0.column): \($0.fault.message)" } == refusal.problems)
  }

  @Test func `in a file of rules belong to a rule, and to no tree`() throws {
    let error = try #require(throws: SpecError.self) {
      try Spec(
        rules: "tree-spec 1\nA\nlimit nodes < 3\nrule r reason \"w\"\nnot B\n".utf8, name: "a")
    }
    #expect(
      error.problems.map { "\($0.line):\($0.column): \($0.fault.message)" } == [
        "2:1: a file of rules has no tree, only what must hold of every one",
        "3:1: a line in a file of rules belongs to a rule; write 'rule \"name\" reason \"why\"' above it",
      ])
  }

  @Test func `are told in every report with their names`() throws {
    let text = """
      tree-spec 1
      rule "ends here" severity warning reason "a person must see it"
      error NetworkErrors.100 from Dash* => handled
      rule "small" severity note reason "it must fit"
      limit nodes < 3
      rule "known" reason "old"
      not MainFlow
      not *[service=Gone]
      """
    var result = try Spec(text, name: "r.treespec").check(ExamTree.snapshot(), asRules: true)
    let words = FindingWords(result)
    #expect(
      words.violations(of: result.checks[0]) == [
        RuleViolation(
          rule: "ends here", path: "/AppAuthorizedSession/MainFlow/DashboardModel",
          facts: [
            "error NetworkErrors.100 from Dash* => handled", "NetworkErrors.100", "is uncaught",
            "1 model",
          ])
      ])
    result.checks[2].isKnown = true
    let run = SpecRun(spec: "r.treespec", dump: "a.json", outcome: .checked(result))
    let report = SpecReport(runs: [run], version: "1")
    let github = String(decoding: GitHubReport(report).bytes, as: UTF8.self).split(separator: "\n")
    #expect(github.count == 2)
    #expect(
      github[0].hasPrefix(
        "::warning file=r.treespec,line=3,title=ends here%3A error NetworkErrors.100 from"))
    #expect(
      github[1].hasPrefix("::notice file=r.treespec,line=5,title=small%3A limit nodes < 3 on"))
    let json = String(decoding: SpecJSON(report).bytes, as: UTF8.self)
    #expect(
      json.contains(
        #""outcome": "noted", "rule": "small", "severity": "note", "reason": "it must fit""#))
    #expect(json.contains(#""outcome": "known", "rule": "known", "severity": "error""#))
    let junit = String(decoding: JUnitReport(report).bytes, as: UTF8.self)
    #expect(junit.contains(#"tests="4" failures="1" errors="0" skipped="3""#))
    #expect(junit.contains(#"<testcase name="line 5: small: limit nodes &lt; 3""#))
    let shown = ResultText(result, tree: "a.json").plain
    #expect(
      shown.hasPrefix(
        """
        FAIL  r.treespec on a.json: 1 of 4 checks failed, 1 noted, 1 known, 1 not applicable

          line 3  ends here: error NetworkErrors.100 from Dash* => handled
            warning: a person must see it
            is uncaught
        """))
    #expect(
      shown.contains("\n  line 5  small: limit nodes < 3\n    note: it must fit\n    nodes is 8\n"))
    #expect(!shown.contains("not MainFlow"))
  }

  // MARK: Other files

  private static func spec(_ files: [String: String]) throws -> Spec {
    let folder = try TemporaryFolder()
    try folder.makeFolder("rules")
    for (name, text) in files { try folder.write("tree-spec 1\n" + text, to: name) }
    let bytes = try folder.read("a")
    return try Spec(utf8: bytes, name: folder.path(of: "a"))
  }

  @Test func `of an included file are checked first, and name its file`() throws {
    let spec = try Self.spec([
      "a":
        "include rules/b\ninclude rules/c\nAppAuthorizedSession as $app\n  ...\nlimit nodes < 3\n",
      "rules/b": "include c\n# why\nrule small reason \"it must fit\"\nlimit nodes < 2\n",
      "rules/c": "let $models = *Model\nerror badToken from $models => $app\n",
    ])
    let result = try spec.check(ExamTree.snapshot())
    #expect(
      result.checks.map {
        "\($0.source?.name.split(separator: "/").last ?? "a") \($0.line) \($0.outcome)"
      }
        == ["a 4 passed", "c 3 passed", "b 5 failed", "a 6 failed"])
    let explanation = try #require(FindingWords(result).explanation(of: result.checks[2]))
    #expect(explanation.comment == ["error: it must fit"])
  }

  @Test func `of files that include each other are read once`() throws {
    let spec = try Self.spec([
      "a": "include rules/b\nlimit nodes < 99\n", "rules/b": "include ../a\nlimit nodes < 98\n",
    ])
    #expect(try spec.check(ExamTree.snapshot()).checks.count == 2)
  }

  @Test func `of a wrong file are reported there`() throws {
    let error = try #require(throws: SpecError.self) {
      try Self.spec([
        "a": "include rules/b\nlimit nods < 3\n",
        "rules/b": "A\n  B [sesion]\nlimit nodes < $x\nnot $y\n",
      ])
    }
    let lines = error.lines.map(\.string).filter { $0.hasPrefix("/") }
      .map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
    #expect(lines.count == 4)
    #expect(
      lines[0].hasSuffix(
        "a:3:7: 'nods' cannot be limited; there are depth, nodes, children, sessions")
        || lines[0].contains("did you mean"))
    #expect(lines[1].hasPrefix("rules/b:2:1: a spec that another one includes has no tree"))
    #expect(lines[2].hasPrefix("rules/b:3:6: unknown attribute 'sesion'"))
    #expect(lines[3].hasPrefix("rules/b:4:15: a number is missing here"))
  }

  @Test func `of a test's own lines include no files`() throws {
    let error = try #require(throws: SpecError.self) {
      try Spec(inline: "include a\n", name: "inline spec")
    }
    #expect(
      error.problems.map(\.fault) == ["a spec that is not a file includes none; write it to a file"]
    )
  }
}
