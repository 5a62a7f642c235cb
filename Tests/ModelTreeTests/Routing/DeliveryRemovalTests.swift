import ModelTree
import Testing

/// Rule 6: handlers that remove the models a delivery depends on.
@Suite struct `Removal during delivery` {
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

  @Test(arguments: [true, false])
  func `nobody gets it any more whose session closes meanwhile`(isHeld: Bool) {
    let controller = SessionController(
      anonymous: { ProbeSession() }, authorized: { Session(credentials: $0) })
    controller.start()
    guard let root = controller.session as? ProbeSession else { return }
    let log = root.log
    root.child("a").register(for: AppEvent.start) { [unowned controller] _ in
      log("a")
      controller.session?.close()
    }
    root.child("b").register(for: AppEvent.start) { _ in log("b") }
    let raiser = root.children[0]
    withExtendedLifetime(isHeld ? root : nil) { _ = raiser.raise(AppEvent.start) }
    #expect(log.lines.filter { $0 == "a" || $0 == "b" } == ["a"])
  }

  @Test func `nobody gets it any more whose session is let go of meanwhile`() {
    final class Holder { var root: Session? = Session() }
    let holder = Holder()
    let log = Log()
    let children = (0..<2).compactMap { _ in holder.root.map { Model(parent: $0) } }
    for (number, child) in children.enumerated() {
      child.register(for: AppEvent.start) { _ in
        log("\(number)")
        holder.root = nil
      }
    }
    children[0].raise(AppEvent.start)
    #expect(log.lines == ["0"])
  }

  @Test func `a chain that a handler takes apart costs no more for each model`() {
    let root = Session()
    var parent: Model = root
    var chain: [Model] = []
    for _ in 0..<20_000 {
      parent = Model(parent: parent)
      chain.append(parent)
    }
    parent.register(for: AppEvent.start)
    root.register(for: AppEvent.start) { _ in for model in chain { model.removeFromParent() } }
    #expect(root.raise(AppEvent.start).count == 1)
  }

  @Test func `a local session that has left still delivers what is raised below it`() {
    let root = Session()
    let log = Log()
    let local = Session(parent: root)
    local.register(for: AppEvent.start) { [unowned local] _ in
      let late = Model(parent: local)
      late.register(for: AppEvent.finish) { _ in log("late") }
      late.raise(AppEvent.finish)
    }
    let raiser = Model(parent: root)
    raiser.register(for: AppEvent.start) { _ in log("raiser") }
    root.register(for: AppEvent.start) { [unowned local] _ in
      local.removeFromParent()
      // A nested delivery, for the session and its receivers at that moment.
      Model(parent: local).raise(AppEvent.start)
    }
    raiser.raise(AppEvent.start)
    #expect(log.lines == ["late", "raiser"])
    withExtendedLifetime(local) {}
  }
}
