import ModelTree
import Testing

/// Rule 6: handlers that remove the models a delivery depends on.
@Suite struct `Removal during delivery` {
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
}
