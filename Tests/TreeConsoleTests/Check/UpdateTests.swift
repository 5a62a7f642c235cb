import Foundation
import TestSupport
import Testing

/// `modeltree check --update`.
@Suite struct `Updating specs` {
  private static let text =
    "tree-spec 1\n# The app.\nAppAuthorizedSession\n  Gone ?\n  Lost\n  ...\n"

  private func folder() throws -> TestFolder {
    try `Checking specs`.folder(["app.treespec": Self.text])
  }

  private func update(_ words: String..., in folder: TestFolder, ci: String = "") throws -> Outcome
  {
    try ChildProcess.run(
      [TestFolder.executable(), "check", "tree.json", "app.treespec"] + words,
      environment: folder.environment(["CI": ci]), directory: folder.path)
  }

  @Test func `a dry run shows what the real one does, exactly`() throws {
    let folder = try folder()
    let dry = try update("--update", "--dry-run", in: folder)
    #expect(dry.status == 1)
    #expect(
      dry.text == """
        --- app.treespec
        +++ app.treespec
        @@ -2,5 +2,4 @@
         # The app.
         AppAuthorizedSession
           Gone ?
        -  Lost
           ...

        """)
    #expect(try folder.text(of: "app.treespec") == Self.text)
    let real = try update("--update", in: folder)
    #expect(real.status == 0 && real.text.hasPrefix("ok    app.treespec: 1 check\n"))
    #expect(
      try folder.text(of: "app.treespec") == Self.text.replacing("  Lost\n", with: ""))
    #expect(try update("--dry-run", in: folder).text.isEmpty)
  }

  @Test func `a missing spec is written`() throws {
    let folder = try TestFolder()
    let outcome = try update("--update", in: folder)
    #expect(outcome.status == 0)
    #expect(
      try folder.text(of: "app.treespec")
        == folder.modeltree("print", "tree.json", "--as-spec").text)
  }

  @Test func `is refused in CI, and for a link`() throws {
    let folder = try folder()
    let inCI = try update("--update", in: folder, ci: "true")
    #expect(inCI.status == 2 && inCI.errors.hasPrefix("modeltree: CI is set"))
    #expect(rename(folder.path(of: "app.treespec"), folder.path(of: "real.treespec")) == 0)
    #expect(symlink("real.treespec", folder.path(of: "app.treespec")) == 0)
    let link = try update("--update", in: folder)
    #expect(link.status == 2 && link.errors.contains("'app.treespec' is a link"))
    #expect(try folder.text(of: "real.treespec") == Self.text)
  }
}
