import LiveTree
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TreeSnapshot

private final class Cell: Model {}

/// Lint's answers about a journal, which knows more than its last tree.
@Suite @MainActor struct `Lint of a journal` {
  private enum Shop: String, GlobalEventName { case sold }

  private enum Net: String, ErrorCode { case lost }

  private func write(_ name: String, in folder: TestFolder, _ raises: (Model) -> Void) throws {
    let journal = try Journal(bytes: 1 << 16, file: folder.path(of: name))
    let session = Session()
    session.record(in: journal)
    session.open()
    raises(Cell(parent: session))
    withExtendedLifetime(session) {}
  }

  private static let dump = """
    {"format": "model-tree", "version": 1, "nodes": [{"id": 1, "type": "App", "session": true},
    {"id": 2, "parent": 1, "type": "Cell",
     "raises": [{"kind": "event", "domain": "Shop", "code": "sold"}]},
    {"id": 3, "parent": 1, "type": "Side",
     "handles": [{"kind": "event", "domain": "Shop", "code": "sold"}]},
    {"id": 4, "parent": 2, "type": "Cell"}]}
    """

  @Test func `what a journal has seen raised counts as declared by models of the type`() throws {
    let folder = try TestFolder(dump: Self.dump)
    try write("a.journal", in: folder) { cell in
      cell.raise(Shop.sold)
      cell.raise(Net.lost)
    }
    try write("b.journal", in: folder) { cell in
      cell.raise(Net.lost)
      cell.raise(Net.lost)
      _ = cell.raiseTest(Message(kind: .bubble, domain: "Test", code: "only"))
    }
    let before = try folder.modeltree("lint", "tree.json")
    #expect(before.status == 0, "\(before)")
    let answer = try folder.modeltree(
      "lint", "tree.json", "--with", "a.journal", "--with", "b.journal")
    #expect(
      answer.text.hasPrefix(
        """
        error: uncaught-error, 2 findings
          /App/Cell #2
            error Net.lost is raised here, and no model from here up to the root is registered for it
          /App/Cell/Cell #4
            error Net.lost is raised here, and no model from here up to the root is registered for it

        """), "\(answer)")
    #expect(answer.text.hasSuffix("\n2 findings: 2 errors\n"))
    #expect(answer.errors == "")
    #expect(answer.status == 1)
  }

  @Test func `a journal that is none is named`() throws {
    let folder = try TestFolder(dump: Self.dump)
    try folder.write("{", to: "broken.json")
    for (file, problem) in [
      ("tree.json", "'tree.json' isn't a journal; name the file of one, which an app keeps"),
      ("broken.json", "'broken.json' isn't a journal; name the file of one, which an app keeps"),
      ("none.journal", "cannot read 'none.journal': No such file or directory; check the path\n"),
    ] {
      let answer = try folder.modeltree("lint", "tree.json", "--with", file)
      #expect(answer.errors.contains(problem), "\(answer)")
      #expect(answer.text == "")
      #expect(answer.status == 2)
    }
  }
}
