import Testing
import TextIO
import TreeSnapshot

@Suite struct `SARIF text` {
  @Test(arguments: [
    ("plain", "plain"), ("Cell[2] (x)", "Cell[2] (x)"), ("{0}", "{{0}}"),
    ("[click](https://evil)", #"[click\](https://evil)"#), ("a\u{1b}\nb", #"a\u{{1b}}\u{{a}}b"#),
  ])
  func `no name makes itself a placeholder, a link or a line`(name: String, text: String) {
    #expect(SARIFText.message(SafeText(name)) == text)
  }

  @Test(arguments: [
    ("Flow.swift", "Flow.swift"), ("/a b/c.swift", "file:///a%20b/c.swift"),
    ("http://x/y.swift", "http%3A//x/y.swift"), ("é\n#?.swift", "%C3%A9%0A%23%3F.swift"),
  ])
  func `a file's name is a reference to a file and to nothing else`(file: String, uri: String) {
    #expect(SARIFText.uri(of: file) == uri)
  }

  @Test(arguments: [
    "", "Flow.swift", ":3", "Flow.swift:", "Flow.swift:0", "Flow.swift:-1", "Flow.swift:x",
    "Flow.swift:99999999999", "Flow.swift:3in Flow.init", "Flow.swift:3 on", "in Flow.init",
  ])
  func `what is no file and line is no physical place`(source: String) {
    #expect(SARIFText.fileAndLine(source) == nil)
  }

  @Test(arguments: ["a/Flow.swift:3", "a/Flow.swift:3 in Flow.init"])
  func `a line is one in an initializer too`(source: String) throws {
    let place = try #require(SARIFText.fileAndLine(source))
    #expect(place.file == "a/Flow.swift")
    #expect(place.line == 3)
  }
}
