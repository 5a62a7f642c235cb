import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

@testable import TreeConsole

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Missing capabilities of a target, and the commands' errors.
@Suite struct `Tests of capability` {
  /// A live tree whose current state the test sets.
  private final class LiveTree: InspectionTarget {
    let name = "App"
    let kind = TargetKind.live
    let capabilities: Set<Capability> = [.handlers, .leaks, .actions]
    let actions = [TargetAction(name: "pick", usage: "pick SUBJECT", help: "Picks a subject.")]
    var children: [String]

    init(_ children: [String]) { self.children = children }

    func state() throws -> TreeState {
      var tree = SnapshotBuilder()
      tree.addNode(id: 1, parent: nil, type: "App", isSession: true)
      for (index, type) in children.enumerated() {
        tree.addNode(id: index + 2, parent: 1, type: type)
      }
      return TreeState(snapshot: try tree.finish(), tree: 1)
    }
    func leakedModels() -> [LeakedModel] { [] }
    func perform(_ action: String, _ arguments: [String]) -> ActionResult {
      ActionResult(answer: "picked", nanoseconds: 1_000)
    }
  }

  /// A prompt inside a live tree, whose answers and notes are read together.
  private final class Prompt {
    let tree = LiveTree(["Flow", "Menu"])
    private let folder: TestFolder
    private let descriptor: Int32
    private(set) var view: View

    init() throws {
      folder = try TestFolder()
      descriptor = open(folder.path(of: "answers"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
      view = View(
        tree, ConsoleOutput(program: "modeltree", answers: descriptor, notes: descriptor),
        for: .session(PromptSession()))
    }

    deinit { close(descriptor) }

    /// Runs commands and returns all that was written so far.
    func run(_ commands: String...) throws -> String {
      for command in commands {
        do {
          try Interpreter.run(command, in: &view)
        } catch {
          view.output.note("\(error)")
        }
      }
      return try folder.text(of: "answers")
    }
  }

  /// A live tree that counts how often its journal is copied.
  private final class RecordedTree: InspectionTarget {
    let name = "App"
    let kind = TargetKind.live
    let capabilities: Set<Capability> = [.journal]
    private(set) var copies = 0

    func state() throws -> TreeState {
      var tree = SnapshotBuilder()
      tree.addNode(id: 1, parent: nil, type: "App", isSession: true)
      return TreeState(snapshot: try tree.finish(), tree: 1)
    }
    func journal() throws -> JournalLook {
      copies += 1
      throw ConsoleError.lacks(.journal, kind)
    }
  }

  @Test func `a journal is copied only where a spec asks what happened`() throws {
    let tree = RecordedTree()
    let folder = try TestFolder()
    try folder.write("tree-spec 1\nlimit nodes = 1\n", to: "now.treespec")
    try folder.write("tree-spec 1\nnever uncaught\n", to: "past.treespec")
    let (now, past) = (folder.path(of: "now.treespec"), folder.path(of: "past.treespec"))
    let service = CommandService(target: tree, files: [now, past])
    let passed = service.run(["check", "--json", now])
    #expect(passed.status == .done && tree.copies == 0)
    let asked = service.run(["check", "--json", past])
    #expect(asked.status == .wrong && tree.copies == 1)
  }

  private static let copied = "'what-if reset' leads back to the live tree"

  @Test func `what-if changes a copy of a live tree, and the live tree goes on`() throws {
    let prompt = try Prompt()
    let changed = try prompt.run("what-if remove Flow")
    #expect(
      changed == "modeltree: note: answers are for a copy now; \(Self.copied)\n"
        + "in the copy: remove Flow\n")
    #expect(prompt.view.name == "App what-if")
    prompt.tree.children = ["Flow", "Menu", "News"]
    let copy = try prompt.run("print", "what-if register error Net.1 at App", "what-if show")
    #expect(
      copy.dropFirst(changed.count) == """
        ──App
           └─Menu
        in the copy: register error Net.1 at App
        1  remove Flow
        2  register error Net.1 at App

        - /App/Flow removed
        ~ /App: registered for error Net.1

        """)
    let reset = try prompt.run("what-if reset", "print")
    #expect(
      reset.dropFirst(copy.count) == """
        undone: 2 changes
        ──App
           ├─Flow
           ├─Menu
           └─News

        """)
    #expect(prompt.view.name == "App")
  }

  @Test func `what acts says that it does not act on a copy`() throws {
    let prompt = try Prompt()
    let start = try prompt.run("what-if remove Flow")
    let refused = try prompt.run("do pick", "leaks", "raise error Net.1 --from Menu")
    #expect(
      refused.dropFirst(start.count) == """
        modeltree: a copy performs no actions; \(Self.copied)
        modeltree: a copy does not say which models left the tree and are still alive; \
        \(Self.copied)
        modeltree: note: nothing in this tree declares, raises or handles error Net.1
        modeltree: note: a copy cannot run handlers; this is what 'trace' answers; \(Self.copied)
        error Net.1 raised at Menu #3

           0  Menu  passed   nothing registered for errors
           1  App   passed   nothing registered for errors

        uncaught: no model up to the root is registered for it; it ends in App, which is notified

        """)
    let back = try prompt.run("what-if reset", "do pick")
    #expect(
      back.dropFirst(refused.count)
        == "undone: 1 change\npicked\npick took 1.0 µs\n\nnothing changed in the tree\n")
  }

  @Test(arguments: [
    (
      "leaks", "a dump does not say which models left the tree and are still alive",
      "ask a running app, @NAME, or at the prompt inside it"
    ),
    (
      "do", "a dump performs no actions", "ask a running app, @NAME, or at the prompt inside it"
    ),
    (
      "journal", "a dump has no journal", "name the file of a journal, or a running app: @NAME"
    ),
  ])
  func `what a dump cannot do has one reason and one remedy in the shell and at a prompt`(
    command: String, reason: String, remedy: String
  ) throws {
    let folder = try TestFolder()
    for words in [[command, "tree.json"], ["repl", "tree.json", "-c", command]] {
      try folder.modeltree(words).expectRefusal("\(reason); \(remedy)")
    }
  }
}
