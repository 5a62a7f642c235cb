import Foundation
import TestSupport
import Testing

/// The questions of `CodingAgents.md`, as written there.
@Suite struct `Questions of an agent` {
  struct Question: CustomTestStringConvertible {
    var title: Substring
    var tool: Substring
    var arguments: Substring
    var dumps: [String]
    var answer: String
    var testDescription: String { String(title) }
  }

  static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  static let questions: [Question] = {
    let page = root.appending(path: "Sources/Command/TreeConsole/TreeConsole.docc/CodingAgents.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    let question =
      #/
      \*\*(?<title>.+)\*\*\n\n
      \ {3}`(?<tool>\w+)\ (?<arguments>\{.*\})`\ on\ `(?<dumps>.+)`\n\n
      \ {3}```\n(?<answer>(?:\ {3}.*\n)+?)\ {3}```
      /#
    return text.matches(of: question).map { found in
      Question(
        title: found.title, tool: found.tool, arguments: found.arguments,
        dumps: found.dumps.split(separator: " ").map(String.init),
        answer: found.answer.split(separator: "\n").map { String($0.dropFirst(3)) }
          .joined(separator: "\n"))
    }
  }()

  @Test func `there are four`() { #expect(Self.questions.count == 4) }

  @Test(arguments: questions)
  func `are answered as the page says`(question: Question) throws {
    let line = """
      {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\(question.tool)", \
      "arguments": \(question.arguments)}}
      """
    let folder = try TestFolder(dump: line + "\n")
    let outcome = try ChildProcess.run(
      [TestFolder.executable(), "mcp"] + question.dumps, input: folder.path(of: "tree.json"),
      environment: folder.environment(),
      directory: Self.root.appending(path: "samples/dumps").path())
    let reply = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any],
      "\(outcome.errors)")
    let result = try #require(reply["result"] as? [String: Any])
    let texts = (result["content"] as? [[String: String]] ?? []).map { $0["text"] ?? "" }
    let shown = texts.joined(separator: "\n").split(separator: "\n")
      .filter { !$0.hasPrefix("names in the answer") }
    #expect(shown.joined(separator: "\n") == question.answer)
  }
}
