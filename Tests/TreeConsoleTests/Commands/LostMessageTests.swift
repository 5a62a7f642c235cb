import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing

/// Who nearly took a message that no model took, by the time.
@Suite @MainActor struct `Messages that came too early or too late` {
  private enum Net: Int, ErrorCode { case offline = 1 }
  private enum Feed: String, GlobalEventName { case changed }

  private let folder: TestFolder
  private let session = Session()

  init() throws { folder = try TestFolder(recording: session) }

  private func near(_ words: String...) throws -> [[String: Any]] {
    let text = try folder.modeltree(["trace", "app.journal"] + words + ["--json"]).text
    let trace = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return trace?["near"] as? [[String: Any]] ?? []
  }

  @Test func `an event names who registers for it later, and where`() throws {
    let badge = Model(parent: session)
    badge.raise(Feed.changed)
    let records = try folder.modeltree("journal", "app.journal", "--json").text
    let moment = "\(records.split(separator: "\n").count)"
    _ = Model(parent: session)
    badge.register(for: Feed.changed) { _ in }
    let line = #line - 1
    let clause = "Model #2 registers for it 3 records later (#6), at LostMessageTests.swift:\(line)"
    #expect(moment == "4")
    let problems = try folder.modeltree("problems", "app.journal").text
    #expect(problems.contains("; \(clause)"), "\(problems)")
    let trace = try folder.modeltree(
      "trace", "app.journal", "event", "Feed.changed", "--from", "#2", "--at", "3")
    #expect(trace.text.contains("near misses:\n  \(clause)\n"), "\(trace.text)")
    let found = try near("event", "Feed.changed", "--from", "#2", "--at", "3")
    #expect(found.map { $0["why"] as? String } == ["later"])
    #expect(found.map { $0["record"] as? Int } == [6])
    // At the end of the journal the subscription is there.
    #expect(try near("event", "Feed.changed", "--from", "#2").isEmpty)
  }

  @Test func `an error names a model above that registers later, and none elsewhere`() throws {
    let (left, right) = (Model(parent: session), Model(parent: session))
    let child = Model(parent: left)
    child.raise(Net.offline)
    right.register(for: Net.offline) { _ in }
    left.register(for: Net.offline) { _ in }
    let found = try near("error", "Net.1", "--from", "#4", "--at", "6")
    #expect(found.map { $0["node"] as? Int } == [2])
    let problems = try folder.modeltree("problems", "app.journal").text
    #expect(
      problems.contains("raised by Model #4; Model #2 registers for it 3 records later (#8), at "),
      "\(problems)")
    #expect(!problems.contains("Model #3 registers for it "))
  }

  @Test func `an event names who was registered before, and until when`() throws {
    let badge = Model(parent: session)
    badge.register(for: Feed.changed) { _ in }
    badge.unregister(for: Feed.changed)
    session.raise(Feed.changed)
    let problems = try folder.modeltree("problems", "app.journal").text
    #expect(problems.contains("Model #2 was registered for it at LostMessageTests.swift:"))
    #expect(problems.contains(", until record 4 at "), "\(problems)")
    #expect(problems.hasPrefix("warning: unheard\n"), "\(problems)")
  }
}
