import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing

/// Who is busy in a journal: cycles, and `journal --slower`.
@Suite @MainActor struct `Busy messages` {
  private enum Feed: String, GlobalEventName { case changed, stale }
  private enum Shop: Int, BubbleNotificationName { case open = 1, close }

  private let folder: TestFolder
  private let session = Session()

  init() throws { folder = try TestFolder(recording: session) }

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

  @Test(arguments: [(2, false), (3, true)])
  func `a cycle is a problem if it went around three times`(times: Int, isFound: Bool) throws {
    storm(times)
    let problems = try folder.modeltree("problems", "app.journal").text
    #expect(problems.contains("warning: cycle  ×3\n") == isFound, "\(problems)")
    let sentence =
      "Model #3 raises event Feed.changed, whose handler raises event Feed.stale (Model #2), "
      + "whose handler raises event Feed.changed again: 3 times at a stretch\n"
    #expect(problems.contains(sentence) == isFound, "\(problems)")
  }

  @Test func `the last records of many are shown, with the number of those before`() throws {
    for number in 0..<1_000 {
      let model = Model(parent: session)
      if number % 2 == 0 { model.raise(Shop.open) }
    }
    let lines = try folder.modeltree("journal", "app.journal").text.split(separator: "\n")
    #expect(lines.count == 51)
    let remark = /\d+ earlier records, of which \d+ were not read; --limit all shows them/
    #expect(lines.first?.wholeMatch(of: remark) != nil, "\(lines)")
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
      try folder.modeltree("journal", "app.journal", "--slower", "20s").text
        == "no such record\n")
    let problems = try folder.modeltree("problems", "app.journal").text
    #expect(problems.contains("Session #1 took 3"), "\(problems)")
  }

  @Test func `a moment is the end of its journal`() throws {
    storm(5)
    let whole = try folder.modeltree("journal", "app.journal", "--json").text
    let first = try folder.modeltree("journal", "app.journal", "--json", "--at", "7").text
    #expect(first.split(separator: "\n").count == 7)
    let prompt = try folder.modeltree(
      "repl", "app.journal", "-c", "at 7", "-c", "journal --json", "-c", "at now", "-c",
      "journal --json")
    #expect(prompt.text.hasSuffix(first + whole), "\(prompt.text)")
  }

  @Test(arguments: [
    (["--slower", "soon"], "'soon' isn't a length of time; write it as 50ms, 1.5s or 2m"),
    (
      ["--what", "raised,raisd"],
      "'raisd' isn't a kind of record; did you mean 'raised'? See 'modeltree help journal'"
    ),
    (
      ["--follow"],
      "--follow waits for new records, which only a running app has: @NAME, and not at a moment"
    ),
  ])
  func `what cannot be asked is said in a line`(words: [String], text: String) throws {
    storm(1)
    try folder.modeltree(["journal", "app.journal"] + words).expectRefusal(text)
  }
}
