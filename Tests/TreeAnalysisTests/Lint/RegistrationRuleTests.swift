import Testing
import TreeAnalysis

/// What rules on events and registrations say; where those about routes fire and where not is held against the
/// routes of random trees.
@Suite struct `Rules on events and registrations` {
  private static let start = #"{"kind": "event", "domain": "App", "code": "start"}"#

  @Test func `an event that no model of the session hears is reported at its raiser`() throws {
    let found = try Linted.find(
      "unheard-event",
      [
        #"{"id": 1, "type": "App", "handles": [{"kind": "event", "domain": "App", "source": "App.swift:2"}]}"#,
        #"{"id": 2, "parent": 1, "type": "Tab", "session": true}"#,
        #"{"id": 3, "parent": 2, "type": "Cell", "source": "Cell.swift:1", "raises": [\#(Self.start)]}"#,
      ])
    #expect(
      found == [
        "/App/Tab/Cell #3 at Cell.swift:1: event App.start is raised here, and no model of the "
          + "session /App/Tab is registered for it; registered for it, but outside the session: "
          + "/App #1 at App.swift:2"
      ])
  }

  @Test func `a registration beside all known raisers is reported with one of them`() throws {
    let found = try Linted.find(
      "unreachable-registration",
      [
        #"{"id": 1, "type": "App"}"#,
        #"{"id": 2, "parent": 1, "type": "Side", "handles": [{"kind": "bubble", "domain": "Menu", "code": "show", "source": "Side.swift:3"}, {"kind": "error", "domain": "Net"}]}"#,
        #"{"id": 3, "parent": 1, "type": "Main", "raises": [{"kind": "bubble", "domain": "Menu", "code": "show"}, {"kind": "error", "domain": "Net", "code": "1"}]}"#,
      ])
    #expect(
      found == [
        "/App/Side #2 at Side.swift:3: bubble Menu.show never arrives here: no model known to "
          + "raise it is here or below; raised by: /App/Main #3",
        "/App/Side #2: error Net.* never arrives here: no model known to raise it is here or "
          + "below; raised by: /App/Main #3",
      ])
  }

  @Test func `a registration outside the sessions of all raisers is reported`() throws {
    let found = try Linted.find(
      "unreachable-registration",
      [
        #"{"id": 1, "type": "App", "handles": [\#(Self.start)]}"#,
        #"{"id": 2, "parent": 1, "type": "Tab", "session": true}"#,
        #"{"id": 3, "parent": 2, "type": "Cell", "raises": [\#(Self.start)]}"#,
      ])
    #expect(
      found == [
        "/App #1: event App.start never arrives here: this model is outside the sessions in which "
          + "models are known to raise it; raised by: /App/Tab/Cell #3"
      ])
  }

  @Test func `the same registration at one model is reported once, with the first`() throws {
    let twice = #"{"kind": "error", "domain": "Net", "code": "1", "source": "App.swift:LINE"}"#
    let lines = ["2", "3", "4"].map { twice.replacing("LINE", with: $0) }
    let found = try Linted.find(
      "duplicate-registration",
      [#"{"id": 1, "type": "App", "handles": [\#(lines.joined(separator: ", "))]}"#])
    #expect(
      found == [
        "/App #1 at App.swift:3: this model is registered for error Net.1 more than once; "
          + "first registered: /App #1 at App.swift:2"
      ])
  }

  @Test func `a code beside its domain, another kind and another model are no duplicates`() throws {
    let found = try Linted.find(
      "duplicate-registration",
      [
        #"{"id": 1, "type": "App", "handles": [{"kind": "error", "domain": "Net", "code": "1"}, {"kind": "error", "domain": "Net"}, {"kind": "bubble", "domain": "Net", "code": "1"}]}"#,
        #"{"id": 2, "parent": 1, "type": "Flow", "handles": [{"kind": "error", "domain": "Net", "code": "1"}]}"#,
      ])
    #expect(found == [])
  }

  @Test func `a name that two kinds have is reported where the later one is used`() throws {
    let found = try Linted.find(
      "name-in-two-kinds",
      [
        #"{"id": 1, "type": "App", "handles": [{"kind": "error", "domain": "Net", "code": "1", "source": "App.swift:2"}]}"#,
        #"{"id": 2, "parent": 1, "type": "Flow", "raises": [{"kind": "bubble", "domain": "Net", "code": "1"}]}"#,
      ])
    #expect(
      found == [
        "/App/Flow #2: Net.1 is used as an error and as a bubble; used as an error: "
          + "/App #1 at App.swift:2"
      ])
  }

  @Test func `a domain that two kinds share, with codes of their own, is not reported`() throws {
    let found = try Linted.find(
      "name-in-two-kinds",
      [
        #"{"id": 1, "type": "App", "handles": [{"kind": "error", "domain": "Net", "code": "1"}, {"kind": "bubble", "domain": "Net", "code": "2"}, {"kind": "error", "domain": "Net"}, {"kind": "event", "domain": "Net"}]}"#
      ])
    #expect(found == [])
  }
}
