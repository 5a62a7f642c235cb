import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Events that were raised before their receivers registered.
@Suite struct `Events that come too early` {
  private let journal = Journal(bytes: 1 << 20)
  private let root = ProbeSession()

  private let rules = LintRule.all.filter { $0.name == "missed-event" }

  init() { root.record(in: journal) }

  /// Who missed which record, and by which registration.
  private func missed() throws -> [String] {
    try journal.contents.missedEvents(at: journal.recordCount).map {
      "#\($0.id) \($0.code ?? "*") missed \($0.message.name) of \($0.raised), registered at "
        + "\($0.registered)"
    }
  }

  @Test func `an event that no model received is missed by one that registers later`() throws {
    root.raise(AppEvent.start)
    root.raise(AppEvent.start)
    let late = root.child("late")
    late.register(for: AppEvent.start)
    let contents = try journal.contents
    let all = contents.records.compactMap { contents[$0] }
    let raised = try #require(all.last { $0.event == .raised }).number
    let registered = try #require(all.last { $0.event == .registered }).number
    #expect(
      try missed() == [
        "#\(late.id) Start missed AppEvent.Start of \(raised), registered at \(registered)"
      ])
    let found = contents.missedEvents(at: registered)
    #expect(contents.missedEvents(at: registered - 1).isEmpty)
    let findings = LintSubject(root.snapshot(), missed: found).findings(of: rules)
    #expect(
      findings.map { "\($0.place.path): \($0.reason)" } == [
        "/ProbeSession/Probe: event AppEvent.Start was raised (#\(raised)) before this model "
          + "registered for it (#\(registered))"
      ])
    late.unregister(for: AppEvent.start)
    #expect(LintSubject(root.snapshot(), missed: found).findings(of: rules).isEmpty)
  }

  @Test
  func `an event that others received is missed by a model that was there, and by no later one`()
    throws
  {
    root.child("early").register(for: AppEvent.start)
    let there = root.child("there")
    root.raise(AppEvent.start)
    root.child("later").register(for: AppEvent.start)
    there.register(forAll: AppEvent.self)
    let start = "#\(there.id) * missed AppEvent.Start of "
    #expect(try missed().map { $0.prefix(start.count) } == [start[...]])
  }

  @Test func `an event of a session inside is not missed outside, one of a session around is`()
    throws
  {
    let (side, inner) = (root.child("side"), Session(parent: root))
    let cell = Model(parent: inner)
    cell.raise(AppEvent.start)
    side.register(for: AppEvent.start)
    #expect(try missed() == [])
    // A local session's own event goes down from the one around it.
    inner.raise(AppEvent.finish)
    cell.register(for: AppEvent.finish)
    let start = "#\(cell.id) Finish missed AppEvent.Finish of "
    #expect(try missed().map { $0.prefix(start.count) } == [start[...]])
  }

  @Test func `registering again, and an event of a test, is nothing missed`() throws {
    let model = root.child("model")
    model.register(for: AppEvent.start)
    model.unregister(for: AppEvent.start)
    root.raise(AppEvent.start)
    model.register(for: AppEvent.start)
    #expect(try missed() == [])
  }

  @Test func `the tree that a journal is given later counts from there on`() throws {
    let other = Journal(bytes: 1 << 20)
    let model = root.child("model")
    root.raise(AppEvent.start)
    root.record(in: other)
    model.register(for: AppEvent.start)
    #expect(try other.contents.missedEvents(at: other.recordCount) == [])
  }
}
