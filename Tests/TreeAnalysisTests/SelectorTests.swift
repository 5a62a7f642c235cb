import Testing
import TreeAnalysis
import TreeSnapshot
import TreeSpec

@Suite struct `A selector matches` {
  private static let cells = [4, 5, 7, 14]
  private static let all = Array(1...17)

  static let names: [(String, [Int])] = [
    ("AppSession", [1]), ("cell", []), ("Dashboard/Cell", cells), ("/MainFlow", []),
    ("/AppSession/Side/MainFlow", [12]), ("AppSession/MainFlow", [2]), ("MainFlow/Cell", []),
  ]

  static let globs: [(String, [Int])] = [
    ("*", all), ("/*/*", [2, 11, 15]), ("*Flow", [2, 8, 12]), ("Exam*Model", [9, 10]),
    ("Cel?", cells), ("Cell?", []), ("??Model", [17]), ("*日*", [17]), ("***", all),
  ]

  static let levels: [(String, [Int])] = [
    ("**", all), ("/AppSession/**/Exam*Model", [9, 10]), ("Side/**/Cell", [14]),
    ("MainFlow/**", Array(2...10) + [12, 13, 14]), ("/Side/**/Cell", []), ("#2/**/#5", [5]),
    ("MainFlow/**/**/Cell[3]", [7]), ("/*/[session]/**/Cell", [14]),
    ("/AppSession/**[leaf]", [4, 5, 6, 7, 9, 10, 14, 16, 17]), ("MainFlow/**[label=two]", [5]),
  ]

  static let ids: [(String, [Int])] = [
    ("#5", [5]), ("#99", []), ("/#2", []), ("#3/Cell", [4, 5, 7]), ("#1[session]", [1]),
    ("#9223372036854775807", []),
  ]

  static let tests: [(String, [Int])] = [
    ("[session]", [1, 11]), ("MainFlow[session]", []), ("Dashboard/[leaf]", [4, 5, 6, 7, 14]),
    ("Cell[1]", [4, 14]), ("Cell[3]", [7]), ("Cell[4]", []), ("*[2]", [5]), ("[label=m*]", [2]),
    ("[label=mai]", []), ("[label=side]/Dashboard/Cell", [14]),
    ("[representation=*Controller]", [2]), ("[service=D*]", [1]), ("[session][service=Disk]", [1]),
    ("MainFlow[label=main]/Dashboard/Cell[2]", [5]),
  ]

  static let handles: [(String, [Int])] = [
    ("[handles=Net]", [1, 8]), ("[handles=Net.badToken]", [1, 8]), ("[handles=Net.other]", [8]),
    ("[handles=Net.1*]", [1, 8]), ("[handles=Net.10?]", [1, 8]), ("[handles=101]", [1]),
    ("[handles=bubble Net.101]", []), ("[handles=event AppEvent.Start]", [1]),
    ("[handles=event *]", [1]), ("[handles=Menu.showMenu]", [2]), ("[handles=Other.1]", []),
    ("[handles=Net.x.1]", [8]), ("[session][handles=Net.101]", [1]),
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
