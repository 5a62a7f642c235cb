import Testing
import TreeAnalysis
import TreeSnapshot

/// Rules about services: where each fires and where it must not.
@Suite struct `Rules on services` {
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

  @Test func `a session inside the tree that is not open is reported`() throws {
    let found = try Linted.find(
      "unopened-session",
      [
        #"{"id": 1, "type": "App", "session": true}"#,
        #"{"id": 2, "parent": 1, "type": "Tab", "session": true, "open": false, "source": "App.swift:4"}"#,
        #"{"id": 3, "parent": 1, "type": "Menu", "session": true}"#,
        #"{"id": 4, "parent": 1, "type": "Cell", "open": false}"#,
      ])
    #expect(
      found == [
        "/App/Tab #2 at App.swift:4: this session was never opened: it has no services, and models "
          + "here get those of the sessions around it"
      ])
  }

  @Test func `a model that asks for what no session around it provides is reported`() throws {
    let found = try Linted.find(
      "unprovided-service",
      [
        #"{"id": 1, "type": "App", "session": true, "services": ["Log"], "asks": ["Clock"]}"#,
        #"{"id": 2, "parent": 1, "type": "Tab", "session": true, "services": ["Cart"], "asks": ["Cart"]}"#,
        #"{"id": 3, "parent": 2, "type": "Cell", "asks": ["Cart", "Log"]}"#,
        #"{"id": 4, "parent": 1, "type": "Menu", "asks": ["Log", "Cart"], "source": "App.swift:4"}"#,
        #"{"id": 5, "parent": 1, "type": "Sheet", "session": true, "open": false}"#,
        #"{"id": 6, "parent": 5, "type": "Cell", "asks": ["Paper"]}"#,
      ])
    let reason = "which no session around it provides"
    #expect(
      found == [
        "/App #1: this model asks for the service Clock, \(reason)",
        "/App/Menu #4 at App.swift:4: this model asks for the service Cart, \(reason)",
      ])
  }

  @Test func `a service that hides one further out is reported once for each session`() throws {
    let found = try Linted.find(
      "shadowed-service",
      [
        #"{"id": 1, "type": "App", "session": true, "services": ["Cart", "Log"]}"#,
        #"{"id": 2, "parent": 1, "type": "Tab", "session": true, "services": ["Menu", "Cart"]}"#,
        #"{"id": 3, "parent": 2, "type": "Sheet", "session": true, "services": ["Cart", "Cart"]}"#,
        #"{"id": 4, "parent": 1, "type": "Side", "session": true, "services": ["Menu"]}"#,
      ])
    let reason = "models here get the service Cart from this session, not from the one further out"
    #expect(
      found == [
        "/App/Tab #2: \(reason); further out: /App #1",
        "/App/Tab/Sheet #3: \(reason); further out: /App/Tab #2",
      ])
  }

  @Test func `a rule does not run where what it needs is not known`() throws {
    let tree = try Linted.tree([#"{"id": 1, "type": "App"}"#])
    func idle(_ subject: LintSubject) -> [String] {
      LintRule.all.filter { !subject.canRun($0) }.map(\.name)
    }
    #expect(idle(LintSubject(tree)) == ["unprovided-service"])
  }

  @Test func `rules have names of their own, and say what they look for and the remedy`() {
    #expect(Set(LintRule.all.map(\.name)).count == LintRule.all.count)
    for rule in LintRule.all {
      #expect(LintRule.named(rule.name)?.looksFor == rule.looksFor)
      #expect(rule.looksFor.hasSuffix("."))
      #expect(rule.remedy.hasSuffix("."))
    }
  }
}
