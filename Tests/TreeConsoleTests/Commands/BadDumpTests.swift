import TestSupport
import Testing

/// Dumps that are refused: the file, the line, and the remedy, in one line.
@Suite struct `Bad dumps` {
  private static let root = #"{"id": 1, "type": "App"}"#

  @Test(arguments: ["print", "show", "find", "trace", "raise", "render", "repl"])
  func `a dump that is not there is refused by every command`(command: String) throws {
    let rest = [
      "show": ["App"], "find": ["App"], "trace": ["error", "A.b", "--from", "App"],
      "raise": ["error", "A.b", "--from", "App"], "repl": ["-c", "print"],
    ]
    let folder = try TestFolder()
    try folder.modeltree([command, "no such.json"] + rest[command, default: []])
      .expectRefusal("cannot read 'no such.json': No such file or directory; check the path")
    // A folder is as good as the dumps in it where many are answered in one.
    if command != "find" {
      try folder.modeltree([command, "."] + rest[command, default: []])
        .expectRefusal("cannot read '.': it is a folder; name a file in it")
    }
    #expect(folder.names == ["tree.json"])
  }

  @Test(arguments: [
    ("", "line 1: the dump is empty; write it again"),
    (
      ExamMaster.dump(nodes: []),
      "line 1: the tree has no models; a dump holds at least its root"
    ),
  ])
  func `text that is no dump is refused`(text: String, message: String) throws {
    try TestFolder(dump: text).modeltree("print", "tree.json")
      .expectRefusal("tree.json: \(message)")
    try TestFolder().modeltree("print", "-", input: text)
      .expectRefusal("standard input: \(message)")
  }
}
