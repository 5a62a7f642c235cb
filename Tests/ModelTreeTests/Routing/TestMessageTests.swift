import LiveTree
import ModelTree
import Testing
import TreeSnapshot

/// Rule 7 as far as test messages are concerned.
@Suite struct `Test messages` {
  private nonisolated static let badToken = Message(
    kind: .error, domain: "NetworkErrors", code: "101")
  private nonisolated static let show = Message(
    kind: .bubble, domain: "MenuBubble", code: "ShowMenu")
  private static let start = Message(kind: .event, domain: "AppEvent", code: "Start")

  @Test func `handlers see that a message is a test`() {
    let root = ProbeSession()
    root.register(for: NetworkErrors.badToken) { root.log("\($0.isTest) \($0.label ?? "-")") }
    root.register(for: MenuBubble.show) { root.log("\($0.isTest) \($0.sender === root)") }
    root.register(for: AppEvent.start) { root.log("\($0.isTest) \($0.sender === root)") }
    for message in [Self.badToken, Self.show, Self.start] { _ = root.raiseTest(message) }
    root.raise(NetworkErrors.badToken)
    root.raise(MenuBubble.show)
    root.raise(AppEvent.start)
    #expect(
      root.log.lines
        == [
          "true badToken", "true true", "true true", "false badToken", "false true", "false true",
        ]
    )
  }

  @Test func `an uncaught test error is marked as such`() {
    let root = ProbeSession()
    root.uncaughtErrorSignal.subscribeNext { root.log("\($0.isTest)") }
    let route = root.raiseTest(Self.badToken)
    #expect(root.log.lines == ["true", "root uncaught NetworkErrors.101"])
    #expect(route.passed.map(\.id) == [root.id])
    #expect(route.takers.isEmpty)
  }

  @Test func `what handlers raise is neither recorded nor marked`() {
    let root = ProbeSession()
    let child = root.child("child")
    child.register(for: AppEvent.start) { [unowned child] _ in
      child.raise(NetworkErrors.badToken)
      child.raise(AppEvent.finish)
    }
    root.register(for: NetworkErrors.badToken) { root.log("\($0.isTest)") }
    root.register(for: AppEvent.finish) { root.log("\($0.isTest)") }
    #expect(root.raiseTest(Self.start).takers.map(\.id) == [child.id])
    #expect(root.log.lines == ["false", "false"])
  }

  @Test func `a test raised inside a test is recorded apart`() {
    let root = ProbeSession()
    let child = root.child("child")
    var inner: TakenRoute?
    child.register(for: AppEvent.start) { [unowned child] _ in
      inner = child.raiseTest(Self.badToken)
    }
    root.register(for: AppEvent.start)
    #expect(root.raiseTest(Self.start).takers.map(\.id) == [root.id, child.id])
    #expect(inner?.passed.map(\.id) == [child.id, root.id])
  }

  @Test func `a test message of an unknown name leaves the tree's dump as it was`() {
    let root = ProbeSession()
    root.register(forAll: NetworkErrors.self)
    let before = root.snapshot().dump()
    for kind in Message.Kind.allCases {
      _ = root.raiseTest(Message(kind: kind, domain: "Unheard", code: "of"))
    }
    #expect(root.snapshot().dump() == before)
  }

  @Test func `an unknown code of a known domain goes to those who listen to all of it`() {
    let root = ProbeSession()
    root.register(forAll: NetworkErrors.self) { error in
      root.log("\(error.code) \(error.as(NetworkErrors.self) == nil)")
    }
    _ = root.raiseTest(Message(kind: .error, domain: "NetworkErrors", code: "999"))
    #expect(root.log.lines == ["999 true"])
  }

  @Test func `a model is found by its id in its subtree alone`() {
    let root = ProbeSession()
    let a = root.child("a")
    let b = a.child("b")
    #expect(root.model(withID: b.id) === b)
    #expect(root.model(withID: root.id) === root)
    #expect(b.model(withID: a.id) == nil)
    #expect(root.model(withID: 99) == nil)
    a.removeFromParent()
    #expect(root.model(withID: b.id) == nil)
  }
}
