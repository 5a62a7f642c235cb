import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

@testable import TreeSpec

/// The findings of a check, as facts: each test builds a tree and a spec of a few lines.
@Suite struct `Tests of checking` {
  /// `App` 0 (session, error Net.1, service Log) with `Flow` 1 (bubble UI.Show) and below it
  /// `Cell` 2 and `Inner` 3 (session, service Log, event App.Tick) with `Cell` 4 (event App.Tick).
  private static func tree() throws -> Snapshot {
    var builder = SnapshotBuilder(name: "App")
    builder.addNode(id: 10, parent: nil, type: "App", isSession: true)
    builder.subscribe(.init(kind: .error, domain: "Net", code: "1", label: "lost"))
    builder.provide(service: "Log")
    builder.addNode(id: 11, parent: 10, type: "Flow", label: "main")
    builder.subscribe(.init(kind: .bubble, domain: "UI", code: "Show"))
    builder.addNode(id: 12, parent: 11, type: "Cell")
    builder.addNode(id: 13, parent: 11, type: "Inner", isSession: true)
    builder.provide(service: "Log")
    builder.subscribe(.init(kind: .event, domain: "App", code: "Tick"))
    builder.addNode(id: 14, parent: 13, type: "Cell", label: "last")
    builder.subscribe(.init(kind: .event, domain: "App", code: "Tick"))
    return try builder.finish()
  }

  private static func check(_ lines: String) throws -> SpecResult {
    try Spec("tree-spec 1\n" + lines).check(tree())
  }

  private static func finding(_ lines: String) throws -> Finding? {
    let result = try check(lines)
    return result.checks.first { $0.finding != nil }?.finding
  }

  private static func differences(_ lines: String) throws -> [ShapeDifference] {
    try check(lines).shapeExplanation().differences
  }

  // MARK: The shape

  @Test func `a tree that is what its spec says has no findings`() throws {
    let result = try Self.check(
      "App [session]\n  Flow\n    Cell\n    Inner\n      Cell\nnot Log*\n")
    #expect(result.isPassed && result.failureCount == 0 && !result.isShapeWrong)
    #expect(result.checks.map(\.line) == [2, 7])
    #expect(result.checks.map(\.name) == ["tree", "not Log*"])
  }

  @Test func `what is missing names its line and the parent that it belongs to`() throws {
    let found = try Self.differences(
      "App\n  Flow\n    Cell\n    Other\n    Inner [children deep]\n")
    #expect(
      found == [
        ShapeDifference(
          kind: .missing, line: 5, path: "/App/Flow", text: "Other is missing")
      ])
  }

  @Test func `what is extra names the model, and the line that allows no more`() throws {
    let found = try Self.differences("App\n  Flow\n    Cell\n")
    #expect(found.map(\.kind) == [.extra] && found.map(\.id) == [13] && found[0].line == nil)
    let limited = try Self.differences("App [children deep]\n  Cell {1}\n")
    #expect(limited.map(\.kind) == [.extra])
    #expect(limited.map(\.text) == [#"Cell [label=last] is more than line 3 allows (1)"#])
  }

  @Test func `what moved names where it is and its line`() throws {
    let found = try Self.differences("App\n  Flow\n    Cell\n  Inner\n    Cell\n")
    #expect(found.map(\.kind) == [.moved])
    #expect(found.map(\.path) == ["/App/Flow/Inner"] && found.map(\.line) == [5])
  }

  @Test func `an attribute that is different has what is expected and what is found`() throws {
    guard
      case .shape(let root) = try Self.finding(
        "App [!session] [label=x] [handles only error Net.2]\n  ...\n")
    else {
      Issue.record("the shape is right")
      return
    }
    let event = SpecElement(kind: .error, text: "Net.lost")
    let unknown = SpecFault(
      .misspelledMessage, "this tree knows no error 'Net.2'; did you mean 'Net.1'?")
    #expect(
      root.differences == [
        AttributeDifference(attribute: .session, found: .flag(true)),
        AttributeDifference(attribute: .label, expected: .element(SpecElement(text: "x"))),
        AttributeDifference(
          attribute: .handles, expected: .element(SpecElement(kind: .error, text: "Net.2")),
          hint: .unknown(unknown)),
        AttributeDifference(attribute: .handles, found: .element(event)),
      ])
  }

  @Test func `a session that is not open is written, and is neither extra nor missing`() throws {
    func tree(isUnopened: Bool) throws -> Snapshot {
      var builder = SnapshotBuilder()
      builder.addNode(id: 1, parent: nil, type: "App", isSession: true)
      builder.addNode(id: 2, parent: 1, type: "Tab", isSession: true)
      builder.addNode(id: 3, parent: 1, type: "Tab", isSession: true, isUnopened: isUnopened)
      return try builder.finish()
    }
    let (open, unopened) = (try tree(isUnopened: false), try tree(isUnopened: true))
    func differences(_ text: String, _ snapshot: Snapshot) throws -> [String] {
      let result = try Spec(text).check(snapshot)
      return result.isPassed ? [] : try result.shapeExplanation().differences.map(\.text.string)
    }
    let text = try SpecWriter(unopened).write(title: nil)
    #expect(text.hasSuffix("\nApp [session]\n  Tab [session]\n  Tab [session] [unopened]\n"))
    let exact = try SpecWriter(open).write(title: nil)
    #expect(exact.hasSuffix("\nApp [session]\n  Tab {2} [session]\n"))
    #expect(try differences(text, unopened) == [])
    #expect(try differences(text, open) == ["Tab: [unopened] is missing"])
    #expect(try differences(exact, unopened) == ["Tab: [unopened] should not be there"])
    let loose = "tree-spec 1\nApp\n  Tab {2}\n"
    #expect(try differences(loose, open) + differences(loose, unopened) == [])
    let named = "tree-spec 1\nApp\n  Tab [unopened]\n  Tab [!unopened]\n"
    #expect(try differences(named, unopened) == [])
    #expect(try differences(named, open) == ["Tab: [unopened] is missing"])
    let excepted = exact.replacing("except state", with: "except state, unopened")
    #expect(try differences(excepted, open) + differences(excepted, unopened) == [])
    let patch = try #require(try SpecPatch(Spec(text), to: open))
    #expect(patch.text.hasSuffix("\nApp [session]\n  Tab [session]\n  Tab [session]\n"))
  }

  // MARK: Everything else

  @Test func `models that must not be there are listed`() throws {
    guard case .present(let models, let selector) = try Self.finding("not Cell\n") else {
      Issue.record("none is there")
      return
    }
    #expect(models == [2, 4] && selector == "Cell")
  }

  @Test(arguments: [
    ("depth <= 2", "depth", 3, 4), ("nodes = 4", "nodes", 5, nil),
    ("sessions < 2", "sessions", 2, nil),
    ("children > 2", "children", 2, 1),
  ])
  func `a limit has the value and the model that it was measured at`(
    limit: String, measure: String, value: Int, place: Int?
  ) throws {
    guard case .limits(let broken) = try Self.finding("limit \(limit), depth < 9\n") else {
      Issue.record("the limit holds")
      return
    }
    #expect(broken.map(\.measure.rawValue) == [measure])
    #expect(broken.map(\.value) == [value] && broken.map(\.place) == [place])
  }

  private static let routes: [(line: String, fact: String, count: Int, raiser: Int)] = [
    ("error lost from ** => uncaught", "handled(by: 0)", 5, 0),
    ("error lost from Cell => Flow", "handled(by: 0)", 2, 2),
    ("error lost from Cell => App via Inner", "passes([1])", 1, 2),
    ("error lost from Inner => App via only Inner", "passes([1])", 1, 3),
    ("bubble UI.Show from ** => handled", "lost", 1, 0),
    ("event App.Tick from Flow => unheard", "delivered(to: [3, 4])", 1, 1),
    ("event App.Tick => Flow", "notDelivered(to: [1])", 1, 0),
    ("event App.Tick from Flow => Inner only", "alsoDelivered(to: [4])", 1, 1),
  ]

  @Test(arguments: routes)
  func `a wrong route has what happens instead, for how many raisers, and the first`(
    line: String, fact: String, count: Int, raiser: Int
  ) throws {
    guard case .routes(let finding) = try Self.finding(line + "\n") else {
      Issue.record("the route is right")
      return
    }
    #expect(finding.wrong.map { "\($0.fact)" } == [fact])
    #expect(finding.wrong.map(\.count) == [count] && finding.wrong.map(\.raiser) == [raiser])
    #expect(finding.routes.map(\.raiser) == [raiser])
  }

  @Test(arguments: [
    ("service Log from Cell => App", 3, 1, 2, 4), ("service Log from ** => missing", 0, 3, 5, 0),
  ])
  func `a wrong service has its provider and the models that ask`(
    line: String, provider: Int?, count: Int, askers: Int, first: Int
  ) throws {
    guard case .service(let finding) = try Self.finding(line + "\n") else {
      Issue.record("the service is right")
      return
    }
    #expect(finding.provider == provider && finding.first == first)
    #expect(finding.count == count && finding.askerCount == askers)
  }

  @Test func `what a wrong shape keeps from being checked is skipped`() throws {
    let result = try Self.check("App\n  Other as $o\nerror lost from $o => App\n")
    #expect(result.checks.map(\.outcome) == [.failed, .skipped])
    guard case .skipped(let fault) = result.checks[1].finding else { return }
    #expect(
      fault.message
        == "'$o' captures no model of this tree (line 3); write '$o?' where it may be absent")
  }

  @Test func `what a tree does not know fails its line, and the other lines are checked`() throws {
    let lines = "App\n  ...\nerror Nett.1 from ** => App\nnot *[service=Logg]\nlimit nodes < 2\n"
    let result = try Self.check(lines)
    let problems = result.checks.compactMap { check -> SpecError.Problem? in
      if case .unknown(let problem)? = check.finding { problem } else { nil }
    }
    #expect(
      problems.map(\.fault) == [
        SpecFault(
          .misspelledMessage, "this tree knows no error 'Nett.1'; did you mean 'Net.1'?"),
        "this tree knows no 'Logg', which '[service=…]' asks for",
      ])
    #expect(problems.map(\.line) == [4, 5] && problems.map(\.column) == [7, 5])
    #expect(result.checks.map(\.outcome) == [.passed, .failed, .failed, .failed])
    #expect(result.namesUnknown && !result.isShapeWrong)
  }

  @Test func `of a tree of another shape, models that are not there are skipped, messages fail`()
    throws
  {
    let result = try Self.check("App\nerror lost from Nope => App\nerror gone from ** => App\n")
    #expect(result.checks.map(\.outcome) == [.failed, .skipped, .failed])
  }

  @Test func `a name that the tree does not know is told once`() throws {
    let result = try Self.check("App [handles error losst]\n  ...\n")
    #expect(result.checks.map(\.name) == ["tree"])
    let absent = try Self.check("App [!handles error Net.7]\n  ...\n")
    #expect(absent.checks.map(\.name) == ["tree", "App [!handles error Net.7]"])
    #expect(absent.checks.map(\.outcome) == [.passed, .failed])
  }

  @Test func `where a key of state is not there, the failure shows what there is`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "A")
    builder.describe(StateEntry(key: "user", value: "Anna"))
    builder.addNode(id: 2, parent: 1, type: "B")
    let tree = try builder.finish()
    let spec = try Spec("tree-spec 1\nA [state usr=Anna]\n  B [state usr]\n")
    let explanation = try spec.check(tree).shapeExplanation()
    #expect(
      explanation.rows.filter { $0.mark == .missing }.map { "\($0.text): \($0.note)" } == [
        "[state usr=Anna]: the state is user=Anna", "[state usr]: there is no state",
      ])
    #expect(
      explanation.differences[0].text
        == "A: [state usr=Anna] is missing (the state is user=Anna)")
  }

  @Test func `a registration that is there twice says so, and so does one that is listed twice`()
    throws
  {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "A")
    for _ in 0..<2 { builder.subscribe(.init(kind: .error, domain: "Net", code: "1")) }
    let tree = try builder.finish()
    func rows(_ line: String) throws -> [String] {
      try Spec("tree-spec 1\n\(line)\n").check(tree).shapeExplanation().rows.dropFirst()
        .map { "\($0.mark.rawValue) \($0.text): \($0.note)" }
    }
    #expect(
      try rows("A [handles only error Net.1]") == [
        "+ [handles error Net.1]: registered twice, listed once"
      ])
    #expect(
      try rows("A [handles error Net.1, Net.1, Net.1]") == [
        "- [handles error Net.1]: registered twice, listed 3 times"
      ])
  }

  // MARK: Comparisons on request

  private static let asked: [(lines: String, problem: String)] = [
    ("name App\n", ""), ("name A?p\n", ""), ("name Other\n", "the tree is called 'App'"),
    ("messages error Net.1\n", "error Net.1: not declared"),
    ("App [source=App.swift:*]\n  ...\n", ""),
    (
      "App [source=Other.swift:*]\n  ...\n", "[source=App.swift:3] should be [source=Other.swift:*]"
    ),
    ("App [!source]\n  ...\n", "[source=App.swift:3] should not be there"),
    ("App [handles ordered error Net.1, event App.Tick, error Net.2]\n  ...\n", ""),
    ("App [handles ordered error Net.1, Net.2]\n  ...\n", ""),
    ("App [handles error Net.2, Net.1]\n  ...\n", ""),
    (
      "App [handles only ordered error Net.2, Net.1, event App.Tick]\n  ...\n",
      "[handles error Net.1] has another place (the order is error Net.1, event App.Tick, error Net.2)"
    ),
  ]

  @Test(arguments: asked)
  func `order, names and lines of code are compared where a line asks for it`(
    lines: String, problem: String
  ) throws {
    var builder = SnapshotBuilder(name: "App")
    builder.addNode(id: 1, parent: nil, type: "App", source: "App.swift:3")
    builder.subscribe(.init(kind: .error, domain: "Net", code: "1"))
    builder.subscribe(.init(kind: .event, domain: "App", code: "Tick"))
    builder.subscribe(.init(kind: .error, domain: "Net", code: "2"))
    builder.addNode(id: 2, parent: 1, type: "Cell")
    let tree = try builder.finish()
    let spec = try Spec("tree-spec 1\n" + lines)
    let result = spec.check(tree)
    #expect(result.isPassed == problem.isEmpty)
    if problem.isEmpty { return }
    let told = try #require(FindingWords(result).explanation(of: result.checks[0]))
    let text = told.differences.isEmpty ? told.problem : told.differences[0].text
    #expect(text.string.hasSuffix(problem))
    // The patched spec passes.
    if result.isShapeWrong {
      let patch = try #require(try SpecPatch(spec, to: tree))
      #expect(try Spec(patch.text).check(tree).isPassed, "\(patch.text)")
    }
  }

  @Test(arguments: [
    ("messages error Net.1, event App.*", nil), ("messages only error lost, event App.Tick", nil),
    ("messages only event App.*", "error Net.1: declared, and not listed"),
    (
      "messages only error Net.2, event App.Tick",
      "error Net.2: not declared; error Net.1: declared, and not listed"
    ),
  ])
  func `the vocabulary is compared where a line asks for it`(
    line: String, problem: String?
  ) throws {
    var builder = SnapshotBuilder()
    builder.declare(Message(kind: .error, domain: "Net", code: "1"), label: "lost")
    builder.declare(Message(kind: .event, domain: "App", code: "Tick"))
    builder.addNode(id: 1, parent: nil, type: "A")
    let result = try Spec("tree-spec 1\n\(line)\n").check(builder.finish())
    let told = FindingWords(result).explanation(of: result.checks[0])?.problem.string
    #expect(told == problem && result.isPassed == (problem == nil))
  }
}
