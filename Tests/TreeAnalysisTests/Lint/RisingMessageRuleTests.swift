import Testing
import TreeAnalysis

/// What rules on errors and bubbles that a model is known to raise say; where they fire and where not is held
/// against the routes of random trees.
@Suite struct `Rules on what rises` {
  private static let raiser =
    #"{"id": 3, "parent": 2, "type": "Picker", "source": "Picker.swift:1", "raises": [{"kind": "KIND", "domain": "Net", "code": "1", "label": "lost"}, {"kind": "KIND", "domain": "Net", "code": "1"}]}"#

  private func raiser(_ kind: String) -> String {
    Self.raiser.replacing("KIND", with: kind)
  }

  private static let kinds = [("error", "uncaught-error"), ("bubble", "unhandled-bubble")]

  @Test(arguments: kinds)
  func `what is raised where no model above is registered is reported at the raiser`(
    kind: String, rule: String
  ) throws {
    let found = try Linted.find(
      rule,
      [
        #"{"id": 1, "type": "App", "session": true}"#,
        #"{"id": 2, "parent": 1, "type": "Flow", "handles": [{"kind": "\#(kind)", "domain": "Net", "code": "2"}, {"kind": "event", "domain": "Net"}]}"#,
        raiser(kind),
        #"{"id": 4, "parent": 1, "type": "Side", "handles": [{"kind": "\#(kind)", "domain": "Net", "source": "Side.swift:7"}]}"#,
      ])
    #expect(
      found == [
        "/App/Flow/Picker #3 at Picker.swift:1: \(kind) Net.1 (lost) is raised here, and no model "
          + "from here up to the root is registered for it; registered for it, but not above: "
          + "/App/Side #4 at Side.swift:7"
      ])
  }

  @Test func `a handler that gets nothing is reported with the nearer one`() throws {
    let found = try Linted.find(
      "shadowed-handler",
      [
        #"{"id": 1, "type": "App", "source": "App.swift:1", "handles": [{"kind": "error", "domain": "Net", "code": "1", "source": "App.swift:5"}]}"#,
        #"{"id": 2, "parent": 1, "type": "Flow", "handles": [{"kind": "error", "domain": "Net", "code": "1", "source": "Flow.swift:2"}]}"#,
        raiser("error"),
      ])
    #expect(
      found == [
        "/App #1 at App.swift:5: error Net.1 (lost) never arrives here: every model known to raise "
          + "it has a nearer handler; nearer handler: /App/Flow #2 at Flow.swift:2"
      ])
  }

  @Test func `a declared error that no model handles is reported at the root`() throws {
    let found = try Linted.find(
      "unhandled-declaration", [#"{"id": 1, "type": "App", "source": "App.swift:1"}"#],
      messages: [
        #"{"kind": "error", "domain": "Net", "code": "1", "label": "lost"}"#,
        #"{"kind": "bubble", "domain": "Net", "code": "2"}"#,
      ])
    #expect(
      found == [
        "/App #1 at App.swift:1: error Net.1 (lost) is declared, and no model of this tree is "
          + "registered for it"
      ])
  }

  @Test(arguments: [
    #""handles": [{"kind": "error", "domain": "Net", "code": "1"}]"#,
    #""handles": [{"kind": "error", "domain": "Net"}]"#,
    #""raises": [{"kind": "error", "domain": "Net", "code": "1"}]"#,
  ])
  func `a declared error that a model handles or raises is not reported`(has: String) throws {
    let found = try Linted.find(
      "unhandled-declaration", [#"{"id": 1, "type": "App", \#(has)}"#],
      messages: [#"{"kind": "error", "domain": "Net", "code": "1"}"#])
    #expect(found == [])
  }
}
