import ModelTree
import Testing

/// Rule 3.
@Suite struct `Uncaught errors` {
  @Test func `an error that nobody handles is told to the root session by signal, then by call`() {
    let root = ProbeSession()
    let leaf = root.localSession("local").child("leaf")
    root.uncaughtErrorSignal.subscribeNext { root.log("signal \($0.code)") }
    #expect(leaf.raise(NetworkErrors.badToken) == nil)
    #expect(root.log.lines == ["signal 101", "root uncaught NetworkErrors.101"])
  }

  @Test func `an error of the root session itself can be uncaught`() {
    let root = ProbeSession()
    root.raise(NetworkErrors.badToken)
    #expect(root.log.lines == ["root uncaught NetworkErrors.101"])
  }

  @Test func `a local session is not told of uncaught errors`() {
    let root = ProbeSession()
    let local = root.localSession("local")
    local.uncaughtErrorSignal.subscribeNext { _ in root.log("local signal") }
    local.child("leaf").raise(NetworkErrors.badToken)
    #expect(root.log.lines == ["root uncaught NetworkErrors.101"])
  }

  @Test func `a bubble that nobody handles ends in silence`() {
    let root = ProbeSession()
    #expect(root.child("leaf").raise(MenuBubble.show) == nil)
    #expect(root.log.lines.isEmpty)
  }

  @Test func `a handled error is not uncaught`() {
    let root = ProbeSession()
    root.register(forAll: NetworkErrors.self)
    root.child("leaf").raise(NetworkErrors.badToken)
    #expect(root.log.lines == ["root error NetworkErrors.101"])
  }

  @Test func `by default a handled error goes into the handler's error signal`() {
    let root = Session()
    let child = Model(parent: root)
    let log = Log()
    child.register(for: NetworkErrors.badToken)
    child.errorSignal.subscribeNext { log("child \($0.label ?? "")") }
    root.errorSignal.subscribeNext { _ in log("root") }
    child.raise(NetworkErrors.badToken)
    #expect(log.lines == ["child badToken"])
  }

  @Test(arguments: Upward.allCases)
  func `in a removed subtree it rises to the subtree's top and nobody else is told`(kind: Upward) {
    let root = ProbeSession()
    kind.register(root)
    let top = root.child("top")
    let leaf = top.child("leaf")
    top.removeFromParent()
    #expect(kind.raise(at: leaf) == nil)
    kind.register(top)
    #expect(kind.raise(at: leaf) === top)
    #expect(root.log.lines.count == 1)
  }

  @Test func `a handler may raise further errors, uncaught ones included`() {
    let root = ProbeSession()
    let child = root.child("child")
    child.register(for: NetworkErrors.badToken) { [unowned child] _ in
      child.raise(NetworkErrors.badResponse)
      root.log("handled")
    }
    child.raise(NetworkErrors.badToken)
    #expect(root.log.lines == ["root uncaught NetworkErrors.100", "handled"])
  }
}
