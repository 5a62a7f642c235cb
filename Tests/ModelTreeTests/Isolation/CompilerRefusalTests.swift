import Testing

/// The compiler keeps a tree in its isolation domain, and each enum to one kind of messages: these
/// programs are for it.
@Suite struct `What the compiler refuses` {
  struct Program: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    /// What the diagnostics must name.
    var complaint = ""
  }

  private static let accepted = [
    Program(
      testDescription: "a tree in an actor of its own",
      text: """
        import ModelTree
        enum Failure: Int, ErrorCode { case lost = 1 }
        actor Host {
          let root = Session()
          var work: DelayedWork?
          func fail() {
            let child = Model(parent: root)
            root.register(for: Failure.lost) { _ in }
            child.raise(Failure.lost)
            work = TreeIsolation().after(.zero) { [self] in root.close() }
          }
        }
        func use() async { await Host().fail() }
        """),
    Program(
      testDescription: "a tree on the main actor, of which a picture leaves",
      text: """
        import ModelTree
        import TreeSnapshot
        @MainActor final class App {
          let root = Session()
          let isolation: TreeIsolation
          init() { isolation = TreeIsolation() }
          func picture() -> Snapshot { root.snapshot() }
          func later() { isolation.after(.zero) { self.root.open() } }
        }
        func use(_ app: App) async { _ = Task.detached { await app.picture().count } }
        """),
    Program(
      testDescription: "a whole new tree that is handed over",
      text: """
        import ModelTree
        actor Host {
          var root: Session?
          func take(_ root: sending Session) { self.root = root }
        }
        func use(_ host: Host) async {
          let root = Session()
          _ = Model(parent: root)
          await host.take(root)
        }
        """),
  ]

  private static let refused = [
    Program(
      testDescription: "a main actor's model in a detached task",
      text: """
        import ModelTree
        @MainActor final class App {
          let root = Session()
          func use() { Task.detached { [root] in _ = root.children } }
        }
        """, complaint: "data race"),
    Program(
      testDescription: "a main actor's model in another actor",
      text: """
        import ModelTree
        actor Other { func use(_ model: Model) { model.removeFromParent() } }
        @MainActor final class App {
          let root = Session()
          func use(_ other: Other) async { await other.use(root) }
        }
        """, complaint: "data race"),
    Program(
      testDescription: "a child handed over while its parent stays",
      text: """
        import ModelTree
        actor Host { func take(_ model: sending Model) {} }
        func use(_ host: Host) async {
          let root = Session()
          let child = Model(parent: root)
          await host.take(child)
          root.open()
        }
        """, complaint: "data race"),
    Program(
      testDescription: "a model as a Sendable value",
      text: """
        import ModelTree
        func use(_ value: some Sendable) {}
        @MainActor func give(_ model: Model) { use(model) }
        """, complaint: "Sendable"),
    Program(
      testDescription: "a main actor's TreeIsolation in another actor",
      text: """
        import ModelTree
        actor Other { func use(_ isolation: TreeIsolation) { isolation.after(.zero) {} } }
        @MainActor func give(_ other: Other) async { await other.use(TreeIsolation()) }
        """, complaint: "data race"),
    Program(
      testDescription: "a main actor's TreeIsolation in a detached task",
      text: """
        import ModelTree
        @MainActor final class App {
          let isolation: TreeIsolation
          init() { isolation = TreeIsolation() }
          func use() { Task.detached { [isolation] in _ = isolation.after(.zero) {} } }
        }
        """, complaint: "data race"),
    Program(
      testDescription: "a TreeIsolation of no domain",
      text: """
        import ModelTree
        func use() { _ = TreeIsolation() }
        """, complaint: "nil"),
    Program(
      testDescription: "a TreeIsolation of somebody else's domain",
      text: """
        import ModelTree
        @MainActor func use(_ other: any Actor) async {
          let isolation = await TreeIsolation(other)
          isolation.after(.zero) {}
        }
        """, complaint: "TreeIsolation"),
    Program(
      testDescription: "an enum of two kinds of messages",
      text: """
        import ModelTree
        enum Both: String, BubbleNotificationName, GlobalEventName { case both }
        """, complaint: "Delivered"),
  ]

  @Test(arguments: accepted)
  func `the compiler accepts`(program: Program) throws {
    let check = try CompilerCheck(program.text)
    #expect(check.isAccepted, "\(check.diagnostics)")
  }

  @Test(arguments: refused)
  func `the compiler refuses`(program: Program) throws {
    let check = try CompilerCheck(program.text)
    #expect(!check.isAccepted)
    #expect(check.diagnostics.contains(program.complaint), "\(check.diagnostics)")
  }
}
