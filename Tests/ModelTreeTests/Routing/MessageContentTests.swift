import ModelTree
import Testing

/// What a handler learns from its message; that it arrives at all is the oracle's.
@Suite struct `The contents of a message` {
  private let root = ProbeSession()

  @Test func `a bubble and an event tell their sender and their object`() {
    let child = root.child("child")
    root.register(for: MenuBubble.show) { [root] bubble in
      #expect(bubble.is(MenuBubble.show) && !bubble.is(MenuBubble.hide))
      #expect(bubble.as(MenuBubble.self) == .show && bubble.as(AppEvent.self) == nil)
      root.log("\(bubble.sender === child) \(bubble.object as? Int ?? 0) \(bubble.isTest)")
    }
    root.register(for: AppEvent.start) { [root] event in
      root.log("\(event.sender === child) \(event.object as? String ?? "") \(event.isTest)")
    }
    child.raise(MenuBubble.show, with: 7)
    child.raise(AppEvent.start, with: "Physics")
    #expect(root.log.lines == ["true 7 false", "true Physics false"])
  }

  @Test func `an error that was made before, or handled before, is raised on`() {
    let child = root.child("child")
    root.register(for: NetworkErrors.badToken)
    child.register(for: NetworkErrors.badToken) { [unowned child] error in
      child.parent?.raise(error)
    }
    #expect(child.raise(ModelError(NetworkErrors.badToken)) === child)
    #expect(root.log.lines == ["root error NetworkErrors.101"])
  }

  @Test func `by default a handled error goes into the handler's error signal`() {
    let session = Session()
    let child = Model(parent: session)
    let log = Log()
    child.register(for: NetworkErrors.badToken)
    child.errorSignal.subscribeNext { log("child \($0.label ?? "")") }
    session.errorSignal.subscribeNext { _ in log("session") }
    child.raise(NetworkErrors.badToken)
    #expect(log.lines == ["child badToken"])
  }
}
