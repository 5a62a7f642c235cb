import Foundation
import ModelTree
import TestSupport
import Testing

/// What `modeltree compare` finds besides the records: labels and states, and leaks.
@MainActor
@Suite struct `Comparing what the models of two runs are` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func compare(_ words: String...) throws -> (text: String, errors: String, status: Int32) {
    let outcome = try folder.modeltree(["compare"] + words)
    return (outcome.text, outcome.errors, outcome.status)
  }

  @Test func `states count as they are at the end, and not when they were looked at`() async throws
  {
    func play(_ name: String, _ counts: [Int]) async throws {
      let app = try SmallApp(folder.path(of: "\(name).journal"))
      for count in counts {
        app.menu.count = count
        app.flow.raise(ExamEvent.tick)
        for _ in 0..<20 { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
    try await play("good", [1, 2, 3])
    try await play("same", [1, 2, 3])
    try await play("bad", [1, 2, 4])
    let same = try compare("good.journal", "same.journal")
    #expect(same.status == 0, "\(same.text)")
    let bad = try compare("good.journal", "bad.journal")
    #expect(bad.status == 1, "\(bad.text)")
    #expect(bad.text.contains("count") && bad.text.contains("4"), "\(bad.text)")
    let first = try compare("good.journal", "bad.journal", "--json").text
    #expect(first.contains(#""what": "state""#), "\(first)")
  }

  @Test func `a model that only one run leaks counts, and its path begins at the root`()
    async throws
  {
    func play(_ name: String, keeping: Int) async throws -> [Badge] {
      let app = try SmallApp(folder.path(of: "\(name).journal"))
      var kept: [Badge] = []
      for number in 0..<3 {
        let badge = Badge(parent: app.menu)
        if number < keeping { kept.append(badge) }
        badge.removeFromParent()
      }
      for _ in 0..<20 { try await Task.sleep(for: .milliseconds(1)) }
      // The second one goes after all.
      kept.removeLast(max(0, kept.count - 1))
      app.flow.raise(ExamEvent.tick)
      for _ in 0..<20 { try await Task.sleep(for: .milliseconds(1)) }
      return kept
    }
    // What goes before the comparison isn't leaked.
    let kept = [
      try await play("good", keeping: 0), try await play("kept", keeping: 1),
      try await play("bad", keeping: 2),
    ]
    let answer = try compare("good.journal", "bad.journal")
    #expect(answer.status == 1)
    #expect(
      answer.text.contains("MenuModel/Badge leaked"),
      "\(answer.text)")
    let json = try compare("good.journal", "bad.journal", "--json").text
    #expect(json.contains(#""what": "leak""#), "\(json)")
    #expect(json.contains(#""path": "/AppSession/MenuModel/Badge""#), "\(json)")
    let same = try compare("kept.journal", "bad.journal")
    withExtendedLifetime(kept) {}
    #expect(same.status == 0, "\(same.text)")
  }

  @Test func `work that runs at the end is an outcome, and work that has ended is none`()
    async throws
  {
    var apps: [SmallApp] = []
    for (name, ends) in [("good", true), ("bad", false)] {
      let app = try SmallApp(folder.path(of: "\(name).journal"))
      let work = app.flow.task { if !ends { try await Task.sleep(for: .seconds(100_000)) } }
      if ends { await work.value }
      apps.append(app)
    }
    let text = try compare("good.journal", "bad.journal", "--json").text
    withExtendedLifetime(apps) {}
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let outcome = try #require(json?["outcome"] as? [String: [String: Any]])
    let running = ["old", "new"].map { (outcome[$0]?["running"] as? [Any])?.count }
    #expect(running == [0, 1], "\(text)")
  }
}
