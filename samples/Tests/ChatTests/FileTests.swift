import ChatModels
import Foundation
import SampleApps
import SampleTesting
import Testing

@testable import Chat

/// What a chat's file survives.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct FileTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.path("chat.jsonl")
  }

  @Test func `a restart finds every message as it was`() async throws {
    let text = "two\nlines, “quotes” \u{1b} and 🙂"
    let first = try TestChat(file: file)
    first.app.dataSource.receive(text, from: "Ben")
    try await first.perform("tap 1", "send Hello", "fail", "send Again")
    let second = try TestChat(file: file)
    #expect(second.messages == first.messages)
    #expect(second.messages.map(\.kind) == [.other, .own, .failed])
    #expect(second.messages.first?.text == text)
    try await second.perform("tap 3")
    #expect(second.messages.last?.delivery == .sent)
  }

  @Test func `a number is not given again after a restart`() async throws {
    try await TestChat(file: file).perform("send One", "send Two", "hold 2", "delete")
    let second = try TestChat(file: file)
    try await second.perform("send Three")
    #expect(second.messages.map(\.id) == [1, 3])
  }

  @Test func `what was on its way when the app ended can be sent again`() async throws {
    let first = try TestChat(file: file)
    try await first.perform("pause", "send Hello")
    let second = try TestChat(file: file)
    #expect(second.messages.map(\.kind) == [.failed])
    first.courier.resume()
  }

  @Test(
    arguments: [
      ("", "line 1: it is no chat"), ("{", "line 1: it is no chat"),
      ("{\"format\":\"tree\",\"version\":1}\n", "line 1: it is no chat"),
      ("{\"format\":\"chat\",\"version\":2}\n", "line 1: it was written by a newer Chat"),
      ("{\"format\":\"chat\",\"version\":1}\n", "line 1: it does not say how many"),
      (header(next: 2, count: 1) + "{\"id\":1,", "line 2: it is no message"),
      (header(next: 2, count: 1) + message(1) + "\u{0}", "line 3: it is no message"),
      (header(next: 2, count: 2) + message(1), "line 3: there are 1 messages and not 2"),
      (header(next: 3, count: 2) + message(2) + message(1), "line 3: the number 1 is out of"),
      (header(next: 3, count: 2) + message(1) + message(1), "line 3: the number 1 is out of"),
      (header(next: 2, count: 1) + message(7), "line 2: the number 7 is out of order"),
      (header(next: 2, count: 1) + message(-1), "line 2: the number -1 is out of order"),
    ])
  func `a broken file is reported with its line, and never written to`(
    text: String, reason: String
  ) throws {
    let file = try folder.write(text, to: "chat.jsonl")
    let error = #expect(throws: MessageFileError.self) { try TestChat(file: file) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(try folder.text("chat.jsonl") == text)
  }

  @Test func `what is no file is not read, and stays what it is`() throws {
    let error = #expect(throws: MessageFileError.self) { try TestChat(file: folder.url.path()) }
    #expect(error?.description.hasSuffix("it is no file; name another") == true)
    #expect(throws: MessageFileError.self) { try TestChat(file: "/dev/null") }
  }

  @Test func `a message that cannot be saved is not sent, and stays in the field`() async throws {
    let chat = try TestChat(file: folder.path("gone/chat.jsonl"))
    try await chat.perform("send Hello")
    #expect(chat.messages.isEmpty)
    #expect(chat.app.dataSource.pendingCount == 0)
    #expect(chat.shown.dropFirst().first == "› Hello")
    #expect(chat.shown.last?.hasPrefix("! not saved: cannot write '") == true)
    #expect(chat.shown.last?.hasSuffix("its folder is not there") == true)
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "gone"), withIntermediateDirectories: true)
    chat.controller.composer.report(.send)
    await chat.app.settle()
    #expect(chat.messages.map(\.delivery) == [.sent])
    #expect(try TestChat(file: folder.path("gone/chat.jsonl")).messages == chat.messages)
  }

  @Test(arguments: [["tap 1"], ["hold 1", "delete"]])
  func `a message stays as it was where the change to it cannot be saved`(
    steps: [String]
  ) async throws {
    let home = folder.url.appending(path: "home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let chat = try TestChat(file: folder.path("home/chat.jsonl"))
    try await chat.perform("fail", "send Hello")
    let messages = chat.messages
    try FileManager.default.removeItem(at: home)
    for step in steps { try await chat.perform(step) }
    #expect(chat.messages == messages)
    #expect(chat.messages.map(\.kind) == [.failed])
    #expect(chat.shown.last?.hasPrefix("! not saved: ") == true)
  }

  @Test func `what happened elsewhere is shown though it cannot be saved`() async throws {
    let chat = try TestChat(file: folder.path("gone/chat.jsonl"))
    try await chat.perform("receive Hello")
    #expect(chat.shown.first == "1  Ben: Hello")
    #expect(chat.shown.last?.hasPrefix("! not saved: ") == true)
  }

  @Test func `a file that somebody else has changed is not overwritten`() async throws {
    let chat = try TestChat(file: file)
    try await chat.perform("send One")
    try await TestChat(file: file).perform("send Two")
    let text = try folder.text("chat.jsonl")
    try await chat.perform("send Three")
    #expect(chat.shown.last?.contains("was changed by somebody else; start again") == true)
    #expect(chat.messages.map(\.text) == ["One"])
    #expect(try folder.text("chat.jsonl") == text)
  }

  @Test func `a link stays a link, and nothing else is left in the folder`() async throws {
    let link = folder.path("link.jsonl")
    try await TestChat(file: file).perform("send One")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    try await TestChat(file: link).perform("send Two")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try TestChat(file: file).messages.map(\.text) == ["One", "Two"])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path())
    #expect(files.sorted() == ["chat.jsonl", "link.jsonl"])
  }
}

private func header(next: Int, count: Int) -> String {
  "{\"format\":\"chat\",\"version\":1,\"next\":\(next),\"count\":\(count)}\n"
}

private func message(_ id: Int) -> String {
  "{\"id\":\(id),\"text\":\"Hello\",\"delivery\":\"sent\"}\n"
}
