import ModelTree
import Testing
import TreeSnapshot

@Suite struct `Printing a live tree` {
  private let screen = Screen()

  private final class Flow: Model {
    override var label: String? { "main" }
    override var state: KeyValuePairs<String, String> { ["exams": "3"] }
  }
  private final class Picker: Model {}
  private final class LocalSession: Session {}
  private final class AppSession: Session {}

  /// AppSession ─ Flow ─ Picker, LocalSession ─ Picker; Picker.
  private func tree() -> (root: Session, models: [Model]) {
    let root = AppSession(file: "App.swift", line: 1)
    root.provide(Alpha(Log()))
    root.register(for: NetworkErrors.badToken, file: "App.swift", line: 2)
    root.register(forAll: PaymentErrors.self, file: "App.swift", line: 3)
    let flow = Flow(parent: root, file: "App.swift", line: 4)
    flow.register(for: MenuBubble.show, file: "App.swift", line: 5)
    flow.register(for: AppEvent.start, file: "App.swift", line: 6)
    flow.applyRepresentation(screen)
    let picker = Picker(parent: flow, file: "App.swift", line: 7)
    let local = LocalSession(parent: flow, file: "App.swift", line: 8)
    local.open()
    let inner = Picker(parent: local, file: "App.swift", line: 9)
    let last = Picker(parent: root, file: "App.swift", line: 10)
    return (root, [flow, picker, local, inner, last])
  }

  @Test func `the session's tree is printed with its branches`() {
    let (root, models) = tree()
    let text = """
      ──AppSession
         ├─Flow "main"
         │   ├─Picker
         │   └─LocalSession
         │      └─Picker
         └─Picker

      """
    #expect(root.sessionTree() == text)
    #expect(models[1].sessionTree() == text)
    #expect(models[2].sessionTree() == text)
  }

  @Test func `inside a local session that session's tree is printed`() {
    let (root, models) = tree()
    #expect(models[3].sessionTree() == "──LocalSession\n   └─Picker\n")
    withExtendedLifetime(root) {}
  }

  @Test func `a local session that was never opened is marked`() {
    let root = AppSession()
    let local = LocalSession(parent: root)
    #expect(root.sessionTree() == "──AppSession\n   └─LocalSession (not open)\n")
    local.open()
    #expect(root.sessionTree() == "──AppSession\n   └─LocalSession\n")
  }

  @Test func `printing opens no sessions`() {
    let root = ProbeSession()
    let local = root.localSession("local")
    _ = root.sessionTree(withOptions: .all)
    #expect(root.log.lines.isEmpty && !root.isOpen && !local.isOpen)
  }

  @Test func `printing writes to standard output, and needs no session`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      await MainActor.run {
        let (root, models) = `Printing a live tree`().tree()
        models[3].printSubtree(withOptions: .youAreHere)
        models[3].printSessionTree()
        models[3].removeFromParent()
        models[3].printSessionTree(withOptions: [.youAreHere, .sources])
        withExtendedLifetime(root) {}
      }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(
      output == """
        ──Picker <-
        ──LocalSession
           └─Picker
        ──Picker <-  | @App.swift:9

        """)
  }
}
