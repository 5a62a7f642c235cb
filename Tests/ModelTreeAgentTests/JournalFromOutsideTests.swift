import Foundation
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

@testable import TreeLink

/// The journal of an app, asked by another process.
@Suite struct `A journal from outside` {
  private let folder: LinkTestFolder

  init() throws { folder = try LinkTestFolder() }

  private func startApp() throws -> ListeningProcess { try folder.start("Shop", "5", "journal") }

  /// The lines of an answer in JSON.
  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func connect(to app: ListeningProcess) throws -> LinkConnection {
    let place = AppPlace(
      folder: try #require(try LinkFolder(folder.path)), pid: Int(app.pid))
    return try #require(try LinkConnection(to: place))
  }

  /// The result of a request, as received from the socket.
  private func result(
    of request: LinkRequest, _ connection: LinkConnection
  ) throws -> [String: Any] {
    let text = try connection.ask(request, LinkPatience(limit: .seconds(600))) {
      scanner, _ throws(JSONFailure) in
      Array(try scanner.valueText())
    }
    return try #require(JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
  }

  // MARK: Commands

  @Test func `is shown, asked and looked back into as one in the process`() throws {
    let app = try startApp()
    _ = try folder.modeltree("do", "@Shop", "add")
    _ = try folder.modeltree("do", "@Shop", "raise", "1")
    let all = try objects(try folder.modeltree("journal", "@Shop", "--json").text)
    #expect(all.compactMap { $0["seq"] as? Int } == Array(1...all.count))
    #expect(all.suffix(2).compactMap { $0["what"] as? String } == ["raised", "handled"])
    let added = try #require(
      all.last { $0["what"] as? String == "attached" }?["seq"] as? Int)
    let id = try #require(all[added - 1]["node"] as? Int)

    let text = try folder.modeltree("journal", "@Shop", "--what", "handled")
    #expect(text.errors == "")
    #expect(text.text.contains("error AppErrors.1 (offline), raised by Item #\(id): "))
    let history = try folder.modeltree("history", "@Shop", "#\(id)")
    #expect(history.text.hasPrefix("Item #\(id)\n"))
    #expect(history.text.contains("Item #\(id) raises error AppErrors.1 (offline)"))

    let before = try folder.modeltree("print", "@Shop", "--at", "\(added - 1)", "--json")
    let after = try folder.modeltree("print", "@Shop", "--at", "\(added)", "--json")
    #expect(!before.text.contains("\"id\": \(id),") && after.text.contains("\"id\": \(id),"))
    let difference = try folder.modeltree(
      "diff", "@Shop", "--at", "\(added - 1)", "--to", "\(added)")
    #expect(difference.status == 1)
    #expect(difference.text.hasPrefix("moment \(added - 1) → moment \(added): 1 model added\n"))
    withExtendedLifetime(app) {}
  }

  @Test func `is stepped through at a prompt, which keeps a moment that the app drops`() throws {
    let app = try startApp()
    let terminal = try folder.terminal("repl", "@Shop")
    try terminal.expect("Shop: running app, 5 models")
    try terminal.send("at 0\r")
    try terminal.expect("before record 1, which is the first that is kept")
    try terminal.expect("Shop at 0> ")
    try terminal.send("print --depth 0\r")
    try terminal.expect("RootSession\r")
    try terminal.send("forward 6\r")
    try terminal.expect("Shop at 6> ")
    try terminal.send("back\r")
    try terminal.expect("Shop at 5> ")
    _ = try folder.modeltree("do", "@Shop", "raise", "2000")
    try terminal.send("print --depth 0\r")
    try terminal.expect("RootSession  +1 more")
    try terminal.send("raise error offline --from #1\r")
    try terminal.expect("a moment of the past cannot run handlers")
    try terminal.send("forward\r")
    try terminal.expect("the journal doesn't hold that moment; the first one that it holds is ")
    try terminal.send("at now\r")
    try terminal.expect("this is the present tree again")
    try terminal.send("print --depth 0\r")
    try terminal.expect("RootSession  +4 more")
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    withExtendedLifetime(app) {}
  }

  @Test func `is none where the app keeps none`() throws {
    let app = try folder.start("Shop", "3")
    for words in [
      ["journal", "@Shop"], ["history", "@Shop", "#1"], ["print", "@Shop", "--at", "1"],
    ] {
      let outcome = try folder.modeltree(words)
      #expect(outcome.status == 2)
      #expect(outcome.text == "")
      #expect(outcome.errors.contains("the app keeps no journal; "), "\(outcome.errors)")
    }
    withExtendedLifetime(app) {}
  }

  // MARK: raise

  @Test func `tells what a message led to, also after its handler returned`() throws {
    let app = try startApp()
    let answer = try folder.modeltree(
      "raise", "@Shop", "error", "denied", "--from", "#5", "--wait", "3", "--json")
    #expect(answer.errors == "")
    let object = try #require(try objects(answer.text).first)
    let records = try #require(object["records"] as? [[String: Any]])
    #expect(
      records.compactMap { $0["what"] as? String } == [
        "raised", "handled", "attached", "started", "ended", "attached",
      ])
    #expect(records.first?["test"] as? Bool == true && records.first?["node"] as? Int == 5)
    let handled = records[1]["seq"] as? Int
    #expect(records.dropFirst(2).allSatisfy { $0["cause"] as? Int == handled })
    let changes = try #require(object["changes"] as? [String: Any])
    #expect((changes["added"] as? [Int])?.count == 2)

    withExtendedLifetime(app) {}
  }

  // MARK: --follow

  @Test func `is followed until Ctrl-C`() throws {
    let app = try startApp()
    let terminal = try folder.terminal("journal", "@Shop", "--follow")
    try terminal.expect("is attached under RootSession")
    _ = try folder.modeltree("do", "@Shop", "raise", "1")
    try terminal.expect("Item #5 raises error AppErrors.1 (offline)")
    try terminal.expect("  RootSession #1 handles it after 1 hop")
    _ = try folder.modeltree("do", "@Shop", "add")
    try terminal.expect("Item #6 is attached under RootSession #1")
    try terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .signal(SIGINT))
    withExtendedLifetime(app) {}
  }

  @Test func `ends its followers with the app`() throws {
    let app = try startApp()
    let terminal = try folder.terminal("journal", "@Shop", "--follow")
    try terminal.expect("is attached under RootSession")
    app.send(SIGKILL)
    try terminal.expect("the app has ended, or closed the connection")
    #expect(try terminal.waitForExit() == .status(2))
  }

  // MARK: The wire

  /// The numbers of an answer's records: a checkpoint has that of the record before, and the end of another
  /// record has none.
  private func numbers(of answer: [String: Any]) -> [Int] {
    (answer["records"] as? [[String: Any]] ?? []).filter { $0["what"] as? String != "checkpoint" }
      .compactMap { $0["seq"] as? Int }
  }

  @Test func `says how many records a slow reader has missed`() throws {
    let app = try startApp()
    let connection = try connect(to: app)
    _ = try folder.modeltree("do", "@Shop", "raise", "1000")
    let answer = try result(
      of: .journal(after: 3, limit: nil, milliseconds: 0), connection)
    let first = try #require(numbers(of: answer).first)
    #expect(answer["dropped"] as? Int == first - 4)
    #expect(first > 1_000)
    withExtendedLifetime(app) {}
  }

  @Test func `answers who waits once something happens`() async throws {
    let app = try startApp()
    let connection = try connect(to: app)
    let all = try result(
      of: .journal(after: 0, limit: nil, milliseconds: 0), connection)
    let last = try #require(all["next"] as? Int)
    let waiting = Task.detached { try Self.text(behind: last, connection) }
    _ = try folder.modeltree("do", "@Shop", "raise", "1")
    #expect(try await waiting.value.contains("\"what\": \"raised\""))
    withExtendedLifetime(app) {}
  }

  /// The answer for a client that waits for records after another.
  private static func text(behind record: Int, _ connection: LinkConnection) throws -> String {
    let request = LinkRequest.journal(
      after: record, limit: nil, milliseconds: 60_000)
    return try connection.ask(request, LinkPatience(limit: .seconds(600))) {
      scanner, _ throws(JSONFailure) in
      String(decoding: try scanner.valueText(), as: UTF8.self)
    }
  }
}
