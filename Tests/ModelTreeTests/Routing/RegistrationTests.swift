import ModelTree
import Testing
import TreeSnapshot

@Suite struct `Registering for messages` {
  @Test func `a replaced registration keeps its place and names its new source`() {
    let root = Session()
    root.register(for: NetworkErrors.badToken)
    root.register(for: NetworkErrors.badResponse)
    root.register(for: NetworkErrors.badToken, file: "Elsewhere.swift", line: 7)
    let subscriptions = root.snapshot().root.subscriptions
    #expect(subscriptions.map(\.code) == ["101", "100"])
    #expect(subscriptions.first?.source == "Elsewhere.swift:7")
  }

  @Test func `registering tells nobody anything`() {
    let root = ProbeSession()
    let child = root.child("child")
    for model in [root, child] as [Model] {
      model.pushChildSignal.subscribeNext { _ in root.log("push") }
      model.wantsRemoveChildSignal.subscribeNext { _ in root.log("remove") }
      model.errorSignal.subscribeNext { _ in root.log("error") }
    }
    child.register(forAll: NetworkErrors.self)
    child.register(for: MenuBubble.show)
    child.register(for: AppEvent.start)
    child.mayRaise(AppEvent.finish)
    child.unregister(for: MenuBubble.show)
    #expect(root.log.lines.isEmpty)
    #expect(names(root.subtree) == ["root", "child"])
  }
}
