import TestSupport
import Testing

/// Where a process may open hardly any files.
@Suite struct `Few open files` {
  /// One file can be opened at a time.
  private static let limit = 4

  private func outcome(of words: String, input: String = "/dev/null") throws -> Outcome {
    let folder = try TestFolder(dump: ExamMaster.dump(nodes: [#"{"id": 1, "type": "App"}"#]))
    try folder.write("print\nfind **\n", to: "script")
    // The shell opens the input before the limit holds.
    return try folder.shell("{ ulimit -n \(Self.limit); $MODELTREE \(words); } < \(input)")
  }

  @Test(arguments: [
    ("print -", "tree.json"), ("diff tree.json tree.json", "/dev/null"),
    ("repl tree.json", "script"), ("render tree.json -o tree.svg", "/dev/null"),
    ("mcp tree.json", "/dev/null"), ("apps", "/dev/null"), ("print tree.json -o copy", "/dev/null"),
  ])
  func `are enough for what reads one`(words: String, input: String) throws {
    let answer = try outcome(of: words, input: input)
    #expect(answer.status == 0, "\(answer.errors)")
  }

  @Test(arguments: ["export tree.json -o tables", "page tree.json"])
  func `are named by what needs more`(words: String) throws {
    let answer = try outcome(of: words)
    #expect(answer.status == 2)
    #expect(answer.errors.lowercased().contains("too many open files"), "\(answer.errors)")
    #expect(answer.errors.split(separator: "\n").count == 1)
  }
}
