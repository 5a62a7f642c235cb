import Foundation
import TestSupport
import Testing

/// `lint`, `find`, `routes` and `diff` for many dumps, run as the shell runs them.
@Suite struct `Many dumps in one answer` {
  private static func dump(_ handles: String) -> String {
    """
    {"format": "model-tree", "version": 1, "nodes": [
      {"id": 1, "type": "App", "session": true\(handles)},
      {"id": 2, "parent": 1, "type": "Form",
       "raises": [{"kind": "error", "domain": "Net", "code": "101", "label": "badToken"}]}]}
    """
  }
  private static let good = dump(
    #", "handles": [{"kind": "error", "domain": "Net", "code": "101"}]"#)
  private static let bad = dump("")

  /// Four builds; from the third on, the handler is gone.
  private func fleet() throws -> TestFolder {
    let folder = try TestFolder(dump: Self.good)
    try folder.makeFolder("dumps")
    for (build, dump) in [Self.good, Self.good, Self.bad, Self.bad].enumerated() {
      try folder.makeFolder("dumps/\(build)")
      try folder.write(dump, to: "dumps/\(build)/form.json")
    }
    return folder
  }

  @Test func `equal findings are one, with the first dump that has it`() throws {
    try fleet().modeltree("lint", "dumps").expect(
      status: 1,
      output: """
        error: uncaught-error  /App/Form
          error Net.101 (badToken) is raised here, and no model from here up to the root is registered \
        for it
          in 2 of 4 dumps, first in dumps/2/form.json
        1 finding in 4 dumps

        """)
  }

  @Test func `a dump that cannot be read is named, and hides no other`() throws {
    let folder = try fleet()
    try folder.write("{", to: "dumps/1/crash.json")
    let outcome = try folder.modeltree("lint", "dumps/*/*.json", "--json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("dumps/1/crash.json"))
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    #expect(answer["dumps"] as? Int == 5)
    let unreadable = try #require(answer["unreadable"] as? [[String: String]])
    #expect(unreadable.map { $0["dump"] } == ["dumps/1/crash.json"])
    let findings = try #require(answer["findings"] as? [[String: Any]])
    #expect(findings.count == 1)
    #expect(findings[0]["rule"] as? String == "uncaught-error")
    #expect(findings[0]["code"] as? String == "101")
    #expect(findings[0]["dumps"] as? Int == 2)
    #expect(findings[0]["first"] as? String == "dumps/2/form.json")
  }

  @Test func `a list takes the place of the dump, wherever its option stands`() throws {
    let list = "dumps/2/form.json\ndumps/0/form.json\n"
    let answer = """
      /App/Form
        in all 2 dumps, first in dumps/2/form.json
      1 path in 2 dumps

      """
    let folder = try fleet()
    for words in [
      ["find", "--files-from", "-", "Form"], ["find", "Form", "--files-from=-"],
      ["find", "Form", "--files-from", "-", "--no-color"],
    ] {
      try folder.modeltree(words, input: list).expect(output: answer)
    }
    try folder.modeltree("find", "--files-from", "-", "Form", "--count", input: list)
      .expect(output: "1\n")
  }

  @Test func `routes say where a message ends in how many dumps`() throws {
    try fleet().modeltree("routes", "dumps", "--message", "error", "Net.101").expect(
      output: """
        error Net.101 (badToken)
          handled by /App
          in 2 of 4 dumps, first in dumps/0/form.json
        error Net.101 (badToken)
          uncaught from somewhere
          in 2 of 4 dumps, first in dumps/2/form.json
        2 routes in 4 dumps

        """)
  }

  @Test func `two folders are compared by the names of their dumps`() throws {
    let folder = try fleet()
    try folder.write(Self.good, to: "dumps/1/only.json")
    try folder.modeltree("diff", "dumps/1", "dumps/2").expect(
      status: 1,
      output: """
        /App no longer registered for error Net.101
          in 1 of 2 dumps, form.json
        only.json is only in dumps/1
          in 1 of 2 dumps, only.json
        2 differences in 2 dumps

        """)
    try folder.modeltree("diff", "dumps/2/", "dumps/3").expect(
      output: "0 differences in 1 dump\n")
  }

  @Test(arguments: [
    (["lint", "dumps", "--sarif", "x"], "--sarif goes with one dump, not with many"),
    (["routes", "dumps", "App"], "a selector goes with one dump, not with many"),
    (["lint", "nothing/*.json"], "no file matches 'nothing/*.json'"),
  ])
  func `what goes with one dump only is refused`(words: [String], message: String) throws {
    let outcome = try fleet().modeltree(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("modeltree: \(message)"), "\(outcome.errors)")
  }
}
