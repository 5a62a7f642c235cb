import ModelTree
import Testing

/// Rule 6: handlers that take away what the delivery stands on.
@Suite struct DeliveryRemovalTests {
  @Test func `a handler that removes the raiser does not stop the delivery`() {
    let root = ProbeSession()
    root.child("first").register(for: AppEvent.start) { [unowned root] _ in
      root.children[1].removeFromParent()
    }
    let raiser = root.child("raiser").child("deep")
    root.child("last").register(for: AppEvent.start)
    #expect(names(raiser.raise(AppEvent.start)) == ["first", "last"])
    #expect(raiser.session == nil)
  }

  @Test func `a handler that removes its own model does not stop the delivery`() {
    let root = ProbeSession()
    let first = root.child("first")
    first.child("below").register(for: AppEvent.start)
    first.register(for: AppEvent.start) { [unowned first] _ in first.removeFromParent() }
    root.child("last").register(for: AppEvent.start)
    #expect(names(root.raise(AppEvent.start)) == ["first", "last"])
  }

  @Test func `a handler that removes its parent keeps its siblings from getting it`() {
    let root = ProbeSession()
    let parent = root.child("parent")
    parent.child("first").register(for: AppEvent.start) { [unowned parent] _ in
      parent.removeFromParent()
    }
    parent.child("second").register(for: AppEvent.start)
    root.child("last").register(for: AppEvent.start)
    #expect(names(root.raise(AppEvent.start)) == ["first", "last"])
  }

  @Test(arguments: ["local", "around"])
  func `models below a local session that leaves the tree do not get its event`(removed: String) {
    let root = ProbeSession()
    let local = root.child("around").localSession("local")
    let first = local.child("first")
    first.register(for: AppEvent.start) { [unowned root] _ in
      root.subtree.first { $0.label == removed }?.removeFromParent()
    }
    local.child("second").register(for: AppEvent.start)
    #expect(names(first.raise(AppEvent.start)) == ["first"])
    #expect(root.log.lines.isEmpty)
  }

  @Test func `models of a local session that a handler closes do not get its event`() {
    let root = ProbeSession()
    let local = root.localSession("local")
    local.open()
    let first = local.child("first")
    first.register(for: AppEvent.start) { [unowned local] _ in local.close() }
    local.child("second").register(for: AppEvent.start)
    #expect(names(first.raise(AppEvent.start)) == ["first"])
    #expect(
      root.log.lines
        == ["local did load", "local will close", "first will close", "second will close"])
  }

  @Test func `a handler that closes the root session harms nobody`() {
    weak var old: ProbeSession?
    let log: Log
    do {
      let controller = SessionController(
        anonymous: { ProbeSession("anonymous") }, authorized: { _ in ProbeSession("authorized") })
      controller.start()
      let root = controller.session as? ProbeSession
      old = root
      log = root?.log ?? Log()
      root?.child("first").register(for: AppEvent.start) { [weak root] _ in root?.close() }
      root?.child("second").register(for: AppEvent.finish)
      #expect(names(root?.raise(AppEvent.start) ?? []) == ["first"])
      #expect(controller.session !== root)
    }
    #expect(old == nil)
    #expect(
      log.lines
        == ["anonymous did load", "anonymous will close", "first will close", "second will close"])
  }

  @Test func `models stay alive until the delivery is over, and go then`() {
    weak var probe: Model?
    let root = ProbeSession()
    root.child("first").register(for: AppEvent.start) { [unowned root] _ in
      root.children[1].removeFromParent()
      #expect(probe != nil)
    }
    root.child("second").register(for: AppEvent.start)
    probe = root.children[1]
    root.raise(AppEvent.start)
    #expect(probe == nil)
  }
}
