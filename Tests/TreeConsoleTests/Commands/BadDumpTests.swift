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
    (" \n\n", "line 1: the dump is empty; write it again"),
    ("hello\n", "line 1: not JSON: expected a dump, which begins with '{', found 'h'"),
    ("\u{7f}", "line 1: not JSON: expected a dump, which begins with '{', found '\\u{7f}'"),
    ("[]", "line 1: the dump must be an object, not an array"),
    ("{\"format\"\n 1}", "line 2: not JSON: expected ':', found '1'"),
    (ExamMaster.dump + "x", "line 22: not JSON: expected the end of the text, found 'x'"),
    (
      #"{"format": "other", "version": 1, "nodes": []}"#,
      #"line 1: 'format' is "other", not "model-tree": this is not a dump of a model tree"#
    ),
    (
      "{\"nodes\": 7,\n\"version\": 2, \"format\": \"model-tree\"}",
      "line 2: version 2 of the format is newer than version 1, which this reads; update modeltree"
    ),
    (
      #"{"name": "x"}"#,
      "line 1: this is not a dump of a model tree: it has no 'format'; "
        + "a dump has \"format\": \"model-tree\""
    ),
    (#"{"format": "model-tree", "nodes": []}"#, "line 1: the dump has no 'version'; add it"),
    (#"{"format": "model-tree", "version": 1}"#, "line 1: the dump has no 'nodes'; add it"),
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

  @Test(arguments: [
    (
      [root, #"{"id": 1, "parent": 1, "type": "B"}"#], 3,
      "model 1: another model has the same id; ids must differ"
    ),
    (
      [root, #"{"id": 2, "parent": 9, "type": "B"}"#], 3,
      "model 2: its parent 9 is not in the dump; add that model or correct 'parent'"
    ),
    (
      [root, #"{"id": 2, "parent": 3, "type": "B"}"#, #"{"id": 3, "parent": 2, "type": "C"}"#], 3,
      "model 2: the model is its own ancestor; correct the 'parent' of one model on the cycle"
    ),
    (
      [#"{"id": 2, "parent": 3, "type": "B"}"#, #"{"id": 3, "parent": 2, "type": "C"}"#], 2,
      "no root: every model has a parent; leave 'parent' out of the root"
    ),
    (
      [root, #"{"id": 2, "type": "B"}"#], 3,
      "model 2: a second root: model 1 has no parent either; give one of them a parent"
    ),
    ([#"{"type": "B"}"#], 2, "the model has no 'id'; add it"),
    ([root, #"{"id": 2, "parent": 1}"#], 3, "model 2: the model has no 'type'; add it"),
    ([#"{"id": 1, "type": 5}"#], 2, "model 1: 'type' must be a string, not a number"),
    ([#"{"id": "1", "type": "A"}"#], 2, "'id' must be a whole number, not a string"),
    (
      [#"{"id": 1, "type": "A", "session": 1}"#], 2,
      "model 1: 'session' must be true or false, not a number"
    ),
    (
      [#"{"id": 1, "type": "A", "handles": [{"kind": "oops", "domain": "D"}]}"#], 2,
      #"model 1: 'kind' must be "error", "bubble" or "event", not "oops""#
    ),
    (
      [#"{"id": 1, "type": "\ud800"}"#], 2,
      "model 1: a string is not valid UTF-8; write names as UTF-8"
    ),
  ])
  func `nodes that make no tree are refused with line and node`(
    nodes: [String], line: Int, message: String
  ) throws {
    try TestFolder(dump: ExamMaster.dump(nodes: nodes)).modeltree("print", "tree.json")
      .expectRefusal("tree.json: line \(line): \(message)")
  }

  @Test func `bytes that are not UTF-8 are refused`() throws {
    let folder = try TestFolder()
    let text = ExamMaster.dump(nodes: [#"{"id": 1, "type": "?"}"#])
    try folder.write(text.utf8.map { $0 == UInt8(ascii: "?") ? 0xff : $0 }, to: "tree.json")
    try folder.modeltree("print", "tree.json")
      .expectRefusal(
        "tree.json: line 2: model 1: a string is not valid UTF-8; write names as UTF-8")
  }

  @Test func `a dump that is cut off anywhere is refused in one line`() throws {
    let text = Array(ExamMaster.dump.utf8)
    let folder = try TestFolder()
    for length in stride(from: 1, to: text.count - 3, by: 211) {
      try folder.write(Array(text[..<length]), to: "tree.json")
      let outcome = try folder.modeltree("render", "tree.json", "-o", "tree.svg")
      #expect(outcome.status == 2)
      #expect(outcome.text == "")
      #expect(outcome.errors.hasPrefix("modeltree: tree.json: line "))
      #expect(outcome.errors.contains("the dump is cut off"))
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(folder.names == ["tree.json"])
    }
  }

  @Test(arguments: [
    (
      #"{"id": 1, "type": "A", "session": tr"#,
      "line 2: model 1: the dump is cut off: the text ends inside a value; write it again"
    ),
    (
      #"{"id": 1, "type": "A", "session": oops}"#,
      "line 2: model 1: not JSON: expected a value, found 'o'"
    ),
    (root + ",", "line 3: not JSON: expected a value, found ']'"),
  ])
  func `what is in the place of a value is named as what it is`(
    nodes: String, message: String
  ) throws {
    let text = ExamMaster.dump(nodes: [nodes])
    let cut = nodes.hasSuffix("tr") ? String(text.dropLast(4)) : text
    try TestFolder(dump: cut).modeltree("print", "tree.json")
      .expectRefusal("tree.json: \(message)")
  }
}
