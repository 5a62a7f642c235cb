import Foundation
import ModelTree
import TestSupport
import Testing

/// Who is busy in a journal: `journal --top`, `--slower`, and records that repeat.
@Suite @MainActor struct `Busy messages` {
  private enum Feed: String, GlobalEventName { case changed, stale }
  private enum Shop: Int, BubbleNotificationName { case open = 1, close }

  private let folder: TestFolder
  private let session = Session()

  init() throws {
    folder = try TestFolder()
    session.record(in: try Journal(bytes: 1 << 20, file: folder.path(of: "app.journal")))
    session.open()
  }

  /// Two models whose handlers raise each other's event, a number of times.
  private func storm(_ times: Int) {
    let (feed, sync) = (Model(parent: session), Model(parent: session))
    var left = times
    feed.register(for: Feed.changed) { [unowned feed] _ in
      left -= 1
      if left >= 0 { feed.raise(Feed.stale) }
    }
    sync.register(for: Feed.stale) { [unowned sync] _ in sync.raise(Feed.changed) }
    sync.raise(Feed.changed)
  }

  private func object(_ words: String...) throws -> [String: Any] {
    let text = try folder.modeltree(words + ["--json"]).text
    return try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
  }

  @Test func `messages are counted, with the chain that led to each and the cycles`() throws {
    storm(5)
    let top = try object("journal", "app.journal", "--top")
    // The file isn't taken for the number.
    let shown = try folder.modeltree("journal", "app.journal", "--top", "10").text
    for words in [["--top", "app.journal"], ["--top", "10", "app.journal"]] {
      let answer = try folder.modeltree(["journal"] + words)
      #expect(answer.text == shown, "\(words): \(answer.errors)")
    }
    #expect(top["raised"] as? Int == 11)
    let messages = try #require(top["messages"] as? [[String: Any]])
    #expect(messages.map { $0["count"] as? Int } == [6, 5])
    #expect(messages.map { $0["chain"] as? Int } == [11, 10])
    #expect(
      messages.map { ($0["message"] as? [String: Any])?["code"] as? String } == [
        "changed", "stale",
      ]
    )
    let shares = messages.compactMap { $0["share"] as? Double }
    #expect(abs(shares.reduce(0, +) - 1) < 0.01)
    let cycles = try #require(top["cycles"] as? [[String: Any]])
    #expect(cycles.map { $0["count"] as? Int } == [5])
    #expect(cycles.map { $0["run"] as? Int } == [5])
    #expect(cycles.map { $0["nested"] as? Bool } == [true])
    let steps = cycles.first?["steps"] as? [[String: Any]] ?? []
    #expect(steps.map { $0["node"] as? Int } == [3, 2])
    let text = try folder.modeltree("journal", "app.journal", "--top", "1").text
    #expect(text.hasPrefix("11 messages raised in "), "\(text)")
    #expect(text.contains("MESSAGE\n"))
    #expect(text.contains("  and 1 more; --top 2 shows them\n"))
    #expect(text.contains("longest chain: 11 messages, from #"))
    #expect(
      text.contains(
        """
        ×5  Model #3 raises event Feed.changed, whose handler raises event Feed.stale (Model #2), \
        whose handler raises event Feed.changed again  (#
        """), "\(text)")
  }

  @Test(arguments: [(2, false), (3, true)])
  func `lint names a cycle that went around three times`(times: Int, isFound: Bool) throws {
    storm(times)
    let text = try folder.modeltree("lint", "app.journal").text
    #expect(text.contains("warning: message-storm\n  /Session/Model[2] #3") == isFound, "\(text)")
    let reason =
      "event Feed.changed led to event Feed.stale, and that to event Feed.changed again: 3 times at "
      + "a stretch (#"
    #expect(text.contains(reason) == isFound, "\(text)")
    let problems = try folder.modeltree("problems", "app.journal").text
    #expect(problems.contains("warning: cycle  ×3\n") == isFound, "\(problems)")
    #expect(!problems.contains("message-storm"))
  }

  @Test func `records that repeat are shown once, with their count`() throws {
    let model = Model(parent: session)
    session.register(for: Shop.open) { _ in }
    for _ in 0..<1_000 { model.raise(Shop.open) }
    let lines = try folder.modeltree("journal", "app.journal").text.split(separator: "\n")
    let last = try #require(lines.last)
    #expect(
      last.hasSuffix("these 2 records 999 times more, up to #2003; --all shows each"), "\(last)")
    #expect(lines.count < 10)
    let all = try folder.modeltree("journal", "app.journal", "--all").text.split(separator: "\n")
    #expect(all.count == 51)
    #expect(all.last?.contains("Session #1 handles it") == true)
    let json = try folder.modeltree("journal", "app.journal", "--json").text
    #expect(json.split(separator: "\n").count == 2_003)
  }

  @Test func `records that are different are not folded`() throws {
    for number in 0..<1_000 {
      let model = Model(parent: session)
      if number % 2 == 0 { model.raise(Shop.open) }
    }
    let lines = try folder.modeltree("journal", "app.journal").text.split(separator: "\n")
    #expect(lines.count == 51)
    #expect(!lines.contains { $0.contains("times more") })
  }

  @Test func `slow handlers are found`() throws {
    session.register(for: Shop.open) { _ in usleep(30_000) }
    session.register(for: Shop.close) { _ in }
    session.raise(Shop.close)
    session.raise(Shop.open)
    let slow = try folder.modeltree("journal", "app.journal", "--slower", "20ms", "--json").text
    #expect(slow.split(separator: "\n").count == 1)
    #expect(slow.contains(#""code": "1""#), "\(slow)")
    #expect(
      try folder.modeltree("journal", "app.journal", "--slower", "20s", "--count").text == "0\n")
    let top = try folder.modeltree("journal", "app.journal", "--top").text
    #expect(top.contains("slowest: Session #1 took 3"), "\(top)")
  }

  @Test func `a moment is the end of its journal`() throws {
    storm(5)
    let whole = try folder.modeltree("journal", "app.journal", "--count").text
    #expect(try folder.modeltree("journal", "app.journal", "--count", "--at", "7").text == "7\n")
    let prompt = try folder.modeltree(
      "repl", "app.journal", "-c", "at 7", "-c", "journal --count", "-c", "at now", "-c",
      "journal --count")
    #expect(prompt.text.hasSuffix("\n7\n\(whole)"), "\(prompt.text)")
  }

  @Test(arguments: [
    (["--top", "0"], "--top 0: give a number from 1; see 'modeltree help journal'"),
    (
      ["--top", "--what", "raised"],
      "--top counts messages, not records: leave out --what; see 'modeltree help journal'"
    ),
    (["--slower", "soon"], "'soon' isn't a length of time; write it as 50ms, 1.5s or 2m"),
    (
      ["--what", "raised,raisd"],
      "'raisd' isn't a kind of record; did you mean 'raised'? See 'modeltree help journal'"
    ),
    (
      ["--follow"],
      "--follow waits for new records, and a file gets none; follow a running app: @NAME"
    ),
  ])
  func `what cannot be asked is said in a line`(words: [String], text: String) throws {
    storm(1)
    try folder.modeltree(["journal", "app.journal"] + words).expectRefusal(text)
  }
}
