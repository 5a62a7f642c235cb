import TestSupport
import Testing
import TextIO
import TreeSnapshot

/// What is printed can be typed, and means what it was printed for.
@Suite struct `Names as they are typed` {
  /// Codes below zero are how Apple's domains name their errors.
  private static let negative = ExamMaster.dump(nodes: [
    #"{"id": 1, "type": "App", "session": true, "handles": [{"kind": "error", "domain": "NSURLErrorDomain", "code": "-1009"}]}"#,
    #"{"id": 2, "parent": 1, "type": "Feed", "raises": [{"kind": "error", "domain": "NSURLErrorDomain", "code": "-1009"}]}"#,
  ])

  @Test(arguments: [
    ["trace", "tree.json", "error", "-1009", "--from", "Feed"],
    ["raise", "tree.json", "error", "-1009", "--from", "Feed"],
    ["repl", "tree.json", "-c", "trace error -1009 --from Feed"],
    ["repl", "tree.json", "-c", "trace error '-1009' --from Feed"],
    ["routes", "tree.json", "--message", "error", "-1009"],
    ["render", "tree.json", "--trace", "error", "-1009", "--from", "Feed", "--format", "dot"],
    ["repl", "tree.json", "-c", "what-if unregister error -1009 at App"],
  ])
  func `a code may begin with a hyphen`(words: [String]) throws {
    let answer = try TestFolder(dump: Self.negative).modeltree(words)
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(answer.text.contains("App"))
  }

  private static let dotted = ExamMaster.dump(nodes: [
    #"{"id": 1, "type": "App", "session": true, "handles": [{"kind": "error", "domain": "A.B", "code": "c"}]}"#,
    #"{"id": 2, "parent": 1, "type": "X", "handles": [{"kind": "error", "domain": "A", "code": "B.c"}]}"#,
    #"{"id": 3, "parent": 2, "type": "Y", "handles": [{"kind": "error", "domain": "C", "code": "B.c"}]}"#,
  ])

  @Test(arguments: [
    ("A.B.c", "handled by App after 1 hop\n"), (#"A.B\.c"#, "handled by X itself\n"),
    (#"C.B\.c"#, "uncaught: no model up to the root"),
    ("C.B.c", "uncaught: no model up to the root"),
  ])
  func `a dot of a code is escaped where two messages have one name`(
    name: String, outcome: String
  ) throws {
    let answer = try TestFolder(dump: Self.dotted)
      .modeltree("trace", "tree.json", "error", name, "--from", "X")
    #expect(answer.text.contains("\n" + outcome), "\(answer.text)")
    let note = #"modeltree: note: this is 'c' of A.B; there is also error 'A.B\.c'"# + "\n"
    #expect(answer.errors == (name == "A.B.c" ? note : ""))
  }

  @Test func `what could be several messages is listed as it can be typed`() throws {
    try TestFolder(dump: Self.dotted)
      .modeltree("trace", "tree.json", "error", "B.c", "--from", "X").expectRefusal(
        #"'B.c' could be 2 errors: A.B\.c, C.B\.c; write one of these"#)
  }

  /// Each tree has messages that nobody handles, of names that a shell, a prompt or the commands could take for
  /// something else.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `each command that problems prints runs`(seed: UInt64) throws {
    // What is shown escaped is another text, and two dots are no name.
    let shown = RandomTree.hostileNames.filter { SafeText($0).string == $0 && !$0.contains("..") }
    let names = shown + ["-1", "-x", "--x", "--x.y", "-", "x.y", "a\\.b"]
    let folder = try TestFolder(
      dump: String(
        decoding: try RandomTree(full: 4...8, names: names).snapshot(seed: seed).dump(),
        as: UTF8.self))
    let problems = try folder.modeltree("repl", "tree.json", "-c", "problems")
    let commands = problems.text.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /\s*next: (.*)/).map { String($0.1) }
    }
    #expect(!commands.isEmpty)
    for command in commands {
      let answer = try folder.modeltree("repl", "tree.json", "-c", command)
      #expect(answer.status < 2, "\(command)\n\(answer.errors)")
    }
  }
}
