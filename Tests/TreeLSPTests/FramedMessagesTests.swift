import Foundation
import TestSupport
import Testing
import TextIO
import TreeLSP

@Suite struct `Framed messages` {
  /// Everything that is read from a file with this text.
  private func read(_ text: String, limit: Int = 1_000) throws -> [FramedMessages.Message] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "input")
    let file = try #require(FileHandle(forReadingAtPath: folder.path(of: "input")))
    return Array(FramedMessages(descriptor: file.fileDescriptor, limit: limit))
  }

  private func bytes(_ text: String) -> FramedMessages.Message { .bytes(Array(text.utf8)) }

  @Test func `a message has as many bytes as its header says`() throws {
    let text =
      "Content-Length: 4\r\n\r\n\"ä\"" + "content-length:2\nContent-Type: x; charset=utf-8\n\n{}"
      + "\r\nContent-Length: 0\r\n\r\n"
    #expect(try read(text) == [bytes("\"ä\""), bytes("{}"), bytes("")])
  }

  @Test(arguments: [
    "Content-Type: x\r\n\r\n", "Content-Length: -5\r\n\r\n", "Content-Length: 4x\r\n\r\n",
    "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length:\r\n\r\n", "hello\n\n",
    String(repeating: "x", count: 300_000) + "\n\n",
  ])
  func `a header without a length is refused, and what follows is read`(header: String) throws {
    #expect(
      try read(header + "Content-Length: 2\r\n\r\n{}") == [
        .refused("a message begins with 'Content-Length: ' and the number of its bytes"),
        bytes("{}"),
      ])
  }

  @Test func `a message that is too long is skipped`() throws {
    let long = String(repeating: "x", count: 200_000)
    #expect(
      try read("Content-Length: 200000\r\n\r\n\(long)Content-Length: 2\r\n\r\n[]") == [
        .refused("a message has at most 1000 bytes"), bytes("[]"),
      ])
  }

  @Test(arguments: ["Content-Length: 5\r\n\r\n{}", "Content-Length: 5\r\n", "Content-Le", ""])
  func `a message that is cut off is none`(text: String) throws { #expect(try read(text) == []) }
}
