import TestSupport
import Testing

/// Where a process may open hardly any files.
@Suite struct `Few open files` {
  /// One file can be opened at a time.
  private static let limit = 4

  @Test(arguments: [
    "print tree.json", "print - < tree.json", "lint tree.json", "problems tree.json",
    "diff tree.json tree.json", "routes tree.json", "repl tree.json -c print -c 'find **'",
    "repl tree.json < script", "render tree.json -o tree.svg", "mcp tree.json < /dev/null",
    "--help", "apps",
    "print tree.json -o copy",
  ])
  func `are enough for what reads one`(words: String) throws {
    let folder = try TestFolder(dump: ExamMaster.dump(nodes: [#"{"id": 1, "type": "App"}"#]))
    try folder.write("print\nfind **\n", to: "script")
    let answer = try folder.shell("ulimit -n \(Self.limit); exec $MODELTREE \(words)")
    #expect(answer.status == 0, "\(answer.errors)")
  }

  @Test(arguments: ["export tree.json -o tables", "page tree.json"])
  func `are named by what needs more`(words: String) throws {
    let folder = try TestFolder(dump: ExamMaster.dump(nodes: [#"{"id": 1, "type": "App"}"#]))
    let answer = try folder.shell("ulimit -n \(Self.limit); exec $MODELTREE \(words)")
    #expect(answer.status == 2)
    #expect(answer.errors.lowercased().contains("too many open files"), "\(answer.errors)")
    #expect(answer.errors.split(separator: "\n").count == 1)
  }
}
