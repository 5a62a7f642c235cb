import ModelTree
import Testing

/// Models that touch the tree while it lets them go.
@Suite struct `Releasing a tree` {
  @Test func `a subtree goes parent before child, siblings in order`() {
    let root = ProbeSession()
    do {
      let top = root.child("top")
      top.child("a").child("a1")
      top.child("b")
      for case let probe as Probe in top.subtree { probe.onDeinit = { $0.log("\($0.name) gone") } }
    }
    root.children[0].removeFromParent()
    #expect(root.log.lines == ["top gone", "a gone", "a1 gone", "b gone"])
  }

  @Test func `a model may look around while it goes`() {
    let root = ProbeSession()
    var seen: [String] = []
    do {
      let child = root.child("child")
      child.child("below")
      child.onDeinit = { going in
        seen = [
          "\(going.parent == nil)", "\(going.session == nil)", "\(going.children.count)",
          "\(going.subtree.count)", going.sessionTree(), "\(going.id)",
        ]
      }
    }
    root.children[0].removeFromParent()
    #expect(
      seen == ["true", "true", "1", "2", "──Probe \"child\"\n   └─Probe \"below\"\n", "2"])
  }

  @Test func `a model may unregister, raise and attach while it goes`() {
    let root = ProbeSession()
    weak var late: Model?
    do {
      let child = root.child("child")
      child.register(for: AppEvent.start)
      child.onDeinit = { going in
        going.unregister(for: AppEvent.start)
        going.register(for: NetworkErrors.badToken)
        going.raise(NetworkErrors.badToken)
        going.raise(NetworkErrors.badResponse)
        going.raise(MenuBubble.show)
        going.raise(AppEvent.start)
        late = going.child("late")
      }
    }
    root.children[0].removeFromParent()
    #expect(root.log.lines == ["child error NetworkErrors.101"])
    #expect(late == nil)
    #expect(root.subtree.count == 1)
    #expect(root.raise(NetworkErrors.badToken) == nil)
  }

  @Test func `a model may remove others while it goes`() {
    let root = ProbeSession()
    let other = root.child("other")
    weak var otherBelow: Model?
    otherBelow = other.child("below")
    do {
      let child = root.child("child")
      child.child("own")
      child.onDeinit = { [unowned other] going in
        going.children[0].removeFromParent()
        going.removeFromParent()
        for model in other.children { model.removeFromParent() }
      }
    }
    root.children[1].removeFromParent()
    #expect(names(root.subtree) == ["root", "other"])
    #expect(otherBelow == nil)
  }

  @Test func `a model may attach to others while it goes, though its place is reused`() {
    let root = ProbeSession()
    let other = root.child("other")
    do {
      let child = root.child("child")
      child.child("below").onDeinit = { [unowned other] _ in
        for number in 1...20 { other.child("new \(number)").register(for: AppEvent.start) }
      }
      child.register(for: AppEvent.start)
    }
    root.children[1].removeFromParent()
    #expect(other.children.count == 20)
    #expect(Set(root.subtree.map(\.id)).count == 22)
    #expect(root.raise(AppEvent.start).count == 20)
  }

  @Test func `a root session may raise while it goes`() {
    let log: Log
    do {
      final class Last: Session {
        let log = Log()
        isolated deinit {
          raise(NetworkErrors.badToken)
          log("\(raise(AppEvent.start).count)")
        }
        override func handleUncaught(_ error: ModelError) { log("uncaught \(error.code)") }
      }
      let root = Last()
      log = root.log
      Model(parent: root).register(for: AppEvent.start)
    }
    #expect(log.lines == ["uncaught 101", "1"])
  }

  @Test func `removal inside a removal is done when the outer one is`() {
    let root = ProbeSession()
    var first: Probe? = root.child("first")
    root.child("second").child("below")
    weak let below = root.children[1].children[0]
    first?.onDeinit = { [unowned root] _ in root.children[0].removeFromParent() }
    first?.removeFromParent()
    first = nil
    #expect(root.children.isEmpty)
    #expect(below == nil)
  }
}
