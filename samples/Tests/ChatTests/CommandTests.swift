import Foundation
import SampleTesting
import Testing

/// The app in a terminal, and where there is none.
@Suite struct `The command line` {
  @Test func `a scenario prints what is done and what comes of it`() throws {
    let chat = try chatProcess(["--script", "failed"])
    #expect(chat.status == 0)
    #expect(chat.errors == "")
    let before = [
      "┌ Chat", "│ 1  Ben: Are you coming?", "│ 2  me: Yes, at eight  ✓",
      "│ 3  Ben: Which door is it?",
    ]
    let failed = "│ 4  me: At the door  ✗ not sent; tap 4 to try again"
    let tail =
      ["> fail", "> send At the door"] + before + ["│ 4  me: At the door  …", "│ › send TEXT"]
      + before + [failed, "│ › send TEXT"] + before
      + [failed, "│ › send TEXT", "│ ! not sent: there is no connection", ""]
    #expect(Array(chat.lines.suffix(tail.count)) == tail)
  }

  @Test func `what is typed into a pipe is done, and a file keeps it`() throws {
    let folder = try TemporaryFolder()
    let file = ["--file", folder.path("chat.jsonl")]
    let first = try chatProcess(
      file, typed: "receive Hello\n\n  tap   1 \nfail\nsend Hi there\nquit\ndance\n")
    #expect(first.status == 0)
    #expect(first.errors == "")
    let second = try chatProcess(file + ["--inspect", "-c", "print"])
    #expect(second.output.hasPrefix("──ChatController\n   ├─FileDataSource\n"))
    #expect(
      second.lastFrame == [
        "1  Ben: Hello", "   “Hello”", "2  me: Hi there  ✗ not sent; tap 2 to try again",
        "› send TEXT",
      ])
  }

  @Test func `what is on its way when input ends gets its answer`() throws {
    let chat = try chatProcess([], typed: "pause\nsend Hello")
    #expect(chat.status == 0)
    #expect(chat.lines.suffix(3) == ["│ 1  me: Hello  ✓", "│ › send TEXT", ""])
  }

  @Test func `a script can be a file`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("# a walk\nsend Hello\nhold 1\nquit\ndance\n", to: "walk.txt")
    let chat = try chatProcess(["--script", file])
    #expect(chat.status == 0)
    #expect(chat.lines.filter { $0.hasPrefix(">") } == ["> send Hello", "> hold 1"])
  }

  @Test func `the app begins and ends where nothing can be typed`() throws {
    let chat = try chatProcess([], typed: nil)
    #expect(chat.status == 0)
    #expect(chat.errors == "")
    #expect(chat.lines == ["┌ Chat", "│ no messages yet", "│ › send TEXT", ""])
  }

  @Test func `what others write cannot act on the terminal`() throws {
    let chat = try chatProcess([], typed: "receive \u{1b}[31mred\n")
    #expect(chat.lines.contains("│ 1  Ben: \\u{1b}[31mred"))
    #expect(!chat.output.contains("\u{1b}"))
  }

  @Test(arguments: [
    ([], "dance\n", "there is no 'dance' to do; there are send, receive, tap, hold, copy, "),
    ([], "da\u{1B}nce\n", "there is no 'da\\u{1b}nce' to do; "),
    ([], "send\n", "write a text: send Hello\n"),
    ([], "tap\n", "give the number of a message: tap 2\n"),
    ([], "tap 99999999999999999999\n", "give the number of a message: tap 2\n"),
    ([], "hold 1\n", "there are no messages yet\n"),
    ([], "send Hello\nhold 2\n", "there is no message 2\n"),
    ([], "copy\n", "there is nothing to choose from; hold a message first: hold 2\n"),
    ([], "fail twice\n", "'fail' stands alone; 'twice' is too much\n"),
    (
      ["--script", "nope"], "", "there is no scenario 'nope', and no text file; the scenarios are "
    ),
    (["-c", "print"], "", "-c needs --inspect\n"),
    (["--bogus"], "", "Unknown option '--bogus'"),
    (["--file", "/"], "", "cannot read '/': it is no file; name another\n"),
    (["--script", "reply", "--dump", "/dev/null/x.json"], "", "cannot write '/dev/null/x.json': "),
  ])
  func `what cannot be done is one line on standard error`(
    arguments: [String], typed: String, text: String
  ) throws {
    let chat = try chatProcess(arguments, typed: typed)
    #expect(chat.status == 2)
    #expect(chat.errors.hasPrefix("Chat: \(text)"), "\(chat.errors)")
    #expect(chat.errors.split(separator: "\n").count == 1)
  }

  @Test func `a broken file is named with its line, and stays as it is`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("Hello\n", to: "chat.jsonl")
    let chat = try chatProcess(["--file", file], typed: "send Hello\n")
    #expect(chat.status == 2)
    #expect(chat.output == "")
    #expect(
      chat.errors
        == "Chat: '\(file)' is broken in line 1: it is no chat; mend it, or name another file\n")
    #expect(try folder.text("chat.jsonl") == "Hello\n")
  }

  @Test func `help shows examples and scenarios`() throws {
    let chat = try chatProcess(["--help"])
    #expect(chat.status == 0)
    #expect(chat.lines.contains("  tools/sample Chat --file chat.jsonl"))
    #expect(chat.lines.contains("  failed: a message could not be sent"))
  }
}
