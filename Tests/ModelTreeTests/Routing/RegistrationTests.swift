import ModelTree
import Testing
import TreeSnapshot

@Suite struct `Registering for messages` {
  @Test(arguments: Upward.allCases, [Upward.Scope.code, .domain])
  func `a second registration for the same message replaces the first`(
    kind: Upward, scope: Upward.Scope
  ) {
    let root = ProbeSession()
    kind.register(root, scope) { root.log("first") }
    kind.register(root, scope) { root.log("second") }
    kind.raise(at: root)
    #expect(root.log.lines == ["second"])
    #expect(root.snapshot().root.subscriptions.count == 1)
    kind.unregister(root, scope)
    #expect(kind.raise(at: root) == nil)
  }

  @Test func `a second registration for the same event replaces the first`() {
    let root = ProbeSession()
    root.register(for: AppEvent.start) { _ in root.log("first") }
    root.register(for: AppEvent.start)
    #expect(root.raise(AppEvent.start).count == 1)
    #expect(root.log.lines == ["root event AppEvent.Start"])
  }

  @Test func `a replaced registration keeps its place and names its new source`() {
    let root = Session()
    root.register(for: NetworkErrors.badToken)
    root.register(for: NetworkErrors.badResponse)
    root.register(for: NetworkErrors.badToken, file: "Elsewhere.swift", line: 7)
    let subscriptions = root.snapshot().root.subscriptions
    #expect(subscriptions.map(\.code) == ["101", "100"])
    #expect(subscriptions.first?.source == "Elsewhere.swift:7")
  }

  @Test func `a closure is called in place of handle, and handle where there is none`() {
    let root = ProbeSession()
    root.register(for: NetworkErrors.badToken) { root.log("closure \($0.code)") }
    root.register(for: NetworkErrors.badResponse)
    root.register(for: MenuBubble.show) { root.log("closure \($0.code)") }
    root.register(for: MenuBubble.hide)
    root.register(for: AppEvent.start) { root.log("closure \($0.code)") }
    root.register(for: AppEvent.finish)
    for code in NetworkErrors.allCases { root.raise(code) }
    for name in MenuBubble.allCases { root.raise(name) }
    for name in AppEvent.allCases { root.raise(name) }
    #expect(
      root.log.lines == [
        "root error NetworkErrors.100", "closure 101", "closure ShowMenu",
        "root bubble MenuBubble.HideMenu", "closure Start", "root event AppEvent.Finish",
      ])
  }

  @Test func `several errors are registered at once`() {
    let root = ProbeSession()
    root.register(for: [NetworkErrors.badToken, .badResponse])
    #expect(root.raise(NetworkErrors.badToken) === root)
    #expect(root.raise(NetworkErrors.badResponse) === root)
  }

  @Test(arguments: Upward.allCases)
  func `unregistering ends one registration and leaves the others`(kind: Upward) {
    let root = ProbeSession()
    for scope in [Upward.Scope.otherCode, .code, .domain] { kind.register(root, scope) }
    kind.unregister(root, .code)
    #expect(root.snapshot().root.subscriptions.count == 2)
    #expect(kind.raise(at: root) === root)
    kind.unregister(root, .domain)
    #expect(kind.raise(at: root) == nil)
    #expect(root.snapshot().root.subscriptions.count == 1)
  }

  @Test(arguments: Upward.allCases, [Upward.Scope.code, .otherCode, .domain])
  func `unregistering what was never registered does nothing`(kind: Upward, scope: Upward.Scope) {
    let root = ProbeSession()
    kind.unregister(root, scope)
    #expect(root.snapshot().root.subscriptions.isEmpty)
  }

  @Test func `unregistering a whole domain of events leaves the single names`() {
    let root = ProbeSession()
    root.register(forAll: AppEvent.self)
    root.register(for: AppEvent.start)
    root.unregister(forAll: AppEvent.self)
    #expect(root.raise(AppEvent.finish).isEmpty)
    #expect(root.raise(AppEvent.start).count == 1)
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

  @Test func `a handler may register and unregister at its own model`() {
    let root = ProbeSession()
    root.register(for: NetworkErrors.badToken) { [unowned root] _ in
      root.log("first")
      for code in NetworkErrors.allCases { root.register(for: code) }
      root.unregister(for: NetworkErrors.badResponse)
    }
    root.raise(NetworkErrors.badToken)
    root.raise(NetworkErrors.badToken)
    #expect(root.log.lines == ["first", "root error NetworkErrors.101"])
    #expect(root.raise(NetworkErrors.badResponse) == nil)
  }
}
