import ModelTree
import Testing
import TreeAnalysis
import TreeConsole
import TreeObjects
import TreeSnapshot

@testable import LiveTree
@testable import ModelTreeInspector

/// The inspector's effects on a tree of objects that aren't models.
@Suite struct `A tree of other objects` {
  private static let locked = Message(kind: .error, domain: "StorageError", code: "35")
  private static let full = Message(kind: .error, domain: "StorageError", code: "28")
  private static let reload = Message(kind: .event, domain: "CarEvent", code: "reload")
  private static let tap = Message(kind: .bubble, domain: "Mute", code: "tap")

  private let root = makeForeignTree()
  private let tree: AttachedTree

  init() {
    let root = root
    tree = AttachedTree(name: "Cars") { root }
  }

  private func raise(_ message: Message, at position: Int) throws -> RaiseReport {
    let state = try tree.state()
    return try tree.raise(message, atNodeWithID: state.snapshot[position].id, of: state.tree)
  }

  @Test func `the tree is shown, its shared object once`() throws {
    #expect(
      try tree.state().snapshot.text() == """
        ──Router "app"
           ├─CarList
           ├─Editor "first"
           │   └─Mute
           └─Editor "second"
              └─CarList "again"

        """)
  }

  @Test func `a message goes to the object that trace names, which sees a test`() throws {
    let report = try raise(Self.locked, at: 3)
    #expect(report.route == report.before.snapshot.route(of: Self.locked, raisedAt: 3))
    #expect(report.route.outcome == .handled(by: 2))
    #expect(report.taken.passed.map(\.type) == ["Mute"])
    #expect(report.taken.handlings.map(\.model.type) == ["Editor"])
    #expect(report.notes.isEmpty)
    let editor = try #require(root.below[1] as? Editor)
    #expect(editor.received == [TestMessage(.error, domain: "StorageError", code: "35")])
    #expect(root.received.isEmpty)
    #expect(report.after?.snapshot.dump() == report.before.snapshot.dump())
  }

  @Test func `an event goes to each receiver in document order, and who cannot take it is named`()
    throws
  {
    var order: [String] = []
    let second = try #require(root.below[2] as? Editor)
    root.onTest = { order.append("root") }
    (root.below[0] as? CarList)?.onTest = { order.append("list") }
    second.onTest = { order.append("second") }
    let report = try raise(Self.reload, at: 1)
    #expect(order == ["root", "list", "second"])
    #expect(report.taken.takers.map(\.id) == [1, 2, 5])
    #expect(
      report.notes == ["Mute #4 did not take it: it receives no tests; give it a 'receive(_:)'"])
  }

  @Test func `a session bounds the events that are raised below it`() throws {
    #expect(try raise(Self.reload, at: 5).taken.takers.map(\.id) == [5])
    #expect(root.received.isEmpty)
  }

  @Test func `a handler that receives no tests is said to, and nothing is pretended`() throws {
    let error = #expect(throws: RefusedError.self) { try raise(Self.tap, at: 3) }
    #expect(
      error?.description == """
        no handler ran: Mute #4 did not take it: it receives no tests; give it a 'receive(_:)' \
        ('raise --dry' shows the route)
        """)
  }

  @Test func `what a handler throws is told`() throws {
    struct Busy: Error, CustomStringConvertible { var description: String { "busy" } }
    root.onTest = { throw Busy() }
    let error = #expect(throws: RefusedError.self) { try raise(Self.full, at: 0) }
    #expect(error?.description.contains("Router #1 did not take it: busy") == true)
  }

  @Test func `an error that nobody takes is told to nobody`() throws {
    let report = try raise(Message(kind: .error, domain: "Other", code: "1"), at: 1)
    #expect(report.route.outcome == .uncaught)
    #expect(report.notes == [])
    #expect(report.taken.handlings.isEmpty == true)

    root.isSession = true
    let told = try raise(Message(kind: .error, domain: "Other", code: "1"), at: 1)
    #expect(told.notes == ["the session isn't notified of an uncaught test error"])
  }

  @Test func `receivers that a handler takes out of the tree, or unregisters, do not get an event`()
    throws
  {
    let list = try #require(root.below[0] as? CarList)
    let second = try #require(root.below[2] as? Editor)
    root.onTest = { [root] in
      root.below = [second]
      second.below = []
    }
    #expect(try raise(Self.reload, at: 0).taken.takers.map(\.id) == [1, 5])
    #expect(list.received.isEmpty)
    root.onTest = { second.subscriptions = [] }
    #expect(try raise(Self.reload, at: 0).taken.takers.map(\.id) == [1])
    root.onTest = nil
    second.subscriptions = [.event(CarEvent.self)]
    #expect(try raise(Self.reload, at: 0).taken.takers.map(\.id) == [1, 5])
  }

  @Test func `an object that is gone as soon as it was looked at is not told to have handled`()
    throws
  {
    final class Maker: Screen {
      override var inspectedChildren: [AnyObject?] { [Mute()] }
    }
    let maker = Maker()
    let tree = AttachedTree(name: "Cars") { maker }
    let state = try tree.state()
    #expect(state.snapshot.count == 2)
    #expect(throws: RefusedError.gone) {
      try tree.raise(Self.reload, atNodeWithID: 1, of: state.tree)
    }
  }

  @Test func `the attached inspector retains nothing, and knows when the root is another`() throws {
    final class Holder { var root: Router? = makeForeignTree() }
    let holder = Holder()
    let tree = AttachedTree(name: "Cars") { holder.root }
    weak let (probe, list) = (holder.root, holder.root?.below[0])
    let first = try tree.state()
    _ = try tree.raise(Self.reload, atNodeWithID: 1, of: first.tree)
    #expect(probe != nil && list != nil)
    holder.root = nil
    #expect(probe == nil && list == nil)
    #expect(throws: NoTreeError.self) { try tree.state() }
    holder.root = makeForeignTree()
    let second = try tree.state()
    #expect(second.tree == first.tree + 1)
    #expect(second.snapshot.root.id > 6)
  }

  @Test func `models stand below objects, and take tests as in their own tree`() throws {
    let session = makeTree()
    var tests: [String] = []
    session.register(for: NetworkErrors.badToken) { error in
      tests.append("\(error.description) \(error.isTest) \(error.raiser?.type ?? "")")
    }
    let root = Router("app", [session])
    let tree = AttachedTree(name: "Cars") { root }
    let state = try tree.state()
    #expect(
      state.snapshot.text() == "──Router \"app\"\n   └─AppSession\n      └─MainFlow\n"
        + "         └─Picker\n")
    #expect(state.snapshot[1].subscriptions == session.snapshot().root.subscriptions)
    #expect(
      state.snapshot[1].source == session.snapshot().root.source && state.snapshot[1].isSession)
    let badToken = Message(kind: .error, domain: "NetworkErrors", code: "101")
    let report = try tree.raise(badToken, atNodeWithID: 4, of: state.tree)
    #expect(report.route.outcome == .handled(by: 1))
    #expect(tests == ["NetworkErrors.101 (badToken): a test message true AppSession"])
  }

  @Test func `objects do not say what left their tree`() throws {
    #expect(!tree.knowsLeakedModels)
    #expect(
      "\(ConsoleError.lacks(.leaks, .live))"
        == "the app's objects do not say which of them left their tree; inspect a tree of models")
  }
}

@Suite struct `Objects of the main actor` {
  @Test @MainActor func `adapters and objects of the main actor are asked there`() async throws {
    let window = Window()
    window.screens = [Screen("one")]
    let inspector = Inspector(
      name: "App",
      adapters: [
        InspectionAdapter(
          Plain.self, children: { _ in [] },
          label: { _ in
            MainActor.preconditionIsolated()
            return "adapted"
          })
      ]
    ) { window }
    let snapshot = try await Task.detached { try await inspector.snapshot() }.value
    #expect(
      snapshot.text() == "──Window\n   ├─Screen \"one\"\n   └─Plain \"adapted\"\n")
    #expect(await inspector.repl(commands: ["print", "here Plain", "show Plain"]) == 0)
  }
}

private final class Plain {}

@MainActor private final class Window {
  var screens: [Screen] = []
  let plain = Plain()
}

extension Window: @MainActor Inspectable {
  var inspectedChildren: [AnyObject?] { screens + [plain] }
}
