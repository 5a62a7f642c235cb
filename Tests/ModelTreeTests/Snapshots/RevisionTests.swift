import LiveTree
import ModelTree
import Testing
import TreeSnapshot

/// A look at a tree that is worth taking again only if something has changed.
@Suite struct `The revision of a tree` {
  private let root = ProbeSession()

  private func moves(_ change: () -> Void) -> Bool {
    let before = root.revision
    change()
    return root.revision != before
  }

  @Test func `creating a model and removing it move it`() {
    #expect(moves { root.child("flow") })
    let flow = root.child("flow")
    #expect(moves { flow.child("picker") })
    #expect(moves { flow.removeFromParent() })
  }

  @Test func `the end of what retains a tree's models moves it`() {
    var flow: Probe? = root.child("flow")
    let picker = flow?.child("picker")
    flow?.removeFromParent()
    #expect(moves { flow = nil })
    #expect(picker?.parent == nil)
  }

  @Test func `registering and ending a subscription move it`() {
    let flow = root.child("flow")
    #expect(moves { flow.register(for: NetworkErrors.badToken) })
    #expect(moves { flow.register(for: NetworkErrors.badToken) { _ in } }, "it has another source")
    #expect(moves { flow.register(forAll: NetworkErrors.self) })
    #expect(moves { flow.unregister(for: NetworkErrors.badToken) })
    #expect(moves { flow.unregister(forAll: NetworkErrors.self) })
    #expect(!moves { flow.unregister(forAll: NetworkErrors.self) }, "there is none any more")
  }

  @Test func `what a model may raise moves it once`() {
    let flow = root.child("flow")
    #expect(moves { flow.mayRaise(NetworkErrors.badToken) })
    #expect(!moves { flow.mayRaise(NetworkErrors.badToken) })
  }

  @Test func `services that come and go move it`() {
    #expect(moves { root.open() })
    #expect(moves { root.provide(Alpha(root.log)) })
    #expect(moves { root.close() })
  }

  @Test func `representations that come and go move it`() {
    let flow = root.child("flow")
    var screen: Screen? = Screen()
    #expect(moves { screen.map(flow.applyRepresentation) })
    #expect(moves { screen = nil })
  }

  @Test func `the end of a root's representation moves it`() {
    var screen: Screen? = Screen()
    screen.map(root.applyRepresentation)
    #expect(moves { screen = nil })
    #expect(root.snapshot().root.representation == nil)
  }

  @Test func `looking, printing and raising without consequences do not move it`() {
    let flow = root.child("flow")
    flow.register(for: NetworkErrors.badToken) { _ in }
    flow.register(for: AppEvent.start) { _ in }
    #expect(
      !moves {
        _ = root.snapshot()
        _ = root.sessionTree(withOptions: .all)
        _ = (flow.parent, root.children, root.subtree, flow.session, flow.root)
        _ = root.allLeakedModels()
        flow.raise(NetworkErrors.badToken)
        flow.raise(NetworkErrors.badResponse)
        root.raise(AppEvent.start)
        _ = flow.raiseTest(Message(kind: .event, domain: "AppEvent", code: "Finish"))
      })
  }
}
