import Foundation
import TestSupport
import Testing

@Suite struct `The files for CI` {
  private static let repository = URL(filePath: #filePath).appending(path: "../../../..")
    .standardized

  /// A folder with a dump and its spec.
  private func folder(spec: String = "tree-spec 1\nRoot\n  Leaf {2}\n") throws -> TestFolder {
    let folder = try TestFolder()
    try folder.makeFolder("dumps")
    try folder.makeFolder("specs")
    try folder.write(ExamMaster.star(2), to: "dumps/my tree.json")
    try folder.write(spec, to: "specs/my tree.treespec")
    return folder
  }

  /// Runs the script of the GitHub action with variables in place of its inputs.
  private func action(in folder: TestFolder, _ variables: [String: String] = [:]) throws -> Outcome
  {
    let script = Self.repository.appending(path: ".github/actions/modeltree/check.sh").path()
    return try ChildProcess.run(
      [script],
      environment: folder.environment(
        ["MODELTREE_COMMAND": TestFolder.executable()].merging(variables) { $1 }),
      directory: folder.path)
  }

  @Test func `the action checks dumps against specs, and shows failures beside their lines`() throws
  {
    let right = try action(in: folder())
    #expect(right.status == 0 && right.text.contains("1 spec passed"))
    let wrong = try action(
      in: folder(spec: "tree-spec 1\nRoot\n  Leaf {3}\n"), ["MODELTREE_JUNIT": "my report.xml"])
    #expect(wrong.status == 1)
    #expect(wrong.text.contains("\n::error file=specs/my tree.treespec,line=3"))
    #expect(wrong.errors.contains("my report.xml: junit report written"))
  }

  @Test func `what an input says is words, never code`() throws {
    let folder = try folder()
    let outcome = try action(
      in: folder,
      ["MODELTREE_DUMPS": "$(touch bad)", "MODELTREE_OPTIONS": "--unused reject;touch worse"])
    #expect(outcome.status == 2)
    #expect(!folder.names.contains("bad") && !folder.names.contains("worse"))
  }

  private static let python = ProcessInfo.processInfo.environment["MODELTREE_TEST_PYTHON"] ?? ""

  @Test(.enabled(if: !python.isEmpty, "tools/test installs the readers"))
  func `each service's file is read, and its check runs`() throws {
    let folder = try folder()
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ci.py")
    let outcome = try ChildProcess.run(
      [
        Self.python, script.path(), Self.repository.path(), try TestFolder.executable(),
        folder.path,
      ], environment: folder.environment(), directory: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: [String: NSObject]])
    #expect(
      found.mapValues { $0["status"] as? Int } == [
        "github": 0, "gitlab": 0, "pre_commit": 0, "article": 0,
      ])
    #expect(found["github"]?["answer"] == "ok    specs/my tree.treespec: 1 check" as NSString)
    #expect(found["gitlab"]?["answer"] == "ok    specs/my tree.treespec: 1 check" as NSString)
  }
}
