import ModelTree
import Testing
import TreeSnapshot

@testable import LiveTree
@testable import ModelTreeInspector

/// The REPL on a live tree. It writes to the process's own output, so only the status is checked.
///
/// Without a limit of time, which would count the time in which other tests have the threads.
@Suite(.serialized) struct ReplTests {
  @Test(
    arguments: [
      (["print --all"], 0),
      (["print", "trace error badToken --from Picker", "raise event Start --from Picker"], 0),
      (["# a comment", ""], 0),
      (["here Picker", "raise error badToken"], 0),
      (["quit", "nonsense"], 0),
      (["nonsense"], 2),
      (["print", "show Nobody", "print"], 2),
      (["raise error badToken --from Nobody"], 2),
      (["do anything"], 2),
    ] as [([String], Int32)])
  @MainActor func `commands run on a tree of the main actor`(
    commands: [String], status: Int32
  ) async {
    let root = makeTree()
    let inspector = Inspector(name: "App") {
      MainActor.preconditionIsolated()
      return root
    }
    #expect(await inspector.repl(commands: commands) == status)
  }

  @Test(
    arguments: [
      (["print", "do", "do count"], 0), (["do counts"], 2), (["show Nobody"], 2),
    ] as [([String], Int32)])
  func `commands run on a tree in an actor of its own`(
    commands: [String], status: Int32
  ) async {
    let app = AppActor()
    let inspector = await app.inspectorWithActions()
    #expect(await inspector.repl(commands: commands) == status)
  }

  @Test @MainActor func `handlers run on the tree's isolation and see a test`() async {
    let root = makeTree()
    var tests: [Bool] = []
    root.register(for: NetworkErrors.badToken) { error in
      MainActor.preconditionIsolated()
      tests.append(error.isTest)
    }
    let inspector = Inspector(name: "App") { root }
    #expect(await inspector.repl(commands: ["raise error badToken --from Picker"]) == 0)
    #expect(await inspector.repl(commands: ["trace error badToken --from Picker"]) == 0)
    #expect(tests == [true])
  }

  @Test @MainActor func `actions are done on the tree's isolation`() async {
    struct Refused: Error, CustomStringConvertible { var description: String { "refused" } }
    let root = makeTree()
    let add = Inspector.Action("add COUNT", help: "Adds pickers.") { words in
      MainActor.preconditionIsolated()
      guard let count = words.first.flatMap({ Int($0) }) else { throw Refused() }
      for _ in 0..<count { _ = Picker(parent: root) }
      return "added \(count)"
    }
    let inspector = Inspector(name: "App", actions: [add]) { root }
    #expect(await inspector.repl(commands: ["do add 3", "do"]) == 0)
    #expect(root.children.count == 4)
    #expect(await inspector.repl(commands: ["do add many"]) == 2)
  }

  @Test @MainActor func `a session that a handler replaces is found by the next command`() async {
    final class Holder { var root: Session? = makeTree() }
    let holder = Holder()
    holder.root?.register(for: NetworkErrors.badToken) { _ in
      holder.root?.close()
      holder.root = Session()
    }
    let inspector = Inspector(name: "App") { holder.root }
    let commands = ["here Picker", "raise error badToken", "print"]
    #expect(await inspector.repl(commands: commands) == 0)
    #expect(await inspector.repl(commands: ["show Picker"]) == 2)
  }

  @Test @MainActor func `a script that finds leaks ends with status 1, also in the next session`()
    async
  {
    let controller = SessionController(anonymous: { makeTree() }, authorized: { _ in makeTree() })
    controller.start()
    let inspector = Inspector(name: "App") { controller.session }
    #expect(await inspector.repl(commands: ["leaks"]) == 0)
    var held = controller.session?.children.first
    controller.session?.close()
    #expect(await inspector.repl(commands: ["leaks --json", "leaks"]) == 1)
    #expect(await inspector.repl(commands: ["leaks", "nonsense"]) == 2)
    #expect(
      controller.session?.leakedModels().map(\.path)
        == ["/AppSession/MainFlow", "/AppSession/MainFlow/Picker"])
    held = nil
    #expect(held == nil)
    #expect(await inspector.repl(commands: ["leaks"]) == 0)
  }

  @Test @MainActor func `the app goes on while the REPL waits for it`() async {
    let root = makeTree()
    let inspector = Inspector(name: "App") { root }
    async let status = inspector.repl(commands: ["print", "print", "print"])
    for _ in 0..<100 {
      await Task.yield()
      _ = Picker(parent: root)
    }
    #expect(await status == 0)
  }
}
