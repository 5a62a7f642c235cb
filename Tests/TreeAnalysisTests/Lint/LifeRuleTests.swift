import Testing
import TreeAnalysis
import TreeSnapshot

/// Rules on services and on what has left: where each fires and where it must not.
@Suite struct `Rules on services and on what has left` {
  private static let tab = #""type": "Tab", "session": true"#

  @Test func `a session without what another of its type provides is reported once`() throws {
    let found = try Linted.find(
      "missing-service",
      [
        #"{"id": 1, "type": "App", "session": true}"#,
        #"{"id": 2, "parent": 1, \#(Self.tab), "services": ["Cart"]}"#,
        #"{"id": 3, "parent": 1, \#(Self.tab), "source": "App.swift:4"}"#,
        #"{"id": 4, "parent": 1, \#(Self.tab)}"#,
      ])
    #expect(
      found == [
        "/App/Tab[2] #3 at App.swift:4: models here cannot get the service Cart: neither this "
          + "session nor one around it provides it, although another session of its type does; "
          + "provided by: /App/Tab[1] #2"
      ])
  }

  @Test(arguments: [
    // All of the type have it.
    [#"{"id": 1, "type": "App", "session": true}"#, ", \"services\": [\"Cart\"]"],
    // The session around them has it.
    [#"{"id": 1, "type": "App", "session": true, "services": ["Cart"]}"#, ""],
  ])
  func `a service that every session of the type has, or gets, is not reported`(parts: [String])
    throws
  {
    let found = try Linted.find(
      "missing-service",
      [
        parts[0],
        #"{"id": 2, "parent": 1, \#(Self.tab), "services": ["Cart"]}"#,
        #"{"id": 3, "parent": 1, \#(Self.tab)\#(parts[1])}"#,
        #"{"id": 4, "parent": 1, "type": "Menu", "session": true}"#,
      ])
    #expect(found == [])
  }

  @Test func `the first one that lacks it is found between many that have it, and behind them`()
    throws
  {
    var nodes = [#"{"id": 1, "type": "App", "session": true}"#]
    for id in 2...9 {
      let services = id == 6 ? "" : #", "services": ["Cart", "Other\#(id)"]"#
      nodes.append(#"{"id": \#(id), "parent": 1, \#(Self.tab)\#(services)}"#)
    }
    let found = try Linted.find("missing-service", nodes)
    #expect(found.count == 8)
    #expect(
      found.filter { $0.contains("service Cart:") }.map { $0.prefix(15) } == ["/App/Tab[5] #6:"])
    #expect(
      found.filter { $0.contains("service Other2:") }.map { $0.prefix(15) } == ["/App/Tab[2] #3:"])
  }

  private static let left = [
    LeakedModel(id: 5, type: "Flow", path: "/App/Flow", source: "App.swift:7", holder: nil),
    LeakedModel(id: 6, type: "Cell", path: "/App/Flow/Cell", source: nil, holder: 5),
    LeakedModel(id: 7, type: "Cell", path: nil, source: nil, holder: nil),
  ]

  @Test func `a leaked model that is held from outside is reported, what it holds is not`() throws {
    let found = try Linted.find(
      "leaked-model", [#"{"id": 1, "type": "App"}"#], left: Self.left)
    let reason = "left the tree and is still alive: something outside the tree holds it"
    #expect(found == ["/App/Flow #5 at App.swift:7: \(reason)", "Cell #7: \(reason)"])
  }

  @Test(arguments: [[LeakedModel]?.none, []])
  func `where nothing leaked, or that is not known, nothing is reported`(left: [LeakedModel]?)
    throws
  {
    #expect(try Linted.find("leaked-model", [#"{"id": 1, "type": "App"}"#], left: left) == [])
  }

  @Test func `a rule that needs a live tree does not run where leaks are not known`() throws {
    let tree = try Linted.tree([#"{"id": 1, "type": "App"}"#])
    let names = LintRule.all.filter { !LintSubject(tree).canRun($0) }.map(\.name)
    #expect(names == ["leaked-model"])
    #expect(LintRule.all.allSatisfy { LintSubject(tree, leaked: []).canRun($0) })
  }

  @Test func `rules have names of their own, and say what they look for and the remedy`() {
    #expect(Set(LintRule.all.map(\.name)).count == LintRule.all.count)
    for rule in LintRule.all {
      #expect(LintRule.named(rule.name)?.looksFor == rule.looksFor)
      #expect(rule.looksFor.hasSuffix(".") && rule.definition.hasSuffix("."))
      #expect(rule.remedy.hasSuffix("."))
    }
  }
}
