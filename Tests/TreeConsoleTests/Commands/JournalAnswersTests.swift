import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing

/// What commands say of a journal's records.
@Suite @MainActor struct `Answers from a journal` {
  private enum Net: Int, ErrorCode { case expired = 1, offline, slow }
  private enum Feed: String, GlobalEventName { case changed }
  private enum Flow: String, BubbleNotificationName { case done }
  private final class Worker: Model {}
  private final class Listener: Model {}
  private final class Page: Model {}

  private let folder: TestFolder
  private let session = Session()

  init() throws { folder = try TestFolder(recording: session) }

  private func text(_ words: String...) throws -> String {
    let outcome = try folder.modeltree([words[0], "app.journal"] + words.dropFirst())
    #expect(outcome.status < 2, "\(outcome.errors)")
    return outcome.text
  }

  @Test(arguments: [["--what", "received"], ["Listener"], ["--slower", "1ms"]])
  func `an event's raiser is the one of its record`(options: [String]) throws {
    let listener = Listener(parent: session)
    listener.register(for: Feed.changed) { _ in usleep(3_000) }
    Page(parent: session).raise(Feed.changed)
    let shown = try folder.modeltree(["journal", "app.journal"] + options).text
    #expect(
      shown.contains("event Feed.changed, raised by Page #3: Listener #2 receives it"), "\(shown)")
    #expect(!shown.contains("raised by Listener"))
  }

  @Test func `an action is the cause by its name, a handler by its model and message`() throws {
    session.register(for: Net.expired) { [session] _ in _ = Page(parent: session) }
    let listener = Listener(parent: session)
    session.perform("finish", "now") { _ = Worker(parent: session) }
    listener.raise(Net.expired)
    #expect(try text("history", "Worker").contains("in 'finish now', record "))
    #expect(
      try text("history", "Page").contains(
        "in Session #1's handler of error Net.1 (expired), record "))
  }

  @Test func `models that were recorded as leaked are known to every command`() async throws {
    let page = Page(parent: session)
    page.register(for: Net.slow) { _ in }
    let line = #line - 1
    page.removeFromParent()
    for _ in 0..<20 { await Task.yield() }
    let leaks = try folder.modeltree("leaks", "app.journal")
    #expect(leaks.status == 1)
    #expect(leaks.text.contains("1 model left the tree and is still alive"), "\(leaks.text)")
    #expect(leaks.text.contains("was /Session/Page"), "\(leaks.text)")
    #expect(leaks.text.contains("JournalAnswersTests.swift:\(line)"), "\(leaks.text)")
    #expect(try text("problems").contains("warning: leaked"))
    let before = try folder.modeltree("leaks", "app.journal", "--at", "2")
    #expect(before.status == 0, "\(before.text)")
    let why = try folder.modeltree("leaks", "app.journal", "--why")
    #expect(why.status == 2)
    #expect(
      why.errors == """
        modeltree: a journal has no memory to search; 'leaks --why' asks a running app: @NAME

        """)
    withExtendedLifetime(page) {}
  }

  @Test func `cancelled work says by what`() async throws {
    func wait(_ model: Model) -> Task<Void, Never> {
      model.task { try await Task.sleep(for: .seconds(100_000)) }
    }
    let (page, listener) = (Page(parent: session), Listener(parent: session))
    let (left, asked) = (wait(page), wait(listener))
    for _ in 0..<10 { await Task.yield() }
    page.removeFromParent()
    asked.cancel()
    await left.value
    await asked.value
    let shown = try text("journal", "--what", "ended")
    #expect(shown.contains("Page #2's work is cancelled after "), "\(shown)")
    #expect(shown.contains(", as it left (record "), "\(shown)")
    #expect(shown.contains(" by the app"), "\(shown)")
  }

  /// Europe/Berlin, 25 October 2026: 02:00 to 03:00 comes twice.
  @Test func `in a repeated hour, a time is the latest such`() throws {
    let times = [
      "2026-10-25T00:30:00.000000Z", "2026-10-25T00:59:58.051000Z", "2026-10-25T01:00:03.000000Z",
      "2026-10-25T01:30:00.000000Z", "2026-10-25T01:45:00.000000Z",
    ]
    let lines =
      [
        #"{"format": "model-tree-journal", "version": 1, "started": "\#(times[0])"}"#,
        #"{"seq": 0, "what": "checkpoint", "nodes": [{"id": 1, "type": "App", "session": true}]}"#,
      ]
      + times.enumerated().map { place, time in
        #"{"seq": \#(place + 1), "time": "\#(time)", "what": "performed", "node": 1, "words": ["a"]}"#
      }
    try lines.joined(separator: "\n").appending("\n")
      .write(toFile: folder.path(of: "night.journal"), atomically: true, encoding: .utf8)
    func moment(_ word: String) throws -> String {
      let outcome = try folder.shell(
        "TZ=Europe/Berlin $MODELTREE print night.journal --at \(word) --json")
      return outcome.status == 0 ? "" : outcome.errors
    }
    func count(since word: String) throws -> Int {
      try folder.shell(
        "TZ=Europe/Berlin $MODELTREE journal night.journal --since \(word) --json"
      ).text.split(separator: "\n").count
    }
    #expect(try moment("02:59:59") == "")
    // The last 02:59:59 was in summer.
    #expect(try count(since: "02:59:59") == 3)
    // The last 02:40 was in winter.
    #expect(try count(since: "02:40") == 1)
    #expect(try count(since: "02:00:02") == 3)
  }

  @Test func `a message is taken with its kind or without, by every command`() throws {
    session.register(for: Net.expired)
    Page(parent: session).raise(Net.expired)
    for words in [
      ["journal", "app.journal", "--message"], ["history", "app.journal", "Page", "--message"],
      ["routes", "app.journal", "--message"],
    ] {
      let bare = try folder.modeltree(words + ["Net.expired"])
      #expect(bare.status == 0, "\(words): \(bare.errors)")
      #expect(try folder.modeltree(words + ["error", "Net.expired"]) == bare, "\(words)")
      #expect(try folder.modeltree(words + ["error Net.expired"]) == bare, "\(words)")
    }
  }

  @Test func `what sets up one model is one line, until its records are asked for`() throws {
    let page = Page(parent: session)
    page.register(for: Net.expired)
    page.register(for: Feed.changed)
    page.mayRaise(Net.offline)
    let all = try text("journal")
    #expect(
      all.contains(
        "Page #2 is attached under Session #1, registers for 2 messages, may raise error Net.2"),
      "\(all)")
    #expect(all.split(separator: "\n").count { $0.contains("Page #2") } == 1, "\(all)")
    let some = try text("journal", "--what", "attached,registered,declared")
    #expect(some.split(separator: "\n").count { $0.contains("Page #2") } == 4, "\(some)")
  }

  @Test func `a message of a model that had left says so, and every next command runs`() throws {
    let page = Page(parent: session)
    session.register(for: Flow.done)
    page.removeFromParent()
    page.raise(Flow.done)
    page.raise(Net.offline)
    let shown = try text("problems")
    #expect(shown.contains("raised after it left the tree (record "), "\(shown)")
    try runNextCommands(of: "app.journal", in: shown)
  }

  @Test(arguments: ["chat-failed", "exam-master-upload"])
  func `every next command runs`(sample: String) throws {
    let file = ExamMaster.sample(sample)
    let shown = try folder.modeltree("problems", file)
    #expect(shown.status < 2, "\(shown.errors)")
    try runNextCommands(of: file, in: shown.text)
  }

  private func runNextCommands(of file: String, in text: String) throws {
    var count = 0
    for line in text.split(separator: "\n") where line.hasPrefix("  next: modeltree ") {
      count += 1
      let next = try folder.shell("$MODELTREE " + line.dropFirst(18))
      #expect(next.status < 2, "\(line): \(next.errors)")
    }
    #expect(count > 0 || text.hasPrefix("no problems"))
  }
}
