import ChatModels
import Foundation
import SampleApps
import SampleTesting
import Testing
import TreeObjects

@testable import Chat

/// The inspector inside the running app.
@Suite struct `Inspection of the app` {
  private func inspect(_ scenario: String, _ commands: String...) throws -> SampleProcess {
    try chatProcess(["--script", scenario, "--inspect"] + commands.flatMap { ["-c", $0] })
  }

  @Test func `trace names the controller as the one that shows an error`() throws {
    let chat = try inspect(
      "choices", "trace error DataSourceError.offline --from MemoryDataSource",
      "trace error DataSourceError.cannotSave --from 'MessageView[4]'")
    #expect(chat.status == 0)
    #expect(chat.output.contains("\nhandled by ChatController after 1 hop\n"))
    #expect(chat.output.hasSuffix("\nhandled by ChatController after 2 hops\n"))
  }

  @Test(arguments: [("offline", "! not sent: a test"), ("cannotSave", "! not saved: a test")])
  func `an error that is raised is shown by the controller`(code: String, text: String) throws {
    let chat = try inspect(
      "conversation", "raise error DataSourceError.\(code) --from MemoryDataSource")
    #expect(chat.status == 0)
    #expect(
      chat.output.hasSuffix("\n+ /ChatController/NoticeView added, with 1 model below it\n"))
    #expect(chat.lastFrame.last == text)
  }

  @Test func `a change that is raised makes the controller draw what is there`() throws {
    let quiet = try inspect("conversation", "print")
    let chat = try inspect(
      "conversation", "raise event ChatDataSource.didChange --from MemoryDataSource")
    #expect(chat.output.contains("\ndelivered to 1 model\n"))
    #expect(chat.lastFrame == quiet.lastFrame)
    #expect(
      chat.errors.components(separatedBy: "┌ Chat").count
        == quiet.errors.components(separatedBy: "┌ Chat").count + 1)
  }

  @Test func `a long press that is raised offers what goes with the last message`() throws {
    let chat = try inspect(
      "failed", "raise bubble MessageView.longPress --from 'MessageView[4]'")
    #expect(chat.output.contains("\nhandled by ChatController after 2 hops\n"))
    #expect(
      chat.output.contains("\n+ /ChatController/ActionSheetView added, with 1 model below it\n"))
    #expect(chat.output.contains("\n    registered for bubble ActionSheetView.choose\n"))
    #expect(chat.lastFrame.last == "message 4: [retry] [copy] [delete] [close]")
  }

  @Test func `a tap that is raised on a failed message sends it again`() throws {
    let chat = try inspect(
      "failed", "raise bubble MessageView.tap --from 'MessageView[4]'", "wait 1", "print")
    #expect(chat.output.contains("\n~ /ChatController/MemoryDataSource: unanswered 0 → 1\n"))
    #expect(chat.output.contains("MessageView \"4\"\n   │      └─OwnMessageViewModel\n"))
    #expect(
      chat.lastFrame == [
        "1  Ben: Are you coming?", "2  me: Yes, at eight  ✓", "3  Ben: Which door is it?",
        "4  me: At the door  ✓", "› send TEXT",
      ])
  }

  @Test(arguments: [
    ("conversation", "ComposerView.send", "! there is nothing to send; write something first"),
    ("choices", "ActionSheetView.choose", "› send TEXT"),
    ("choices", "ActionSheetView.close", "› send TEXT"),
    ("sending", "DetailsView.close", "› send TEXT"),
  ])
  func `a bubble that is raised does what a user would have done`(
    scenario: String, bubble: String, line: String
  ) throws {
    let raiser = bubble.components(separatedBy: ".")[0]
    let chat = try inspect(scenario, "raise bubble \(bubble) --from \(raiser)")
    #expect(chat.status == 0)
    #expect(chat.output.contains("\nhandled by ChatController after 1 hop\n"))
    #expect(chat.lastFrame.last == line)
  }

  @Test func `the user's own commands are there at the prompt`() throws {
    let chat = try inspect("conversation", "do", "do tap 2", "find DetailsView")
    #expect(chat.output.hasPrefix("  send TEXT"))
    #expect(chat.output.hasSuffix("  /ChatController/DetailsView\n"))
    let wrong = try inspect("conversation", "do tap 9")
    #expect(wrong.status == 2)
    #expect(wrong.errors.hasSuffix("Chat: there is no message 9\n"))
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `the rules of lint find nothing`(scenario: String) throws {
    #expect(try inspect(scenario, "lint").output.hasPrefix("nothing found: "))
  }
}

/// What the app says of itself.
@MainActor
@Suite struct `Adoption of the protocol` {
  @Test func `who cannot be touched now is not heard now`() async throws {
    let chat = try TestChat()
    func heard() -> Set<String> {
      Set(chat.controller.inspectedSubscriptions.map { "\($0.domain).\($0.code ?? "*")" })
    }
    let always: Set = [
      "DataSourceError.*", "ChatDataSource.didChange", "ComposerView.send",
    ]
    #expect(heard() == always)
    try await chat.perform("send Hello")
    let withCell = always.union(["MessageView.tap", "MessageView.longPress"])
    #expect(heard() == withCell)
    try await chat.perform("hold 1")
    #expect(heard() == withCell.union(["ActionSheetView.choose", "ActionSheetView.close"]))
    try await chat.perform("close", "tap 1")
    #expect(heard() == withCell.union(["DetailsView.close"]))
  }

  @Test func `only a file can fail at saving`() throws {
    let folder = try TemporaryFolder()
    for (chat, codes) in [
      (try TestChat(), ["offline", "didChange"]),
      (try TestChat(file: folder.path("c")), ["offline", "cannotSave", "didChange"]),
    ] {
      #expect(chat.app.dataSource.inspectedRaises.map(\.code) == codes)
    }
  }

  @Test func `the inspection takes twelve lines a type at most, and sixty in all`() throws {
    let folder = samplesFolder.appending(path: "Chat")
    let words = ["Inspect", "inspect", "TestMessage", "TreeObjects"]
    var lines: [String] = []
    for case let file as String in try #require(
      FileManager.default.enumerator(atPath: folder.path()))
    where file.hasSuffix(".swift") && file != "App/ChatCommand.swift"
      && file != "App/Reporting.swift"
    {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      if file == "App/Inspection.swift" {
        lines = text.components(separatedBy: "\n").filter { !$0.isEmpty }
      } else {
        #expect(!words.contains { text.contains($0) }, "\(file) knows of an inspector")
      }
    }
    #expect(lines.count <= 60)
    let parts = lines.filter { !$0.hasPrefix("  //") }.split(separator: "}")
    let counts = parts.map { part in
      // From the extension's first line to its closing brace.
      part.count - (part.firstIndex { $0.hasPrefix("extension") } ?? 0) + part.startIndex + 1
    }
    #expect(counts == [12, 12, 10])
  }
}
