import Testing
import TreeAnalysis
import TreeSnapshot
import TreeSpec

@Suite struct `A selector matches` {
  private static let cells = [4, 5, 7, 14]
  private static let all = Array(1...17)

  static let names: [(String, [Int])] = [
    ("AppSession", [1]), ("Cell", cells), ("MainFlow", [2, 12]), ("cell", []), ("Cel", []),
    ("Cells", []), ("Dashboard/Cell", cells), ("MainFlow/Cell", []), ("/AppSession", [1]),
    ("/MainFlow", []), ("/AppSession/MainFlow", [2]), ("/AppSession/Side/MainFlow", [12]),
    ("AppSession/MainFlow", [2]), ("Side/MainFlow/Dashboard/Cell", [14]),
    ("X/AppSession", []), ("/AppSession/MainFlow/Dashboard/Cell/X", []),
  ]

  static let globs: [(String, [Int])] = [
    ("*", all), ("/*", [1]), ("/*/*", [2, 11, 15]), ("*/*/*/*/*", [14]), ("*/*/*/*/*/*", []),
    ("*Flow", [2, 8, 12]),
    ("Exam*", [8, 9, 10]), ("Exam*Model", [9, 10]), ("E*F*w", [8]), ("*a*o*r*", [3, 13]),
    ("MainFlow/*Flow", [8]), ("Cel?", cells), ("?ell", cells), ("Cell?", []), ("Cell*", cells),
    ("????", [4, 5, 7, 11, 14]), ("??Model", [17]), ("?Model", []), ("*日*", [17]),
    ("***", all), ("C**l", cells), ("*l*l", cells), ("Weird?Na*", [15]),
  ]

  static let levels: [(String, [Int])] = [
    ("**", all), ("/**", all), ("**/**", all), ("**/Cell", cells), ("/**/Cell", cells),
    ("/**/AppSession", [1]), ("/AppSession/**", all), ("AppSession/**/**", all),
    ("MainFlow/**", Array(2...10) + [12, 13, 14]), ("/**/MainFlow/**/Cell", cells),
    ("MainFlow/**/Cell", cells), ("/AppSession/**/Exam*Model", [9, 10]), ("Side/**/Cell", [14]),
    ("/Side/**/Cell", []), ("/**/Side/*/**/Cell", [14]), ("Cell/**", cells),
    ("Dashboard/**/Cell[2]", [5]), ("**/Dashboard/*", [4, 5, 6, 7, 14]), ("#2/**/#5", [5]),
    ("#12/**/#5", []), ("MainFlow/**/**/Cell[3]", [7]), ("**/*/**", all),
    ("/**/[session]/**/Cell", cells), ("/*/[session]/**/Cell", [14]),
  ]

  static let ids: [(String, [Int])] = [
    ("#5", [5]), ("#0", []), ("#99", []), ("/#1", [1]), ("/#2", []), ("#3/Cell", [4, 5, 7]),
    ("MainFlow/#3", [3]), ("Side/#3", []), ("/*/#2", [2]), ("#1[session]", [1]),
    ("#2[session]", []), ("#1/#2/#3", [3]), ("#9223372036854775807", []),
  ]

  static let tests: [(String, [Int])] = [
    ("[session]", [1, 11]), ("*[session]", [1, 11]), ("Side[session]", [11]),
    ("MainFlow[session]", []), ("[leaf]", [4, 5, 6, 7, 9, 10, 14, 16, 17]),
    ("Dashboard[leaf]", []), ("Dashboard/[leaf]", [4, 5, 6, 7, 14]),
    ("Cell[1]", [4, 14]), ("Cell[2]", [5]), ("Cell[3]", [7]), ("Cell[4]", []),
    ("Header[1]", [6]), ("AppSession[1]", [1]), ("AppSession[2]", []), ("*[2]", [5]),
    ("/AppSession/MainFlow/Dashboard/Cell[2]", [5]), ("[label=main]", [2]),
    ("[label=m*]", [2]), ("[label=*]", [2, 5, 6, 12]), ("[label=mai]", []),
    ("MainFlow[label=side]", [12]), ("[label=side]/Dashboard/Cell", [14]),
    ("[representation=MainFlowController]", [2]), ("[representation=*Controller]", [2]),
    ("[service=APIClient]", [1, 11]), ("[service=D*]", [1]), ("[service=Other]", []),
    ("[session][service=Disk]", [1]), ("Cell[2][label=two][leaf]", [5]),
    ("MainFlow[label=main]/Dashboard/Cell[2]", [5]),
  ]

  static let handles: [(String, [Int])] = [
    ("[handles=Net]", [1, 8]), ("[handles=Net.101]", [1, 8]), ("[handles=Net.badToken]", [1, 8]),
    ("[handles=Net.other]", [8]), ("[handles=Net.*]", [1, 8]), ("[handles=N*]", [1, 8]),
    ("[handles=101]", [1]), ("[handles=badToken]", [1]), ("[handles=error Net.101]", [1, 8]),
    ("[handles=bubble Net.101]", []), ("[handles=event AppEvent.Start]", [1]),
    ("[handles=event *]", [1]), ("[handles=Menu.showMenu]", [2]), ("[handles=Menu.Show]", [2]),
    ("[handles=Menu.*]", [2]), ("[handles=Other.1]", []), ("[handles=*]", [1, 2, 8]),
    ("ExamCreationFlow[handles=Net.101]", [8]), ("[session][handles=Net.101]", [1]),
  ]

  static let escapes: [(String, [Int])] = [
    (##"Weird\/Na\*me\[1\]\#\\\?"##, [15]), (#"*\**"#, [15]), (#"*\?"#, [15]), (##"*\#*"##, [15]),
    (#"\C\e\l\l"#, cells), (#"\u{1b}\[31m\u{a}"#, [16]), (#"\u{1B}*"#, [16]),
    (#"\u{65e5}\u{672c}Model"#, [17]), (#"\u{43}ell"#, cells), (#"\u"#, []),
    (#"[label=a\]b]"#, [6]), (#"[label=t\wo]"#, [5]), (##"\#5"##, []), (#"\*"#, []),
    (#"\*\*"#, []),
  ]

  @Test(arguments: [names, globs, levels, ids, tests, handles, escapes].joined())
  func `the nodes that it names`(_ text: String, _ ids: [Int]) throws {
    let snapshot = try Fixture.tree()
    #expect(try Selector(text).matches(in: snapshot).map { snapshot[$0].id } == ids)
  }

  @Test(arguments: [
    ("[state=count]", [2]), ("[state=count=3]", [2]), ("[state=count=4]", []), ("[state=3]", [2]),
    ("[state=*=on]", [1]), ("[source=App.swift]", [1, 2]), ("[source=App.swift:7]", [2]),
    ("[source=Flow.swift:9]", [2]), ("[source=*.swift:8]", []),
  ])
  func `a state, and a line`(_ text: String, _ ids: [Int]) throws {
    let nodes = #"""
      {"id": 1, "type": "App", "source": "App.swift:3", "state": {"mode": "on"}}, {"id": 2, \#
      "parent": 1, "type": "Flow", "source": "App.swift:7", "state": {"count": "3"}, "handles": \#
      [{"kind": "error", "domain": "Net", "code": "1", "source": "Flow.swift:9"}]}
      """#
    let snapshot = try Snapshot(
      dump: Array((#"{"format": "model-tree", "version": 1, "nodes": ["# + nodes + "]}").utf8))
    #expect(try Selector(text).matches(in: snapshot).map { snapshot[$0].id } == ids)
  }

  @Test(arguments: ["[handles=Net.1*]", "[handles=Net.10?]"])
  func `a whole domain by a pattern for its codes`(_ text: String) throws {
    let snapshot = try Fixture.tree()
    let found = try Selector(text).matches(in: snapshot).map { snapshot[$0].id }
    #expect(found == [1, 8])
  }

  @Test func `a code with a dot in a whole domain`() throws {
    var tree = SnapshotBuilder()
    tree.addNode(id: 1, parent: nil, type: "A")
    tree.subscribe(.init(kind: .error, domain: "D", code: nil))
    let snapshot = try tree.finish()
    let found = try Selector("[handles=D.x.1]").matches(in: snapshot)
    #expect(found == [0])
  }

  static let testedLevels: [(String, [Int])] = [
    ("/AppSession/**[leaf]", [4, 5, 6, 7, 9, 10, 14, 16, 17]), ("/**[label=two]", [5]),
    ("MainFlow/**[label=two]", [5]),
  ]

  @Test(arguments: testedLevels)
  func `the nodes below that pass the tests behind two stars`(_ text: String, _ ids: [Int]) throws {
    let snapshot = try Fixture.tree()
    let found = try Selector(text).matches(in: snapshot).map { snapshot[$0].id }
    #expect(found == ids)
  }

  @Test func `with the two forms of one character leads to two models`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "App")
    builder.addNode(id: 2, parent: 1, type: "\u{e9}")
    builder.addNode(id: 3, parent: 1, type: "e\u{301}")
    let snapshot = try builder.finish()
    let index = SelectorIndex(snapshot)
    for (position, type) in [(1, "\u{e9}"), (2, "e\u{301}")] {
      let selector = try Selector(type)
      #expect(index.matches(of: selector) == [position])
      #expect(selector.matches(in: snapshot) == [position])
    }
  }
}
