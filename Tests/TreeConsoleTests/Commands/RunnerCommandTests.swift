import Foundation
import TestSupport
import Testing

@testable import TreeConsole

/// Names out of a dump never act on a terminal, nor on GitHub's runner, which reads each line of a log for
/// commands.
@Suite struct `Names that act elsewhere` {
  private static let names = [
    "\u{3000}::error file=a,line=1::forged", "##[error]forged\(Hostile.name)",
  ]

  /// A tree, and a spec that it doesn't pass, in which everything is called so.
  private static func folder(_ name: String) throws -> TestFolder {
    let json = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
      .dropFirst().dropLast()
    let message = #""domain": "\#(json)", "code": "\#(json)", "label": "\#(json)""#
    func dump(_ more: String) -> String {
      ExamMaster.dump(nodes: [
        #"{"id": 1, "type": "\#(json)", "label": "\#(json)", "session": true, "services": ["\#(json)"], "#
          + #""representation": "\#(json)", "source": "\#(json)", "state": {"\#(json)": "\#(json)"}, "#
          + #""handles": [{"kind": "error", \#(message), "source": "\#(json):1"}]}"#,
        #"{"id": 2, "parent": 1, "type": "\#(json)", "handles": [{"kind": "bubble", \#(message)}], "#
          + #""raises": [{"kind": "event", \#(message)}, {"kind": "error", \#(message)}]}"#,
        #"{"id": 3, "parent": 2, "type": "\#(json)\#(more)", "label": "\#(json)\#(more)"}"#,
      ])
    }
    let folder = try TestFolder(dump: dump(""))
    try folder.write(dump("x"), to: "other.json")
    let spec = try folder.modeltree("print", "other.json", "--as-spec").text
    try folder.write(spec, to: "other.treespec")
    return folder
  }

  /// Queries of the tree, in the shell or at a prompt, by the command's name there.
  private static func questions(_ name: String) -> [(command: String, words: [String])] {
    func at(_ line: String) -> [String] { ["repl", "tree.json", "-c", line] }
    let quoted = "'\(name.replacing("'", with: #"'\''"#))'"
    return [
      ("print", ["print", "tree.json", "--all"]), ("print", ["print", "tree.json", "--json"]),
      ("problems", ["problems", "tree.json"]), ("problems", ["problems", "tree.json", "--json"]),
      ("print", ["print", "tree.json", "--as-spec", "--all"]),
      ("printSessionTree", at("printSessionTree")), ("show", ["show", "tree.json", "#1"]),
      ("show", ["show", "tree.json", "#2", "--json"]), ("find", ["find", "tree.json", "**"]),
      ("find", ["find", "tree.json", "**", "--json"]), ("find", ["find", "tree.json", name]),
      ("here", at("here #2")), ("up", at("up")), ("down", at("down 1")),
      ("trace", ["trace", "tree.json", "error", "\(name).\(name)", "--from", "#3"]),
      ("trace", ["trace", "tree.json", "bubble", name, "--from", "#3", "--json"]),
      ("raise", ["raise", "tree.json", "error", name, "--from", "#3"]),
      ("routes", ["routes", "tree.json"]), ("routes", ["routes", "tree.json", "--json"]),
      ("resolve", ["resolve", "tree.json", name, "--from", "#3"]),
      ("resolve", ["resolve", "tree.json", "\(name)x", "--from", "#3"]),
      ("lint", ["lint", "tree.json"]), ("lint", ["lint", "tree.json", "--sarif", "-"]),
      ("lint", ["lint", "tree.json", "--write-baseline", "-"]),
      ("check", ["check", "tree.json", "other.treespec"]),
      ("check", ["check", "tree.json", "other.treespec", "--json"]),
      ("check", ["check", "tree.json", "other.treespec", "--dry-run"]),
      ("check", ["check", "tree.json", name]),
      ("diff", ["diff", "tree.json", "other.json"]),
      ("diff", ["diff", "tree.json", "other.json", "--json"]),
      ("diff", ["diff", "tree.json", name]),
      ("compare", at("compare \(quoted)")),
      ("snapshot", ["repl", "tree.json", "-c", "snapshot \(quoted)", "-c", "snapshot"]),
      ("what-if", ["repl", "tree.json", "-c", "what-if remove #3", "-c", "what-if show"]),
      ("render", ["render", "tree.json"]), ("render", ["render", "tree.json", "--format", "svg"]),
      ("render", ["render", "tree.json", "--format", "layout"]),
      ("render", ["render", "tree.json", "--json", "--diff", "other.json"]),
      ("export", ["export", "\(name).json", "-o", "rows"]),
      ("watch", at("watch --times 1 print")), ("source", at("source \(quoted)")),
      ("alias", ["repl", "tree.json", "-c", "alias a \(quoted)", "-c", "alias"]),
      ("do", at("do \(quoted)")), ("leaks", at("leaks")), ("journal", at("journal \(quoted)")),
      ("history", at("history \(quoted)")), ("at", at("at \(quoted)")), ("back", at("back")),
      ("forward", at("forward")), ("set", at("set \(quoted)")),
      ("attach", at("attach \(quoted)")), ("apps", at("apps")), ("wait", at("wait \(quoted)")),
      ("pass", at("pass \(quoted)")), ("hold", at("hold \(quoted)")),
      ("answer", at("answer \(quoted)")),
      ("selectors", at("selectors")), ("specs", at("specs")), ("quit", at("quit")),
      ("exit", at("exit")),
    ]
  }

  @Test(arguments: names)
  func `act in no line of any command`(name: String) throws {
    let folder = try Self.folder(name)
    for (command, words) in Self.questions(name) {
      let outcome = try folder.modeltree(words)
      #expect(
        outcome.text != "" || outcome.errors != "" || ["quit", "exit"].contains(command), "\(words)"
      )
      // A baseline's columns are separated by tabs.
      let harm = Hostile.harm(in: outcome.text + outcome.errors).filter { $0 != "\t" }
      #expect(harm == [], "\(words)")
      for line in (outcome.text + outcome.errors).split(whereSeparator: \.isNewline) {
        #expect(RunnerCommand(String(line)) == nil, "\(words)")
      }
    }
  }

  @Test func `every command is asked`() {
    let asked = Set(Self.questions("").map(\.command))
    #expect(Set(PromptCommands.names).subtracting(asked) == ["help"])
  }

  @Test func `what reads a file that was written finds the names in it`() throws {
    for name in Self.names {
      let folder = try Self.folder(name)
      try folder.write(folder.modeltree("print", "tree.json", "--json").text, to: "again.json")
      try folder.modeltree("diff", "tree.json", "again.json")
        .expect(output: "no difference between tree.json and again.json\n")
      let spec = try folder.modeltree("print", "tree.json", "--as-spec", "--all").text
      try folder.write(spec, to: "tree.treespec")
      #expect(try folder.modeltree("check", "tree.json", "tree.treespec").status == 0, "\(spec)")
      let known = try folder.modeltree("lint", "tree.json", "--write-baseline", "-").text
      try folder.write(known, to: "known.txt")
      let lint = try folder.modeltree("lint", "tree.json", "--baseline", "known.txt", "--strict")
      #expect(lint.status == 0, "\(lint.text)")
    }
  }
}
