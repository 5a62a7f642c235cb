import Testing

@testable import TextIO

/// How a line of the REPL is split into words.
@Suite struct `Shell words` {
  @Test(arguments: [
    ("", []), ("  \t ", []), ("print", ["print"]), ("  a \t b  ", ["a", "b"]),
    ("'a b' c", ["a b", "c"]), (#""a b" c"#, ["a b", "c"]), ("a'b c'd", ["ab cd"]),
    (#"a"b c"'d e'f"#, ["ab cd ef"]), ("''", [""]), (#"a "" b"#, ["a", "", "b"]),
    (#"a\ b"#, ["a b"]), (#"\'a\""#, [#"'a""#]), (#"\\"#, [#"\"#]), (#"\n"#, ["n"]),
    (#"'a\b'"#, [#"a\b"#]), (#"'a"b'"#, [#"a"b"#]), (#""a'b""#, ["a'b"]),
    (#""a\"b\\c""#, [#"a"b\c"#]), (#""a\/b\u{1b}""#, [#"a\/b\u{1b}"#]),
    ("#12", ["#12"]), ("a#b # c", ["a#b"]), ("a;b|c", ["a;b|c"]),
    ("日本 'é ü'", ["日本", "é ü"]), ("[handles=error 'x y']", ["[handles=error", "x y]"]),
  ])
  func `words are split as a shell does it`(line: String, words: [String]) throws {
    #expect(try ShellWords.split(line) == words)
  }

  @Test(arguments: [
    ("'", "a quote ' is not closed"), ("a 'b c", "a quote ' is not closed"),
    (#"""#, #"a quote " is not closed"#), (#"a "b\""#, #"a quote " is not closed"#),
    (#"a "b'"#, #"a quote " is not closed"#), (#"a\"#, "the line ends in a backslash"),
    (#"\"#, "the line ends in a backslash"), (#""a\"#, "the line ends in a backslash"),
  ])
  func `a line that is not finished is refused`(line: String, message: String) {
    let error = #expect(throws: ShellWords.Unfinished.self) { try ShellWords.split(line) }
    #expect(error?.description == message)
  }

  struct Unfinished: Sendable {
    var line: String
    var words: [ShellWords.Word]

    init(_ line: String, _ words: (String, Int)...) {
      self.line = line
      self.words = words.map { ShellWords.Word(text: $0.0, start: $0.1) }
    }
  }

  @Test(arguments: [
    Unfinished("", ("", 0)), Unfinished("pri", ("pri", 0)),
    Unfinished("print ", ("print", 0), ("", 6)), Unfinished("print  Ma", ("print", 0), ("Ma", 7)),
    Unfinished("print 'Ma", ("print", 0), ("Ma", 6)),
    Unfinished("print 'a b", ("print", 0), ("a b", 6)),
    Unfinished("print 'a ", ("print", 0), ("a ", 6)),
    Unfinished(#"print a\ "#, ("print", 0), ("a ", 6)),
    Unfinished(#"print a\"#, ("print", 0), ("a", 6)),
    Unfinished("print 'a' ", ("print", 0), ("a", 6), ("", 10)),
    Unfinished("é日 x", ("é日", 0), ("x", 6)), Unfinished("print ''", ("print", 0), ("", 6)),
  ])
  func `for completion the last word may be unfinished or empty`(line: Unfinished) {
    #expect(ShellWords.splitForCompletion(line.line) == line.words)
  }

  @Test(arguments: [
    ("Main", "Main"), ("/App/Cell[2]", "/App/Cell[2]"), ("a b", "'a b'"), ("", "''"),
    ("#12", "#12"), ("it's", #"'it'\''s'"#), (#"a\b"#, #"'a\b'"#), ("**", "'**'"),
  ])
  func `a word is quoted where it must be`(word: String, quoted: String) throws {
    #expect(ShellWords.quote(word) == quoted)
    #expect(try ShellWords.split("a \(quoted) b") == ["a", word, "b"])
  }

  @Test(arguments: ["'", "\"", "\\", " ", "''", "a'\"\\ b", "\t", "é'日", "#", "'#'", "$x;&|<>()"])
  func `what was quoted splits into the word again`(word: String) throws {
    #expect(try ShellWords.split(ShellWords.quote(word)) == [word])
  }

  @Test(arguments: [("a \u{301}b", ["a", "\u{301}b"]), ("'\u{301} b'", ["\u{301} b"])])
  func `a mark keeps its meaning before a combining character`(line: String, words: [String]) {
    let found = try? ShellWords.split(line)
    #expect(found == words)
  }
}
