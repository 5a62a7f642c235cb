import Foundation
import TestSupport
import Testing

/// The journals of sample apps without models: their objects report the messages between them.
@Suite struct `A journal of objects` {
  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../samples/journals").standardized.path()
  private static let chat = "\(folder)/chat-failed.journal"

  private func modeltree(
    _ words: String..., spec lines: String = "never uncaught"
  ) throws -> (text: String, errors: String, status: Int32) {
    let folder = try TestFolder()
    try folder.write("tree-spec 1\n\(lines)\n", to: "past.treespec")
    let outcome = try folder.modeltree([words[0], Self.chat] + words.dropFirst())
    return (outcome.text, outcome.errors, outcome.status)
  }

  private static let noTree =
    "modeltree: objects that aren't models keep no tree in a journal; 'journal' and 'history' "
    + "show what they reported\n"

  @Test(arguments: ["chat-failed", "cars-unsaved", "profile-failed"])
  func `is of the fewest bytes`(name: String) throws {
    let bytes = try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(name).journal"))
    #expect(bytes.count <= 16_384)
  }

  @Test func `is read by the commands that ask for no tree`() throws {
    let story = try modeltree("journal", "ChatController", "--message", "offline")
    #expect(story.status == 0)
    #expect(story.text.contains("error DataSourceError.offline, raised by MemoryDataSource #"))
    #expect(story.text.contains(": ChatController #"))
    let life = try modeltree("history", "ComposerView")
    #expect(life.text.contains(" raises bubble ComposerView.send\n"))
    let folder = try TestFolder()
    try folder.modeltree(["export", Self.chat, "-o", "chat.otlp.json"]).expect()
    #expect(try folder.text(of: "chat.otlp.json").contains("\"modeltree.hops\""))
  }

  @Test(arguments: [
    ["print"], ["print", "--at", "3"], ["find", "**"], ["lint"], ["routes"], ["render"],
    ["trace", "error", "offline", "--from", "MemoryDataSource", "--at", "5"],
    ["diff", "--at", "3", "--to", "5"],
  ])
  func `has no tree, which is said with what works instead`(words: [String]) throws {
    let outcome = try TestFolder().modeltree([words[0], Self.chat] + words.dropFirst())
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors == Self.noTree)
  }

  @Test func `says so at a prompt, which goes on`() throws {
    let outcome = try TestFolder().modeltree(["repl", Self.chat], input: "journal --json\n")
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
    let folder = try TestFolder()
    try folder.modeltree(["export", Self.chat, "-o", "rows"]).expect()
    #expect(
      try folder.text(of: "rows/dumps.ndjson").hasSuffix(
        #"chat-failed.journal","records":18}"# + "\n"))
  }
}
