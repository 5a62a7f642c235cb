import Testing
import TextIO

@testable import TreePage

@Suite struct `A command that a page asks` {
  private func request(_ json: String) throws -> CommandRequest {
    try CommandRequest(json: Array(json.utf8))
  }

  @Test func `its words are read, and what is not known is passed over`() throws {
    let request = try request(
      #"{"words": ["trace", "error", "a\"b"], "at": null, "else": {"x": [1]}, "confirmed": true}"#)
    #expect(request.words == ["trace", "error", "a\"b"])
    #expect(request.moment == nil)
    #expect(request.isConfirmed)
  }

  @Test(arguments: [
    ("", "the text ends before its JSON does"),
    ("[]", "a command must be an object, not an array"),
    (#"{"words": "print"}"#, "'words' must be an array, not a string"),
    (#"{"words": [1]}"#, "an element of 'words' must be a string, not a number"),
    (#"{"words": []}"#, "give the words of a command"),
    (#"{"at": null}"#, "give the words of a command"),
    (#"{"words": ["print"], "words": ["show"]}"#, "'words' appears twice"),
    (
      #"{"words": ["print"]} x"#,
      "not JSON: expected the end of the text, found 'x'"
    ),
  ])
  func `what is none is refused with what is wrong`(json: String, words: String) {
    let error = #expect(throws: HTTPFault.self) { try request(json) }
    #expect(error?.words == words)
  }

  @Test(arguments: [
    "print", "show", "find", "trace", "routes", "resolve", "lint", "diff", "check", "render",
  ])
  func `what reads is run`(name: String) throws {
    #expect(try request(#"{"words": ["\#(name)"]}"#).refusal == nil)
  }

  @Test(arguments: [
    "source", "watch", "wait", "set", "alias", "quit", "snapshot", "here", "page", "mcp",
    "repl", "help", "--version", "",
  ])
  func `what does something else is not`(name: String) throws {
    #expect(
      try request(#"{"words": ["\#(name)"]}"#).refusal?.string
        == "a page does not run '\(name)'; run it in a terminal")
  }

  @Test(arguments: ["raise", "do"])
  func `what acts on the app is run only where a person has agreed`(name: String) throws {
    #expect(
      try request(#"{"words": ["\#(name)"]}"#).refusal?.string
        == "'\(name)' acts on the app; a person confirms it first")
    #expect(try request(#"{"words": ["\#(name)"], "confirmed": true}"#).refusal == nil)
  }

  @Test func `the actions of the app are listed at any time`() throws {
    #expect(try request(#"{"words": ["do", "--json"]}"#).refusal == nil)
    #expect(try request(#"{"words": ["do", "--json", "add"]}"#).refusal != nil)
  }

  @Test func `a moment is an option of the command`() throws {
    let request = try request(#"{"words": ["print", "--", "A"], "at": "-2s"}"#)
    #expect(request.refusal == nil)
    #expect(request.line == ["print", "--at=-2s", "--", "A"])
    #expect(try self.request(#"{"words": ["print"], "at": null}"#).line == ["print"])
  }
}
