import TestSupport
import Testing

/// Selectors and messages that lead nowhere, in every command that takes them.
@Suite struct `Bad references` {
  private static let flow = "/AppAuthorizedSession/MainFlow"

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

  @Test func `where one model is wanted those that match are listed`() throws {
    let folder = try TestFolder()
    let message =
      "'*PickerModel' matches 3 models: \(Self.flow)/ExamCreationFlow/ExamSubjectPickerModel (#6), "
      + "\(Self.flow)/ExamCreationFlow/ExamTopicPickerModel (#7), "
      + "\(Self.flow)/ExamCreationFlow/ExamOptionsPickerModel (#8); name one of them"
    for command in [
      ["print", "tree.json", "*PickerModel"], ["show", "tree.json", "*PickerModel"],
      ["trace", "tree.json", "error", "101", "--from", "*PickerModel"],
      ["render", "tree.json", "*PickerModel"],
    ] {
      try folder.modeltree(command).expectRefusal(message)
    }
  }

  @Test func `a name that messages of another kind have is pointed out`() throws {
    try TestFolder().modeltree("raise", "tree.json", "bubble", "badToken", "--from", "#8")
      .expectRefusal(
        "no bubble is called 'badToken' in this tree, but an error is: write error badToken")
  }

  @Test(arguments: ["errr", "badToken"], ["trace", "raise"])
  func `a kind that is none is refused with the kinds that there are`(
    kind: String, command: String
  ) throws {
    try TestFolder().modeltree(command, "tree.json", kind, "101", "--from", "#8").expectRefusal(
      "The value '\(kind)' is invalid for '<kind>'. Please provide one of 'error', 'bubble' or "
        + "'event'; see 'modeltree help \(command)'")
  }
}
