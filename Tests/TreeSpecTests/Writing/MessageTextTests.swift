import Testing
import TreeSnapshot
import TreeSpec

/// How `SpecWriter` writes messages.
@Suite struct `Messages in a written spec` {
  private static func written(_ subscriptions: [Subscription]) throws -> String {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "A")
    for subscription in subscriptions { builder.subscribe(subscription) }
    let tree = try builder.finish()
    let text = try SpecWriter(tree).write(title: nil)
    #expect(try Spec(text).check(tree).isPassed, "\(text)")
    return text.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func `have labels`() throws {
    #expect(
      try Self.written([
        .init(kind: .error, domain: "Net", code: "101", label: "badToken"),
        .init(kind: .error, domain: "Net", code: "102"),
        .init(kind: .event, domain: "App", code: "1.5", label: "half.way"),
      ]) == #"A [handles error Net.badToken, Net.102, event App.half\.way]"#)
  }

  @Test func `have codes where a label leads elsewhere, or to several`() throws {
    #expect(
      try Self.written([
        .init(kind: .error, domain: "Net", code: "1", label: "2"),
        .init(kind: .error, domain: "Net", code: "2"),
      ]) == "A [handles error Net.1, Net.2]")
    #expect(
      try Self.written([
        .init(kind: .error, domain: "Net", code: "1", label: "a"),
        .init(kind: .error, domain: "Net", code: "2", label: "a"),
        .init(kind: .error, domain: "Net", code: "3", label: "b"),
        .init(kind: .error, domain: "Net", code: "3", label: "c"),
      ]) == "A [handles error Net.1, Net.2, Net.3, Net.3]")
  }

  @Test func `have their empty parts in quotes, and are read again`() throws {
    #expect(
      try Self.written([
        .init(kind: .error, domain: "Net", code: ""), .init(kind: .bubble, domain: "", code: "1"),
        .init(kind: .event, domain: "", code: ""), .init(kind: .event, domain: "", code: nil),
      ]) == #"A [handles error "Net.", bubble ".1", event ".", .*]"#)
  }
}
