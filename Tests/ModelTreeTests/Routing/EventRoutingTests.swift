import ModelTree
import Testing

/// Rule 4, and rule 5 as far as events are concerned.
@Suite struct `Event routing` {
  /// root ─ a ─ a1, a2; local ─ l1 ─ inner ─ i1; b. All are registered.
  private func tree() -> ProbeSession {
    let root = ProbeSession()
    let a = root.child("a")
    a.child("a1")
    a.child("a2")
    root.localSession("local").child("l1").localSession("inner").child("i1")
    root.child("b")
    for model in root.subtree { model.register(for: AppEvent.start) }
    return root
  }

  private nonisolated static let everyone = [
    "root", "a", "a1", "a2", "local", "l1", "inner", "i1", "b",
  ]
  private nonisolated static let inLocal = ["local", "l1", "inner", "i1"]

  @Test(
    arguments: [
      ("root", everyone), ("a", everyone), ("a2", everyone), ("b", everyone),
      ("local", everyone), ("l1", inLocal), ("inner", inLocal), ("i1", ["inner", "i1"]),
    ])
  func `it goes from the raiser's session down in document order`(
    raiser: String, receivers: [String]
  ) throws {
    let root = tree()
    let model = try #require(root.subtree.first { $0.label == raiser })
    #expect(names(model.raise(AppEvent.start)) == receivers)
    #expect(root.log.lines == receivers.map { "\($0) event AppEvent.Start" })
  }

  @Test func `only registered models get it`() {
    let root = tree()
    for model in root.subtree where ["root", "a1", "local", "i1"].contains(model.label) {
      model.unregister(for: AppEvent.start)
    }
    #expect(names(root.raise(AppEvent.start)) == ["a", "a2", "l1", "inner", "b"])
    #expect(root.raise(AppEvent.finish).isEmpty)
  }

  @Test func `two domains that share a raw value do not meet`() {
    let root = ProbeSession()
    root.child("app").register(for: AppEvent.start)
    root.child("exam").register(for: ExamEvent.start)
    #expect(names(root.raise(AppEvent.start)) == ["app"])
    #expect(names(root.raise(ExamEvent.start)) == ["exam"])
  }

  @Test func `a whole domain is registered for each of its events, and gets each once`() {
    let root = ProbeSession()
    let both = root.child("both")
    both.register(forAll: AppEvent.self) { root.log("domain \($0.code)") }
    both.register(for: AppEvent.start) { root.log("code \($0.code)") }
    #expect(names(root.raise(AppEvent.start)) == ["both"])
    #expect(names(root.raise(AppEvent.finish)) == ["both"])
    #expect(root.log.lines == ["code Start", "domain Finish"])
  }

  @Test func `an event tells its sender and its object`() {
    let root = ProbeSession()
    let child = root.child("child")
    root.register(for: AppEvent.start) { event in
      root.log("\(event.sender === child) \(event.object as? String ?? "") \(event.isTest)")
    }
    child.raise(AppEvent.start, with: "Physics")
    #expect(root.log.lines == ["true Physics false"])
  }

  @Test func `in a removed subtree without a session nobody gets it`() {
    let root = tree()
    let a = root.children[0]
    let a1 = a.children[0]
    a.removeFromParent()
    #expect(a1.raise(AppEvent.start).isEmpty)
    #expect(a.raise(AppEvent.start).isEmpty)
    #expect(root.log.lines.isEmpty)
    #expect(names(root.raise(AppEvent.start)) == Self.everyone.filter { !$0.hasPrefix("a") })
  }

  @Test func `below a removed local session it stays there`() {
    let root = tree()
    let local = root.children[1]
    let leaf = local.children[0]
    local.removeFromParent()
    #expect(names(leaf.raise(AppEvent.start)) == Self.inLocal)
  }

  @Test func `siblings get it in the order in which they were attached`() {
    let root = ProbeSession()
    for name in ["c", "a", "b"] { root.child(name).register(for: AppEvent.start) }
    root.children[0].removeFromParent()
    root.child("c").register(for: AppEvent.start)
    #expect(names(root.raise(AppEvent.start)) == ["a", "b", "c"])
  }
}
