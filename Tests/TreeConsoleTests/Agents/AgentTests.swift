import Foundation
import TestSupport
import Testing

/// `modeltree mcp`, asked as an agent does.
@Suite struct `A server for coding agents` {
  /// Runs the server on lines, and returns its answers.
  private func ask(
    _ calls: [(tool: String, arguments: String)], _ words: [String] = ["tree.json"],
    in folder: TestFolder
  ) throws -> [[String: Any]] {
    let lines = calls.enumerated().map { index, call in
      """
      {"jsonrpc": "2.0", "id": \(index), "method": "tools/call", "params": {"name": "\(call.tool)", \
      "arguments": \(call.arguments)}}
      """
    }
    let outcome = try folder.modeltree(
      ["mcp"] + words, input: lines.joined(separator: "\n") + "\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let answers = try outcome.text.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(answers.count == calls.count)
    return try answers.map { try #require($0["result"] as? [String: Any], "\($0)") }
  }

  /// The texts of an answer.
  private func texts(_ answer: [String: Any]) -> [String] {
    (answer["content"] as? [[String: String]] ?? []).map { $0["text"] ?? "" }
  }

  private func answer(_ result: [String: Any]) throws -> NSObject {
    let structured = try #require(result["structuredContent"] as? [String: Any], "\(result)")
    return try #require(structured["answer"] as? NSObject)
  }

  private static let calls: [(tool: String, arguments: String, command: [String])] = [
    ("tree", "{}", ["print", "tree.json", "--json"]),
    (
      "tree", #"{"selector": "MainFlow", "depth": 1}"#,
      ["print", "tree.json", "MainFlow", "--depth", "1", "--json"]
    ),
    ("show", ##"{"selector": "#8"}"##, ["show", "tree.json", "#8", "--json"]),
    (
      "trace", ##"{"kind": "error", "message": "badToken", "from": "#8"}"##,
      ["trace", "tree.json", "error", "badToken", "--from", "#8", "--json"]
    ),
    ("routes", "{}", ["routes", "tree.json", "--json"]),
    (
      "routes", #"{"uncaught": true, "selector": "ExamCreationFlow"}"#,
      ["routes", "tree.json", "ExamCreationFlow", "--uncaught", "--json"]
    ),
    (
      "routes", #"{"kind": "error", "message": "badToken"}"#,
      ["routes", "tree.json", "--message", "error", "badToken", "--json"]
    ),
    (
      "diff", #"{"old": "old.json", "target": "tree.json"}"#,
      ["diff", "old.json", "tree.json", "--json"]
    ),
    ("problems", "{}", ["problems", "tree.json", "--json"]),
    ("check", "{}", ["check", "tree.json", "tree.treespec", "--json"]),
  ]

  @Test func `a tool answers what its command answers`() throws {
    let folder = try TestFolder()
    try folder.write(ExamMaster.dump, to: "old.json")
    try folder.write("tree-spec 1\nAppAuthorizedSession\n  [children: any]\n", to: "tree.treespec")
    let options = ["--spec", "tree.treespec", "--budget", "100000"]
    let (others, difference) = (
      Self.calls.filter { $0.tool != "diff" }, Self.calls.filter { $0.tool == "diff" }
    )
    let results =
      try ask(others.map { ($0.tool, $0.arguments) }, ["tree.json"] + options, in: folder)
      + ask(
        difference.map { ($0.tool, $0.arguments) }, ["tree.json", "old.json"] + options, in: folder)
    for (call, result) in zip(others + difference, results) {
      let expected = try folder.modeltree(call.command)
      // At a prompt and here, a check names the tree; in the shell the file.
      if call.tool == "check", let checked = try answer(result) as? [String: Any] {
        #expect(checked["passed"] as? Bool == (expected.status == 0))
        continue
      }
      let command = try JSONSerialization.jsonObject(with: Data(expected.output)) as? NSObject
      #expect(try answer(result) == command, "\(call.command)")
    }
  }

  @Test func `a large answer is cut to the budget, and its cursor leads through all of it`() throws
  {
    let nodes = (2...900).map { #"{"id": \#($0), "parent": 1, "type": "Cell", "label": "\#($0)"}"# }
    let folder = try TestFolder(
      dump: #"{"format": "model-tree", "version": 1, "nodes": [{"id": 1, "type": "Root"}, "#
        + nodes.joined(separator: ", ") + "]}")
    var ids: [Int] = []
    var cursor: String? = ""
    while let from = cursor {
      let result = try ask([("tree", #"{"cursor": "\#(from)"}"#)], in: folder)[0]
      let page = try #require(try answer(result) as? [String: Any])
      ids += (page["nodes"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
      #expect(texts(result).joined().utf8.count <= 8_000)
      cursor = (result["structuredContent"] as? [String: Any])?["cursor"] as? String
    }
    #expect(ids == Array(1...900))
  }

  @Test func `the models that an answer names by id are named beside it`() throws {
    let answers = try ask(
      [
        ("trace", ##"{"kind": "error", "message": "badToken", "from": "#8"}"##),
        ("routes", #"{"kind": "error", "message": "badResponse"}"#),
        ("show", ##"{"selector": "#2"}"##),
      ], in: TestFolder())
    #expect(
      texts(answers[0])[1].split(separator: "\n").first
        == """
        models: #1 AppAuthorizedSession, #2 MainFlow, #5 ExamCreationFlow, \
        #8 ExamOptionsPickerModel
        """)
    #expect(texts(answers[1])[1].hasPrefix("models: #5 ExamCreationFlow\n"))
    #expect(!texts(answers[2])[1].contains("models:"))
  }

  @Test func `what is wrong leads to the call that explains it`() throws {
    let problems = try ask([("problems", "{}")], [ExamMaster.journal], in: TestFolder())[0]
    let found = try #require(try answer(problems) as? [String: Any])
    let first = try #require((found["problems"] as? [[String: Any]])?.first)
    #expect(first["what"] as? String == "uncaught")
    let next = try #require(first["next"] as? [String: Any])
    #expect(Set(next.keys) == ["tool", "arguments"])
    let call = String(
      decoding: try JSONSerialization.data(withJSONObject: next["arguments"] ?? [:]), as: UTF8.self)
    let explained = try ask(
      [(next["tool"] as? String ?? "", call)], [ExamMaster.journal], in: TestFolder())[0]
    let trace = try #require(try answer(explained) as? [String: Any])
    #expect(trace["outcome"] as? String == "uncaught")
    #expect((trace["near"] as? [[String: Any]])?.first?["why"] as? String == "ended")
  }

  @Test func `a call names its target where there are several`() throws {
    let result = try ask(
      [("problems", #"{"target": "\#(ExamMaster.journal)"}"#)], ["tree.json", ExamMaster.journal],
      in: TestFolder())[0]
    let found = try answer(result) as? [String: Any]
    let next = (found?["problems"] as? [[String: Any]])?.first?["next"] as? [String: Any]
    #expect((next?["arguments"] as? [String: Any])?["target"] as? String == ExamMaster.journal)
  }

  @Test func `the files of a server are listed`() throws {
    let result = try ask([("apps", "{}")], ["tree.json", ExamMaster.journal], in: TestFolder())[0]
    let apps = try #require(try answer(result) as? [[String: Any]])
    #expect(apps.map { $0["target"] as? String } == ["tree.json", ExamMaster.journal])
    #expect(apps.map { $0["kind"] as? String } == ["dump", "journal"])
    #expect(apps.map { $0["models"] as? Int } == [8, 4])
    #expect(apps.map { $0["records"] as? Int } == [nil, 66])
  }

  @Test func `a journal and a life are paged from the newest record on`() throws {
    let pages = try ask(
      [
        ("journal", "{}"), ("journal", #"{"limit": 2, "cursor": "2"}"#),
        ("journal", #"{"what": "uncaught,delivered"}"#), ("journal", #"{"led_to": 63}"#),
        ("journal", #"{"since": "60", "message": "rejected"}"#),
        ("history", ##"{"selector": "SideMenuModel"}"##),
        ("journal", #"{"what": "raisd"}"#),
      ], [ExamMaster.journal], in: TestFolder())
    func numbers(_ page: [String: Any]) throws -> [Int] {
      let records = (try answer(page) as? [String: Any])?["records"] as? [[String: Any]] ?? []
      return records.compactMap { $0["seq"] as? Int }
    }
    #expect(try numbers(pages[0]).prefix(3) == [66, 65, 64])
    #expect((try answer(pages[0]) as? [String: Any])?["count"] as? Int == 66)
    #expect(texts(pages[0]).joined().utf8.count <= 8_000)
    #expect(try numbers(pages[1]) == [64, 63])
    #expect(try numbers(pages[2]) == [63, 48, 32])
    #expect(try numbers(pages[3]) == [63, 62, 48, 47])
    #expect(try numbers(pages[4]) == [63, 62, 61])
    let life = try numbers(pages[5])
    #expect(life.count > 3 && life == life.sorted(by: >))
    // An agent has no 'help'.
    #expect(texts(pages[6]) == ["'raisd' isn't a kind of record; did you mean 'raised'?"])
  }

  @Test func `the definitions of all tools take 2,500 tokens at most`() throws {
    let listed = try TestFolder().modeltree(
      "mcp", "--allow-raise", input: #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#)
    #expect(listed.text.utf8.count < 10_000, "\(listed.text.utf8.count)")
    #expect(listed.text.split(separator: #""inputSchema""#).count - 1 <= 15)
  }

  @Test func `a value is never taken for an option`() throws {
    let folder = try TestFolder()
    for call in [
      ("show", #"{"selector": "--output=stolen"}"#), ("tree", #"{"selector": "-o"}"#),
      ("trace", #"{"kind": "error", "message": "--output=x", "from": "-o"}"#),
      ("routes", #"{"kind": "error", "message": "x --output y"}"#),
    ] {
      _ = try ask([call], in: folder)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tree.json"])
  }

  @Test func `no file is read that the server was not started with`() throws {
    let folder = try TestFolder()
    try folder.write(ExamMaster.dump, to: "secret.json")
    let answers = try ask(
      [
        ("diff", #"{"old": "secret.json"}"#), ("check", "{}"),
        ("tree", #"{"target": "secret.json"}"#),
      ], in: folder)
    #expect(texts(answers[0])[0].hasPrefix("'secret.json' isn't open here; "))
    #expect(
      texts(answers[1]) == [
        "the server has no specs; start it with 'modeltree mcp --spec FILE'"
      ])
    #expect(texts(answers[2])[0].hasPrefix("'tree' takes no 'target'; it takes "))
    #expect(answers.allSatisfy { $0["isError"] as? Bool == true })
  }

  @Test func `raising is offered only where that is allowed`() throws {
    let folder = try TestFolder()
    let call = ("raise", ##"{"kind": "error", "message": "badToken", "from": "#8"}"##)
    let refused = try folder.modeltree(
      "mcp", "tree.json",
      input: #"{"id": 1, "method": "tools/call", "params": {"name": "raise"}}"#)
    #expect(refused.text.contains("unknown tool 'raise'"))
    let allowed = try ask([call], ["tree.json", "--allow-raise"], in: folder)[0]
    #expect(allowed["isError"] as? Bool == false)
    #expect(texts(allowed)[1].contains("this is what 'trace' answers"))
  }

  @Test func `a line that is too long is refused, and the next is answered`() throws {
    let long = #"{"id": 1, "method": "\#(String(repeating: "x", count: 1 << 20))"}"#
    let outcome = try TestFolder().modeltree(
      "mcp", "tree.json", input: long + "\n" + #"{"id": 2, "method": "ping"}"#)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("a request has at most 1048576 bytes") == true)
    #expect(lines.last == #"{"jsonrpc": "2.0", "id": 2, "result": {}}"#)
  }

  @Test func `what it cannot begin with is refused`() throws {
    let folder = try TestFolder()
    try folder.modeltree("mcp", "-").expectRefusal(
      "the agent's requests come from standard input; name the dump's file")
    let missing = try folder.modeltree("mcp", "nowhere.json")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("nowhere.json"))
    let small = try folder.modeltree("mcp", "tree.json", "--budget", "5")
    #expect(small.status == 2)
    #expect(small.errors.contains("--budget is at least 500 tokens"))
  }

  // MARK: The official client

  /// The interpreter of an environment with the official client; `tools/test` makes it.
  private static let python = ProcessInfo.processInfo.environment["MODELTREE_TEST_PYTHON"] ?? ""

  @Test(
    .enabled(if: !python.isEmpty, "tools/test installs the official client"),
    arguments: ["legacy", "auto"])
  func `the official client is answered, and falls back by itself`(era: String) throws {
    let folder = try TestFolder()
    let questions: [[Any]] = [
      ["trace", ["kind": "error", "message": "badToken", "from": "ExamOptionsPickerModel"]],
      ["routes", ["uncaught": true]], ["show", ["selector": "Nope"]],
    ]
    try folder.write(JSONSerialization.data(withJSONObject: questions), to: "questions.json")
    let client = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "client.py")
    let outcome = try ChildProcess.run(
      [
        Self.python, client.path(), era, folder.path(of: "questions.json"),
        try TestFolder.executable(), "mcp", folder.path(of: "tree.json"),
      ], environment: folder.environment(), directory: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    #expect(found["version"] as? String == "2025-11-25")
    #expect(
      found["tools"] as? [String] == [
        "apps", "problems", "tree", "show", "trace", "routes", "history", "journal", "leaks",
        "diff", "check",
      ])
    #expect(try #require(found["definitions"] as? Int) < 10_000)
    let answers = try #require(found["answers"] as? [[String: Any]])
    let trace = (answers[0]["structured"] as? [String: Any])?["answer"] as? [String: Any]
    #expect(trace?["outcome"] as? String == "handled")
    #expect(answers.map { $0["isError"] as? Bool } == [false, false, true])
  }
}
