import Foundation
import TestSupport
import Testing
import TreeJournal

/// `modeltree mcp` on running apps.
@Suite struct `A coding agent and a running app` {
  private let folder: LinkTestFolder

  init() throws { folder = try LinkTestFolder() }

  /// The answers to each call: the texts, joined.
  private func ask(_ words: [String], _ calls: [(String, String)]) throws -> [String] {
    let lines = calls.map { tool, arguments in
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\#(tool)", "#
        + #""arguments": \#(arguments)}}"#
    }
    try folder.write(lines.joined(separator: "\n"), to: "calls")
    let outcome = try folder.modeltree(["mcp"] + words, input: "calls")
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
    #expect(answers[3] == "'/etc/passwd' isn't a running app; write @NAME or @PID")
    #expect(answers[4].contains("did you mean '@Shop'?"))
  }

  @Test func `raises where that is allowed, and sees what changed`() throws {
    let app = try folder.start("Shop", "3")
    let raise = ("raise", ##"{"kind": "event", "message": "AppEvents.Refresh", "from": "#1"}"##)
    let answers = try ask(
      ["@Shop", "--allow-raise"],
      [
        ("diff", "{}"), raise, ("show", ##"{"selector": "#1"}"##),
        ("raise", #"{"kind": "error"}"#),
      ])
    #expect(answers[0].contains("this is the first look at the tree"))
    #expect(answers[1].contains(#""outcome": "#))
    #expect(answers[2].contains(#""type": "RootSession""#))
    #expect(answers[1].contains(#""changes": {"replaced": false"#), "\(answers[1])")
    #expect(answers[3] == "'raise' needs 'message', a string")
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

  // MARK: The official client

  private static func kinds(_ answer: [String: Any]) -> [String] {
    (answer["records"] as? [[String: Any]] ?? []).compactMap { $0["what"] as? String }
  }

  @Test(.enabled(if: !LinkTestFolder.python.isEmpty, "tools/test installs the official client"))
  func `is told by its client what happened in a running app`() throws {
    let app = try folder.start("Shop", "5", "journal")
    _ = try folder.modeltree("do", "@Shop", "raise", "1")
    let before = try folder.modeltree("journal", "@Shop", "--json").text
    let moment = "\(before.split(separator: "\n").count)"
    _ = try folder.modeltree("do", "@Shop", "add")
    try folder.write("tree-spec 1\nRootSession\n  Item {4}\n", to: "shop.treespec")
    let answers = try folder.ask(
      [
        ["history", ["selector": "#5"]], ["history", ["selector": "#6", "limit": 1]],
        ["tree", ["at": moment]], ["tree", [:]], ["diff", ["at": moment]],
        ["diff", ["old": "last"]], ["check", ["at": moment]], ["check", [:]],
        ["show", ["selector": "#6", "at": moment]], ["tree", ["at": "noon"]],
        ["history", ["selector": "Nobody"]],
      ], of: ["@Shop", "--spec", folder.path(of: "shop.treespec")])
    #expect(answers.map(\.isError) == [Bool](repeating: false, count: 8) + [true, true, true])
    #expect(Self.kinds(answers[0].answer) == ["handled", "raised", "attached"])
    #expect(Self.kinds(answers[1].answer) == ["attached"])
    #expect((answers[2].answer["nodes"] as? [Any])?.count == 5)
    #expect((answers[3].answer["nodes"] as? [Any])?.count == 6)
    let added = answers[4].answer["added"] as? [[String: Any]]
    #expect(added?.compactMap { $0["id"] as? Int } == [6])
    #expect(answers[5].answer["equal"] as? Bool == true)
    #expect(answers[6].answer["passed"] as? Bool == true, "\(answers[6].texts)")
    #expect(answers[7].answer["passed"] as? Bool == false, "\(answers[7].texts)")
    #expect(answers[8].texts.hasPrefix("'#6' is Item #6, which is attached later, by record "))
    #expect(answers[9].texts.hasPrefix("'noon' isn't a valid moment; "))
    #expect(answers[10].texts.hasPrefix("no model matches 'Nobody'"))
    withExtendedLifetime(app) {}
  }

  @Test(.enabled(if: !LinkTestFolder.python.isEmpty, "tools/test installs the official client"))
  func `is told by its client what a journal's file holds`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../samples/journals/exam-master-upload.journal").standardized.path()
    let whole = try folder.modeltree("history", file, "/AppAuthorizedSession", "--json").text
    let answers = try folder.ask(
      [
        ["history", ["selector": "/AppAuthorizedSession"]], ["tree", ["at": "5"]],
        ["history", ["selector": "Nobody"]], ["tree", ["at": "99999"]],
      ], of: [file, "--budget", "100000"])
    #expect(answers.map(\.isError) == [false, false, true, true])
    var expected = try #require(
      try JSONSerialization.jsonObject(with: Data(whole.utf8)) as? [String: Any])
    expected["records"] = (expected["records"] as? [Any]).map { Array($0.reversed()) }
    #expect(answers[0].answer as NSObject == expected as NSObject)
    #expect(answers[1].answer["nodes"] is [Any])
    #expect(answers[3].texts.contains("the journal ends at moment"))
  }
}
