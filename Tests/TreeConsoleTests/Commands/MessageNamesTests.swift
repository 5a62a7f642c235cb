import LineEditing
import TestSupport
import Testing

@testable import TreeConsole

/// A code wins over another message's label, wherever a message is named.
@Suite struct `One name in every command` {
  /// `E.1` has the label `007`, which is a code of `E` as well.
  private static let dump = ExamMaster.dump(nodes: [
    #"{"id": 1, "type": "App", "session": true, "handles": [{"kind": "error", "domain": "E", "code": "1", "label": "007"}]}"#,
    #"{"id": 2, "parent": 1, "type": "Flow", "handles": [{"kind": "error", "domain": "E", "code": "007"}]}"#,
    #"{"id": 3, "parent": 2, "type": "Form", "raises": [{"kind": "error", "domain": "E", "code": "007", "label": "bond"}]}"#,
  ])

  private static let all = """
    tree-spec 1
    App [handles error E.1]
      Flow [handles error E.007]
        Form
    error E.007 from Form => Flow
    error 007 from Form => Flow
    error E.bond from Form => Flow
    error E.* except E.007 from Form => App
    error E.00? from App => uncaught

    """

  @Test(arguments: ["007", "bond"])
  func `leads to one route`(name: String) throws {
    let folder = try TestFolder(dump: Self.dump)
    try folder.modeltree("trace", "tree.json", "error", name, "--from", "Form", "--json").expect(
      output: #"{"message": {"kind": "error", "domain": "E", "code": "007"}, "from": 3, "#
        + #""hops": [{"node": 3, "verdict": "passed", "reason": "no-handlers"}, "#
        + #"{"node": 2, "verdict": "handled", "reason": "code"}], "outcome": "handled", "handler": 2}"#
        + "\n")
    try folder.modeltree("routes", "tree.json", "--message", "error", name, "--json").expect(
      output: #"{"messages": [{"message": {"kind": "error", "domain": "E", "code": "007"}, "#
        + #""handled": [{"handler": 2, "from": 2}], "uncaught": 1, "shadowed": [], "idle": [], "#
        + #""raisers": 1}]}"# + "\n")
  }

  @Test func `is checked as it is traced, alone and among those of a pattern`() throws {
    let folder = try TestFolder(dump: Self.dump)
    try folder.write(Self.all, to: "names.treespec")
    try folder.modeltree("check", "tree.json", "names.treespec").expect(
      output: "ok    names.treespec: 6 checks\n1 spec passed (6 checks)\n")
  }

  @Test(arguments: [
    ("trace error |", ["E.1", "E.007", "E.bond"]), ("trace error 0|", ["007"]),
  ])
  func `is offered where it leads to the message`(line: String, candidates: [String]) throws {
    let completion = try `What completes at the prompt`.complete(line, dump: Self.dump)
    #expect(completion.candidates.map(\.text) == candidates)
  }
}
