import LiveTree
import ModelTree
import Testing
import TreeSnapshot

/// The recorded effects of a test message: its handler, and the messages raised meanwhile.
@Suite struct `Consequences of an edit` {
  private nonisolated static let badToken = Message(
    kind: .error, domain: "NetworkErrors", code: "101")
  private static let start = Message(kind: .event, domain: "AppEvent", code: "Start")

  /// `kind name at id: taken by ids`, each followed by the messages raised meanwhile in brackets.
  private func words(_ route: TakenRoute) -> String {
    let handlings = route.handlings.map { handling in
      let raised = handling.raised.map(words).joined(separator: "; ")
      return "\(handling.model.id)" + (raised.isEmpty ? "" : " [\(raised)]")
    }
    return "\(route.message.name) at \(route.raiser.id) by \(handlings.joined(separator: ", "))"
      + (route.isUncaught ? " uncaught" : "")
  }

  @Test func `what a handler raises stands below it, as deep as it goes`() {
    let root = Session()
    let flow = Model(parent: root)
    let leaf = Model(parent: flow)
    root.register(for: NetworkErrors.badToken) { [unowned root, unowned leaf] _ in
      root.raise(AppEvent.start)
      leaf.raise(MenuBubble.show)
    }
    flow.register(for: AppEvent.start) { [unowned flow] _ in flow.raise(MenuBubble.hide) }
    leaf.register(for: AppEvent.start)
    flow.register(for: MenuBubble.show) { _ in }
    #expect(
      words(leaf.raiseTest(Self.badToken))
        == "NetworkErrors.101 at 3 by 1 [AppEvent.Start at 1 by 2 "
        + "[MenuBubble.HideMenu at 2 by ], 3; MenuBubble.ShowMenu at 3 by 2]")
  }

  @Test func `an error that nobody takes is written down with the session that is told`() {
    let root = ProbeSession()
    root.register(for: AppEvent.start)
    let leaf = root.child("leaf")
    root.uncaughtErrorSignal.subscribeNext { [unowned root] _ in root.raise(AppEvent.start) }
    let route = leaf.raiseTest(Self.badToken)
    #expect(
      words(route) == "NetworkErrors.101 at 2 by 1 [AppEvent.Start at 1 by 1] uncaught")
    #expect(route.takers == [])
    #expect(route.passed.map(\.id) == [2, 1])
  }

  @Test func `models that go meanwhile are named all the same`() {
    let root = Session()
    let flow = Model(parent: root)
    flow.register(for: AppEvent.start) { [unowned flow] _ in
      Model(parent: flow).raise(MenuBubble.show)
      flow.removeFromParent()
    }
    let route = root.raiseTest(Self.start)
    #expect(words(route) == "AppEvent.Start at 1 by 2 [MenuBubble.ShowMenu at 3 by ]")
    #expect(route.handlings[0].raised[0].raiser == .init(id: 3, type: "Model"))
  }

  @Test func `a handler's time is its own and that of what it led to`() {
    let root = Session()
    let leaf = Model(parent: root)
    root.register(for: NetworkErrors.badToken) { [unowned root] _ in
      root.raise(AppEvent.start)
    }
    leaf.register(for: AppEvent.start) { _ in
      for _ in 0..<1_000 { withExtendedLifetime(Session()) {} }
    }
    let outer = leaf.raiseTest(Self.badToken).handlings[0]
    #expect(outer.duration >= outer.raised[0].handlings[0].duration)
    #expect(outer.raised[0].handlings[0].duration > .zero)
  }

  @Test func `what was unregistered while the tree is inspected is known, until it is made again`()
  {
    let root = Session()
    let flow = Model(parent: root)
    flow.register(for: NetworkErrors.badToken, file: "Flow.swift", line: 7)
    flow.unregister(for: NetworkErrors.badToken)
    #expect(root.subscriptionsEnded() == [])

    root.beginKeepingFormerPlaces()
    flow.register(for: NetworkErrors.badToken, file: "Flow.swift", line: 8)
    flow.register(forAll: MenuBubble.self, file: "Flow.swift", line: 9)
    flow.unregister(for: NetworkErrors.badToken)
    flow.unregister(forAll: MenuBubble.self)
    #expect(
      root.subscriptionsEnded() == [
        EndedSubscription(
          id: 2,
          subscription: Subscription(
            kind: .bubble, domain: "MenuBubble", code: nil, source: "Flow.swift:9")),
        EndedSubscription(
          id: 2,
          subscription: Subscription(
            kind: .error, domain: "NetworkErrors", code: "101", label: "badToken",
            source: "Flow.swift:8")),
      ])
    flow.register(for: NetworkErrors.badToken)
    #expect(root.subscriptionsEnded().map(\.subscription.domain) == ["MenuBubble"])
    flow.removeFromParent()
    #expect(root.subscriptionsEnded().count == 1)
  }

  @Test func `the registrations that ended last are kept, and none of a model that is gone`() {
    let root = Session()
    root.beginKeepingFormerPlaces()
    for _ in 0..<3_000 {
      let passing = Model(parent: root)
      passing.register(for: NetworkErrors.badToken)
      passing.unregister(for: NetworkErrors.badToken)
      passing.removeFromParent()
    }
    let staying = Model(parent: root)
    #expect(root.subscriptionsEnded() == [])
    staying.register(for: AppEvent.start)
    staying.unregister(for: AppEvent.start)
    #expect(root.subscriptionsEnded().map(\.id) == [staying.id])
  }
}
