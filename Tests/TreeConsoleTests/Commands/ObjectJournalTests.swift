import Foundation
import TestSupport
import Testing

/// The journals of sample apps without models: their objects report the messages between them.
@Suite struct `A journal of objects` {
  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../samples/journals").standardized.path()

  /// A folder with the journal of a chat whose objects can't be read.
  private func folder() throws -> TestFolder {
    let folder = try TestFolder()
    let text = try String(contentsOfFile: "\(Self.folder)/chat-failed.journal", encoding: .utf8)
    let records = text.split(separator: "\n").filter { !$0.contains(#""what": "checkpoint""#) }
    try folder.write(records.joined(separator: "\n") + "\n", to: "chat.journal")
    return folder
  }

  private func modeltree(
    _ words: String..., spec lines: String = "never uncaught"
  ) throws -> (text: String, errors: String, status: Int32) {
    let folder = try folder()
    try folder.write("tree-spec 1\n\(lines)\n", to: "past.treespec")
    let outcome = try folder.modeltree([words[0], "chat.journal"] + words.dropFirst())
    return (outcome.text, outcome.errors, outcome.status)
  }

  private static let noTree =
    "modeltree: a journal doesn't follow the tree of objects that aren't models; 'journal' and "
    + "'history' show what they reported\n"

  @Test(arguments: ["chat-failed", "cars-unsaved", "profile-failed"])
  func `of a sample shows its tree`(name: String) throws {
    let tree = try TestFolder().modeltree("print", "\(Self.folder)/\(name).journal")
    #expect(tree.status == 0)
    #expect(tree.text.hasPrefix("──"))
    #expect(tree.text.split(separator: "\n").count > 5)
  }

  /// A journal with the tree of its objects, which was read before record 1 and after record 3.
  private static let withTree = """
    {"format": "model-tree-journal", "version": 1, "app": "Desk", "pid": 7, "started": \
    "2026-11-20T12:03:04.000000Z", "texts": "all", "dropped": 0}
    {"seq": 0, "what": "checkpoint", "nodes": [{"id": 1, "type": "Desk", "handles": [{"kind": "error", \
    "domain": "Errors", "code": "full"}], "asOf": 0}, {"id": 2, "parent": 1, "type": "Shelf", "asOf": 0}]}
    {"seq": 1, "time": "2026-11-20T12:03:04.100000Z", "what": "raised", "node": 2, "message": {"kind": \
    "error", "domain": "Errors", "code": "full"}, "type": "Shelf"}
    {"seq": 2, "time": "2026-11-20T12:03:04.100000Z", "what": "handled", "node": 2, "raise": 1, "message": \
    {"kind": "error", "domain": "Errors", "code": "full"}, "handler": 1, "handlerType": "Desk", "hops": 1}
    {"seq": 3, "time": "2026-11-20T12:03:05.100000Z", "what": "performed", "words": ["add"]}
    {"seq": 3, "what": "checkpoint", "nodes": [{"id": 1, "type": "Desk", "handles": [{"kind": "error", \
    "domain": "Errors", "code": "full"}], "asOf": 3}, {"id": 2, "parent": 1, "type": "Shelf", "asOf": 3}, \
    {"id": 3, "parent": 1, "type": "Box", "asOf": 3}]}
    {"seq": 4, "time": "2026-11-20T12:03:06.100000Z", "what": "raised", "node": 3, "message": {"kind": \
    "bubble", "domain": "Box", "code": "open"}, "type": "Box"}
    {"seq": 5, "time": "2026-11-20T12:03:06.100000Z", "what": "unhandled", "node": 3, "raise": 4, \
    "message": {"kind": "bubble", "domain": "Box", "code": "open"}}

    """

  private func aged(_ record: Int) -> String {
    "modeltree: note: objects that aren't models are shown as they were at record \(record), when "
      + "they were last read\n"
  }

  @Test func `shows a tree that it keeps, and says how old it is`() throws {
    let folder = try TestFolder()
    try folder.write(Self.withTree, to: "desk.journal")
    let first = "──Desk\n   └─Shelf\n"
    let last = "──Desk\n   ├─Shelf\n   └─Box\n"
    func print(_ words: String...) throws -> Outcome {
      try folder.modeltree(["print", "desk.journal"] + words)
    }
    try print("--at", "0").expect(output: first)
    try print("--at", "2").expect(output: first, errors: aged(0))
    try print("--at", "3").expect(output: last)
    try print("--at", "4").expect(output: last, errors: aged(3))
    try print().expect(output: last, errors: aged(3))
    #expect(try print("--json").text.contains(#""type": "Box", "asOf": 3"#))
    let problems = try folder.modeltree("problems", "desk.journal")
    #expect(problems.status == 1)
    #expect(problems.text.contains("Box.open"))
    #expect(!problems.text.contains("left the tree"))
  }

  @Test func `with a tree fails a line that needs it at each record`() throws {
    let folder = try TestFolder()
    try folder.write(Self.withTree, to: "desk.journal")
    func check(_ line: String) throws -> Outcome {
      try folder.write("tree-spec 1\n\(line)\n", to: "past.treespec")
      return try folder.modeltree("check", "desk.journal", "past.treespec")
    }
    #expect(try check("never uncaught").status == 0)
    let failing = try check("error Errors.full from Desk/* => Desk within 1 s")
    #expect(failing.status == 1)
    #expect(failing.text.contains("doesn't follow the tree of objects that aren't models"))
  }

  @Test(arguments: [true, false])
  func `does not say that nothing leaked`(withTree: Bool) throws {
    let folder = try folder()
    try folder.write(Self.withTree, to: "desk.journal")
    try folder.modeltree("leaks", withTree ? "desk.journal" : "chat.journal").expectRefusal(
      """
      a journal does not say which models left the tree and are still alive; ask a running app, \
      @NAME, or at the prompt inside it
      """)
  }

  @Test func `leaves out a checkpoint that is damaged, and says so`() throws {
    let folder = try TestFolder()
    let text = Self.withTree.replacing(#""id": 3, "parent": 1"#, with: #""id": 3, "parent": 9"#)
    try folder.write(text, to: "desk.journal")
    let tree = try folder.modeltree("print", "desk.journal")
    #expect(tree.text == "──Desk\n   └─Shelf\n")
    #expect(tree.errors.contains("it is left out\n"))
    #expect(tree.errors.hasSuffix(aged(0)))
  }

  @Test func `is read by the commands that ask for no tree`() throws {
    let story = try modeltree("journal", "ChatController", "--message", "offline")
    #expect(story.status == 0)
    #expect(story.text.contains("error DataSourceError.offline, raised by MemoryDataSource #"))
    #expect(story.text.contains(": ChatController #"))
    let life = try modeltree("history", "ComposerView")
    #expect(life.text.contains(" raises bubble ComposerView.send\n"))
    let folder = try folder()
    try folder.modeltree("export", "chat.journal", "-o", "chat.otlp.json").expect()
    #expect(try folder.text(of: "chat.otlp.json").contains("\"modeltree.hops\""))
  }

  @Test(arguments: [
    ["print"], ["print", "--at", "3"], ["find", "**"], ["lint"], ["routes"], ["render"],
    ["trace", "error", "offline", "--from", "MemoryDataSource", "--at", "5"],
    ["diff", "--at", "3", "--to", "5"],
  ])
  func `has no tree, which is said with what works instead`(words: [String]) throws {
    let outcome = try folder().modeltree([words[0], "chat.journal"] + words.dropFirst())
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors == Self.noTree)
  }

  @Test func `says so at a prompt, which goes on`() throws {
    let outcome = try folder().modeltree("repl", "chat.journal", input: "journal --json\n")
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "\n").count == 18)
  }

  @Test func `is held to what never happens, also up to a moment`() throws {
    #expect(try modeltree("check", "past.treespec").status == 0)
    #expect(try modeltree("check", "past.treespec", "--at", "5").status == 0)
    let late = try modeltree(
      "check", "past.treespec", spec: "error offline => ChatController within 0 ms")
    #expect(late.status == 1)
    #expect(late.text.contains("    took "))
  }

  @Test func `refuses a line that asks for a tree`() throws {
    let answer = try modeltree("check", "past.treespec", spec: "never uncaught\nnot View")
    #expect(answer.status == 2)
    #expect(
      answer.errors == """
        past.treespec:3:1: this line needs a tree, and the journal has none: its objects aren't models
          not View
          ^^^^^^^^
        modeltree: see 'modeltree help specs'

        """)
    let shape = try modeltree("check", "past.treespec", spec: "ChatController")
    #expect(shape.status == 2)
    #expect(shape.errors.contains("past.treespec:2:1: this line needs a tree"))
  }

  @Test func `is exported with its records, and is no failure`() throws {
    let folder = try folder()
    try folder.modeltree("export", "chat.journal", "-o", "rows").expect()
    #expect(
      try folder.text(of: "rows/dumps.ndjson").hasSuffix(
        #"chat.journal","records":18}"# + "\n"))
  }
}
