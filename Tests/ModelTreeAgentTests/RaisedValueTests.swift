import ModelTree
import TestSupport
import Testing
import TextIO
import TreeSnapshot

@testable import TreeConsole
@testable import TreeLink

private enum Nav {
  struct Show: Codable, Equatable {
    var title: String
    var year: Int?
  }

  struct Open: BubbleMessage, Codable { let show: Show }
  struct Close: BubbleMessage, Codable {}
  struct Leave: BubbleMessage {}
  struct Failed: ErrorMessage, Codable { let reason: String }
  struct Loaded: EventMessage, Codable { let titles: [String] }
  struct Search: BubbleMessage, Codable { let text: String? }
}

private enum AppEvent: String, GlobalEventName, CaseIterable {
  case examCreated = "ExamCreated"
  case examEnded = "ExamEnded"
  case tick = "Tick"
}
private enum Menu: String, BubbleNotificationName { case open, close }
private struct Secret {}

private final class Cinema: Session {}
private final class Catalog: Model {}

/// A message of a `Codable` type is raised with its value, in the process as from outside.
@MainActor @Suite(.serialized) struct `A raised value` {
  private final class Log {
    var lines: [String] = []
  }

  private func tree(_ log: Log) -> TestedTree {
    let root = Cinema()
    let catalog = Catalog(parent: root)
    root.register(for: Nav.Open.self, file: "App.swift", line: 1) {
      log.lines.append("open \($0.show.title) \($0.show.year ?? 0)")
    }
    root.register(for: Nav.Close.self) { _ in log.lines.append("close") }
    root.register(for: Nav.Leave.self, file: "App.swift", line: 3) { _ in
      log.lines.append("leave")
    }
    root.register(for: Nav.Failed.self) { log.lines.append("failed \($0.reason)") }
    catalog.register(for: Nav.Loaded.self) { log.lines.append("loaded \($0.titles)") }
    root.register(for: AppEvent.examCreated, of: Int.self, file: "App.swift", line: 6) {
      log.lines.append("exam \($0)")
    }
    root.register(for: AppEvent.examEnded, of: Secret.self, file: "App.swift", line: 7) { _ in
      log.lines.append("secret")
    }
    root.register(for: Nav.Search.self) { log.lines.append("search \($0.text ?? "-")") }
    return TestedTree(root: { root })
  }

  @Test(arguments: [
    (
      #"bubble Nav.Open --from Catalog --with '{"show": {"title": "A", "year": 7}}'"#, "open A 7"
    ),
    ("bubble Nav.Close --from Catalog", "close"),
    ("bubble Nav.Close --from Catalog --with {}", "close"),
    (#"error Nav.Failed --from Catalog --with '{"reason": "Ä \u000a"}'"#, "failed Ä \n"),
    (#"event Nav.Loaded --from Catalog --with '{"titles": ["x"]}'"#, #"loaded ["x"]"#),
    ("event AppEvent.ExamCreated --from Catalog --with 7", "exam 7"),
    ("bubble Nav.Search --from Catalog", "search -"),
  ])
  func `reaches its handler`(words: String, line: String) async throws {
    let log = Log()
    let ways = try await WaysToATree(tree(log), twin: tree(log))
    let outside = try await ways.fromOutside("raise \(words)").withoutTimes
    let inside = try ways.inProcess("raise \(words)").withoutTimes
    #expect(inside == outside)
    #expect(log.lines == [line, line])
  }

  @Test(arguments: [
    (
      "bubble Nav.Open --from Catalog",
      """
      Cinema takes bubble Nav.Open with a value of type Nav.Open at App.swift:1, which a test message \
      does not carry; pass it with --with JSON (show: missing)
      """
    ),
    (
      #"bubble Nav.Open --from Catalog --with '{"show": {"title": 1}}'"#,
      "Nav.Open can't be made from this JSON: show.title: Expected to decode String but found number instead"
    ),
    (
      "bubble Nav.Open --from Catalog --with null",
      "Nav.Open can't be made from this JSON: Cannot get keyed decoding container -- found null value instead"
    ),
    (
      "bubble Nav.Open --from Catalog --with {show}",
      "--with: not JSON: expected a key in double quotes, found 's' (at byte 1)"
    ),
    (
      "bubble Nav.Leave --from Catalog",
      """
      Cinema takes bubble Nav.Leave with a value of type Nav.Leave at App.swift:3, which a test message \
      does not carry; let Nav.Leave adopt Codable and pass it with --with
      """
    ),
    (
      "bubble Nav.Leave --from Catalog --with {}",
      "Nav.Leave can't be made from outside; let its type adopt Codable"
    ),
    (
      "event AppEvent.ExamCreated --from Catalog",
      """
      Cinema takes event AppEvent.ExamCreated with a value of type Int at App.swift:6, which a test \
      message does not carry; pass it with --with JSON
      """
    ),
    (
      #"event AppEvent.ExamCreated --from Catalog --with '"x"'"#,
      "Int can't be made from this JSON: Expected to decode Int but found a string instead"
    ),
    (
      "event AppEvent.ExamEnded --from Catalog",
      """
      Cinema takes event AppEvent.ExamEnded with a value of type Secret at App.swift:7, which a test \
      message does not carry; let Secret adopt Codable and pass it with --with
      """
    ),
    (
      "event AppEvent.ExamEnded --from Catalog --with 1",
      "Secret can't be made from outside; let its type adopt Codable"
    ),
    (
      "event AppEvent.Tick --from Catalog --with 1",
      "no model of the tree takes event AppEvent.Tick with a value; raise it without --with"
    ),
  ])
  func `that can't be made is explained in one line`(words: String, line: String) async throws {
    let log = Log()
    let ways = try await WaysToATree(tree(log))
    let expected = ["", "modeltree: \(line)", "findings: false"]
    #expect(try ways.inProcess("raise \(words)") == expected)
    #expect(try await ways.fromOutside("raise \(words)") == expected)
    #expect(log.lines == [])
  }

  @Test func `that a handler of the whole domain may expect is noted when it is missing`()
    async throws
  {
    let (root, log) = (Cinema(), Log())
    root.register(for: Nav.Open.self)
    root.unregister(for: Nav.Open.self)
    root.register(forAll: BubbleNotification.self, in: Nav.self) {
      log.lines.append($0.as(Nav.Open.self)?.show.title ?? "-")
    }
    let ways = try await WaysToATree(TestedTree(root: { root }))
    let answer = try ways.inProcess("raise bubble Nav.Open --from /")
    #expect(
      answer.joined().contains(
        """
        note: bubble Nav.Open carries no value here, and its handler may expect one; pass it with \
        --with JSON (show: missing)
        """))
    _ = try await ways.fromOutside(
      #"raise bubble Nav.Open --from / --with '{"show": {"title": "A"}}'"#)
    #expect(log.lines == ["-", "A"])
  }

  @Test func `of a code that another model takes with a value is noted when it is missing`()
    async throws
  {
    let (root, log) = (Cinema(), Log())
    let catalog = Catalog(parent: root)
    catalog.register(for: Menu.open, of: Int.self) { _ in }
    root.register(for: Menu.open) { log.lines.append("open \($0.object ?? "-")") }
    root.register(for: Menu.close) { _ in log.lines.append("close") }
    let ways = try await WaysToATree(TestedTree(root: { root }))
    #expect(
      try ways.inProcess("raise bubble open --from /").joined().contains(
        """
        note: bubble Menu.open carries no value here, and its handler may expect one; pass it with \
        --with JSON
        """))
    _ = try await ways.fromOutside("raise bubble open --from / --with 2")
    #expect(!(try ways.inProcess("raise bubble close --from /").joined().contains("note")))
    #expect(log.lines == ["open -", "open 2", "close"])
  }

  @Test func `is not used where no handler runs, which is noted`() async throws {
    let ways = try await WaysToATree(tree(Log()))
    for answer in [
      try ways.inProcess("raise bubble Nav.Open --from Catalog --dry --with {}"),
      try ways.onDump("raise bubble Nav.Open --from Catalog --with {}"),
    ] {
      #expect(answer.joined().contains("note: --with is not used: no handler runs"))
    }
  }

  @Test func `that has no use for a key is raised, and the key noted`() async throws {
    let log = Log()
    let ways = try await WaysToATree(tree(log))
    let words =
      #"raise bubble Nav.Open --from Catalog --with '{"show": {"title": "A", "yaer": 1}}'"#
    #expect(
      try ways.inProcess(words).joined().contains(
        "note: 'show.yaer' isn't a key that Nav.Open reads"))
    #expect(log.lines == ["open A 0"])
  }
}
