import TestSupport
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

  @Test(
    arguments: RandomTree.joinedHostileNames + [
      "#", "~", "$'", "$'a'", "\\'", "-", "'\n", "\u{1b}'\\",
    ])
  func `any word is read back as it was, alone and among others, and the line shows as it is`(
    word: String
  ) throws {
    let quoted = ShellWords.quote(word)
    #expect(try ShellWords.split(quoted).map { Array($0.utf8) } == [Array(word.utf8)])
    let words = try ShellWords.split("do \(quoted) \(quoted) # \(quoted)")
    #expect(words.map { Array($0.utf8) } == ["do", word, word].map { Array($0.utf8) })
    #expect(SafeText(quoted).string == quoted)
  }

  @Test func `a real shell reads the same words`() throws {
    guard let bash = Tool("bash") else { return }
    // No word of a shell has a NUL in it, and one that begins with '#' begins a comment there.
    let words = RandomTree.joinedHostileNames.filter {
      !$0.unicodeScalars.contains("\0") && !$0.hasPrefix("#")
    }
    let line =
      "LC_ALL=C.UTF-8\nprintf '%s\\0' " + words.map(ShellWords.quote).joined(separator: " ")
    let outcome = try bash.run([], input: Array(line.utf8))
    let read = outcome.output.split(separator: 0, omittingEmptySubsequences: false)
    #expect(read.count == words.count + 1)
    for (word, bytes) in zip(words, read) { #expect(Array(word.utf8) == Array(bytes)) }
  }

  @Test(arguments: [
    (#"$'a\nb'"#, "a\nb"), (#"$'\t\r'"#, "\t\r"), (#"$'\u301x'"#, "\u{301}x"), (#"x$'\''y"#, "x'y"),
    (#"$'\U0001F600'"#, "😀"), (#"$'\ud800'"#, "ud800"), ("\"$'a'\"", "$'a'"), ("a$'", nil),
    (#"$'a\'"#, nil),
  ])
  func `characters are written by their numbers`(line: String, word: String?) {
    #expect((try? ShellWords.split(line)) == word.map { [$0] })
  }

  @Test(arguments: [("a \u{301}b", ["a", "\u{301}b"]), ("'\u{301} b'", ["\u{301} b"])])
  func `a mark keeps its meaning before a combining character`(line: String, words: [String]) {
    let found = try? ShellWords.split(line)
    #expect(found == words)
  }
}
