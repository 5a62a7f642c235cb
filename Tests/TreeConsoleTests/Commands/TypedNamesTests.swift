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
  @Test(arguments: 0..<2 as Range<UInt64>)
  func `each command that problems prints runs`(seed: UInt64) throws {
    let folder = try TestFolder(dump: Self.hostileTree(seed))
    let problems = try folder.modeltree("repl", "tree.json", "-c", "problems")
    let commands = problems.text.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /\s*next: (.*)/).map { String($0.1) }
    }
    #expect(!commands.isEmpty)
    for command in commands {
      let answer = try folder.modeltree("repl", "tree.json", "-c", command)
      #expect(answer.status < 2, "\(command)\n\(answer.errors)")
      #expect(!answer.errors.contains("nothing in this tree"), "\(command)\n\(answer.errors)")
    }
    for line in try folder.modeltree("problems", "tree.json").text.split(separator: "\n") {
      guard let command = line.wholeMatch(of: /\s*next: modeltree (.*)/)?.1 else { continue }
      let answer = try folder.shell("$MODELTREE \(command)")
      #expect(answer.status < 2, "\(command)\n\(answer.errors)")
      #expect(!answer.errors.contains("nothing in this tree"), "\(command)\n\(answer.errors)")
    }
  }

  /// A dump with names that mean something elsewhere.
  private static func hostileTree(_ seed: UInt64) throws -> String {
    let names =
      RandomTree.hostileNames + RandomTree.nestedNames
      + ["-1", "-x", "--x", "--x.y", "-", "x.y", "a\\.b", "..", ".", "a.", "it's", "$(id)", "`id`"]
    return String(
      decoding: try RandomTree(full: 4...8, names: names).snapshot(seed: seed).dump(), as: UTF8.self
    )
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  func `each path that is printed selects its model, at a prompt and in a shell`(
    seed: UInt64
  ) throws {
    let folder = try TestFolder(dump: Self.hostileTree(seed))
    let lines = try folder.modeltree("find", "tree.json", "**").text.split(separator: "\n")
    #expect(lines.count >= 4)
    for line in lines {
      // A label may follow the path.
      let match = try #require(
        line.wholeMatch(of: /(#\d+) +('(?:[^']|'\\'')*'|\S+)( ".*)?/), "\(line)")
      let (id, path) = (match.1, match.2)
      for words in [["show \(path)"], ["here \(path)", "show #\(id.dropFirst())"]] {
        let commands = words.flatMap { ["-c", $0] }
        let answer = try folder.modeltree(["repl", "tree.json"] + commands)
        #expect(
          answer.status == 0 && answer.text.contains("  \(id)\n"), "\(line)\n\(answer.errors)")
      }
      let answer = try folder.shell("$MODELTREE find tree.json \(path) --json")
      #expect(answer.text.hasPrefix(#"[{"id": \#(id.dropFirst()), "#), "\(line)\n\(answer.errors)")
      #expect(!answer.text.contains("}, {"), "\(line)")
    }
  }

  @Test func `a selector whose test matches nothing names no model that left`() throws {
    let folder = try TestFolder(dump: Self.negative)
    for selector in ["*[service=Foo]", "Feed[session]"] {
      try folder.modeltree("find", "tree.json", selector).expectRefusal(
        "no model matches '\(selector)'; 'find' with '**' lists the models")
    }
  }
}
