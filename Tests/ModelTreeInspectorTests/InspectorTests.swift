import ModelTree
import Testing
import TreeConsole
import TreeJournal
import TreeSnapshot

@testable import ModelTreeInspector

@Suite struct `The inspector` {
  private static let tree = "──AppSession\n   └─MainFlow\n      └─Picker\n"

  @Test @MainActor func `a tree on the main actor is pictured from anywhere`() async throws {
    let root = makeTree()
    let inspector = Inspector(name: "App") {
      MainActor.preconditionIsolated()
      return root
    }
    let snapshot = try await Task.detached { try await inspector.snapshot() }.value
    #expect(snapshot.text() == Self.tree)
    #expect(snapshot.name == "App")
    #expect(try await inspector.snapshot().dump() == snapshot.dump())
  }

  @Test func `a tree in an actor of its own is pictured there`() async throws {
    let app = AppActor()
    let inspector = await app.inspector()
    #expect(try await inspector.snapshot().text() == Self.tree)
    #expect(await app.isChecked)
  }

  @Test func `an app without a tree says so, and what to do`() async {
    let app = AppActor()
    let inspector = await app.inspector()
    await app.close()
    let error = await #expect(throws: NoTreeError.self) { try await inspector.snapshot() }
    #expect(error?.description == "the app holds no tree now; open a session first")
  }

  @Test @MainActor func `an inspector sees the tree as it is each time`() async throws {
    let root = makeTree()
    let inspector = Inspector(name: "App") { root }
    root.children[0].removeFromParent()
    #expect(try await inspector.snapshot().text() == "──AppSession\n")
    _ = Picker(parent: root)
    #expect(try await inspector.snapshot().count == 2)
  }

  @Test @MainActor func `the app holds the tree, not the inspector`() async throws {
    var root: AppSession? = makeTree()
    weak let probe = root
    let inspector = Inspector(name: "App") { [weak root] in root }
    _ = try await inspector.snapshot()
    root = nil
    #expect(probe == nil)
    await #expect(throws: NoTreeError.self) { try await inspector.snapshot() }
  }
}
