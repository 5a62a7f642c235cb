import TestSupport
import Testing

/// Selectors and messages that lead nowhere, in every command that takes them.
@Suite struct `Bad references` {
  private static let flow = "/AppAuthorizedSession/MainFlow"

  @Test(arguments: [
    ("Nobody", "no model matches 'Nobody'; 'find' with '**' lists the models"),
    ("MainFlw", "no model matches 'MainFlw'; did you mean 'MainFlow'?"),
    ("", "selector '': it is empty; write a name, a path or #ID"),
    ("a//b", "selector 'a//b': a segment is empty at character 3; write '**' for any levels"),
    (
      "a[zz]",
      "selector 'a[zz]': unknown test '[zz]'; there are [session], [leaf], [work], [2], [label=…], "
        + "[handles=…], [service=…], [representation=…], [state=…] and [source=…]"
    ),
  ])
  func `a selector that is wrong or matches none is refused`(
    selector: String, message: String
  ) throws {
    let folder = try TestFolder()
    try folder.modeltree("print", "tree.json", selector).expectRefusal(message)
  }

  @Test(arguments: [
    ["printSessionTree", "tree.json", "--here", "Nobody"],
    ["print", "tree.json", "Nobody", "--json"],
    ["show", "tree.json", "Nobody"], ["show", "tree.json", "Nobody", "--json"],
    ["find", "tree.json", "Nobody"], ["trace", "tree.json", "error", "101", "--from", "Nobody"],
    ["raise", "tree.json", "error", "101", "--from", "Nobody", "--json"],
    ["render", "tree.json", "Nobody", "-o", "a.svg"],
    ["render", "tree.json", "--trace", "error", "101", "--from", "Nobody", "-o", "a.svg"],
    ["repl", "tree.json", "-c", "here Nobody"],
  ])
  func `a selector that matches none is refused by every command`(command: [String]) throws {
    let folder = try TestFolder()
    try folder.modeltree(command)
      .expectRefusal("no model matches 'Nobody'; 'find' with '**' lists the models")
    #expect(folder.names == ["tree.json"])
  }

  @Test(arguments: [
    (
      "*PickerModel",
      "'*PickerModel' matches 3 models: \(flow)/ExamCreationFlow/ExamSubjectPickerModel (#6), "
        + "\(flow)/ExamCreationFlow/ExamTopicPickerModel (#7), "
        + "\(flow)/ExamCreationFlow/ExamOptionsPickerModel (#8); name one of them"
    )
  ])
  func `where one model is wanted those that match are listed`(
    selector: String, message: String
  ) throws {
    let folder = try TestFolder()
    let commands = [
      ["print", "tree.json", selector], ["show", "tree.json", selector],
      ["trace", "tree.json", "error", "101", "--from", selector],
      ["render", "tree.json", selector],
    ]
    for command in commands { try folder.modeltree(command).expectRefusal(message) }
  }

  @Test(arguments: [
    (
      ["error", "nothing"],
      "no error is called 'nothing' in this tree; write it out in full, Domain.code, to ask "
        + "about one that the tree does not know"
    ),
    (
      ["error", "badTokn"],
      "no error is called 'badTokn' in this tree; did you mean 'badToken'? write it out in full, "
        + "Domain.code, to ask about one that the tree does not know"
    ),
    (
      ["bubble", "badToken"],
      "no bubble is called 'badToken' in this tree, but an error is: write error badToken"
    ),
    (["error", ""], "'' isn't a message; \(write)"),
  ])
  func `a message that is wrong or unknown by its bare name is refused`(
    words: [String], message: String
  ) throws {
    let folder = try TestFolder()
    try folder.modeltree(["raise", "tree.json", "--json", "--from", "#8"] + words)
      .expectRefusal(message)
  }

  @Test(arguments: ["errr", "badToken"], ["trace", "raise"])
  func `a kind that is none is refused with the kinds that there are`(
    kind: String, command: String
  ) throws {
    try TestFolder().modeltree(command, "tree.json", kind, "101", "--from", "#8").expectRefusal(
      "The value '\(kind)' is invalid for '<kind>'. Please provide one of 'error', 'bubble' or "
        + "'event'; see 'modeltree help \(command)'")
  }

  private static let write = "write a kind and a name, such as error NetworkErrors.101"

  @Test func `a bare name that several messages have is refused with them`() throws {
    let dump = ExamMaster.dump(nodes: [
      #"{"id": 1, "type": "App", "handles": [{"kind": "error", "domain": "A", "code": "1"}, "#
        + #"{"kind": "error", "domain": "B", "code": "1"}, "#
        + #"{"kind": "error", "domain": "C", "code": "2", "label": "1"}]}"#
    ])
    try TestFolder(dump: dump).modeltree("trace", "tree.json", "error", "1", "--from", "App")
      .expectRefusal("'1' could be 3 errors: A.1, B.1, C.2; write one of these")
  }
}
