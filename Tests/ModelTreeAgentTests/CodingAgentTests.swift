import Foundation
import TestSupport
import Testing

/// `modeltree mcp` on running apps.
@Suite struct `A coding agent and a running app` {
  private let folder: LinkTestFolder

  init() throws { folder = try LinkTestFolder() }

  /// What each call is answered: the texts, joined.
  private func ask(_ words: [String], _ calls: [(String, String)]) throws -> [String] {
    let lines = calls.map { tool, arguments in
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\#(tool)", "#
        + #""arguments": \#(arguments)}}"#
    }
    try folder.write(lines.joined(separator: "\n"), to: "calls")
    let outcome = try ChildProcess.run(
      [BuiltProduct.path(of: "modeltree"), "mcp"] + words, input: folder.path(of: "calls"),
      environment: folder.environment, directory: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return try outcome.text.split(separator: "\n").map { line in
      let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let result = try #require(answer?["result"] as? [String: Any], "\(line)")
      return (result["content"] as? [[String: String]] ?? []).map { $0["text"] ?? "" }
        .joined(separator: "\n")
    }
  }

  @Test func `is answered by the app that a call names`() throws {
    let shop = try folder.start("Shop", "3")
    let till = try folder.start("Till", "5")
    let answers = try ask(
      [],
      [
        ("apps", "{}"), ("tree", #"{"target": "@Shop"}"#), ("tree", #"{"target": "@Till"}"#),
        ("tree", #"{"target": "/etc/passwd"}"#), ("tree", #"{"target": "@Shopp"}"#),
      ])
    #expect(answers[0].contains(#""name": "Shop", "pid": \#(shop.pid)"#))
    #expect(answers[0].contains(#""name": "Till", "pid": \#(till.pid)"#))
    #expect(answers[1].split(separator: #""type": "Item""#).count == 3)
    #expect(answers[2].split(separator: #""type": "Item""#).count == 5)
    #expect(answers[3] == "'/etc/passwd' names no running app; write @NAME or @PID")
    #expect(answers[4].contains("did you mean '@Shop'?"))
  }

  @Test func `raises where that is allowed, and sees what changed`() throws {
    let app = try folder.start("Shop", "3")
    let raise = ("raise", ##"{"kind": "event", "message": "AppEvents.Refresh", "from": "#1"}"##)
    let answers = try ask(
      ["@Shop", "--allow-raise"], [("diff", "{}"), raise, ("show", ##"{"selector": "#1"}"##)])
    #expect(answers[0].contains("this is the first look at the tree"))
    #expect(answers[1].contains(#""outcome": "#))
    #expect(answers[2].contains(#""type": "RootSession""#))
    #expect(app.finish() == 0)
  }

  @Test func `is told that an app is stopped`() throws {
    let app = try folder.start("Shop", "3")
    app.send(SIGSTOP)
    let answers = try ask(["@Shop"], [("tree", "{}"), ("apps", "{}")])
    app.send(SIGCONT)
    #expect(answers[0].contains("Shop") || answers[0].contains("answer"), "\(answers[0])")
    #expect(!answers[0].contains(#""nodes""#))
    #expect(answers[1].contains(#""state": "busy""#))
  }
}
