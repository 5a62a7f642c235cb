import ModelTree
import Testing

/// Rule 6: changes that handlers make during the delivery of an event.
@Suite struct `Delivery of events` {
  /// root ─ first, second ─ below; third; every one but root is registered.
  private func tree() -> (root: ProbeSession, first: Probe, second: Probe, third: Probe) {
    let root = ProbeSession()
    let first = root.child("first")
    let second = root.child("second")
    second.child("below")
    let third = root.child("third")
    for model in root.subtree.dropFirst() { model.register(for: AppEvent.start) }
    return (root, first, second, third)
  }

  private func lines(_ names: String...) -> [String] { names.map { "\($0) event AppEvent.Start" } }

  @Test func `a model that is attached meanwhile does not get it`() {
    let (root, first, _, third) = tree()
    first.register(for: AppEvent.start) { [unowned first] _ in
      first.child("new below").register(for: AppEvent.start)
      third.child("new later").register(for: AppEvent.start)
      root.localSession("new session").register(forAll: AppEvent.self)
    }
    #expect(names(root.raise(AppEvent.start)) == ["first", "second", "below", "third"])
    #expect(root.log.lines == lines("second", "below", "third"))
    first.register(for: AppEvent.start)
    #expect(
      names(root.raise(AppEvent.start))
        == ["first", "new below", "second", "below", "third", "new later", "new session"])
  }

  @Test func `a model that registers meanwhile does not get it`() {
    let (root, first, _, _) = tree()
    let late = root.child("late")
    first.register(for: AppEvent.start) { [unowned late] _ in late.register(for: AppEvent.start) }
    #expect(names(root.raise(AppEvent.start)) == ["first", "second", "below", "third"])
  }

  @Test func `a model that is removed before its turn, and what is below it, do not get it`() {
    let (root, first, second, _) = tree()
    first.register(for: AppEvent.start) { [unowned second] _ in second.removeFromParent() }
    #expect(names(root.raise(AppEvent.start)) == ["first", "third"])
    #expect(root.log.lines == lines("third"))
  }

  @Test func `a model whose last reference goes before its turn does not get it`() {
    let root = ProbeSession()
    root.child("first").register(for: AppEvent.start) { [unowned root] _ in
      root.children.last?.removeFromParent()
    }
    root.child("last").register(for: AppEvent.start)
    #expect(names(root.raise(AppEvent.start)) == ["first"])
    #expect(names(root.children) == ["first"])
  }

  @Test func `a new model in the place of a removed one does not get it`() {
    let root = ProbeSession()
    root.child("first").register(for: AppEvent.start) { [unowned root] _ in
      root.children.last?.removeFromParent()
      root.child("successor").register(for: AppEvent.start)
    }
    root.child("last").register(for: AppEvent.start)
    #expect(names(root.raise(AppEvent.start)) == ["first"])
  }

  @Test func `a model that is unregistered before its turn does not get it`() {
    let (root, first, second, _) = tree()
    first.register(for: AppEvent.start) { [unowned second] _ in
      second.unregister(for: AppEvent.start)
    }
    #expect(names(root.raise(AppEvent.start)) == ["first", "below", "third"])
  }

  @Test func `a model that is registered anew before its turn gets it by the new handler`() {
    let (root, first, second, _) = tree()
    first.register(for: AppEvent.start) { [unowned second] _ in
      second.unregister(for: AppEvent.start)
      second.register(for: AppEvent.start) { _ in root.log("anew") }
    }
    #expect(names(root.raise(AppEvent.start)) == ["first", "second", "below", "third"])
    #expect(root.log.lines == ["anew"] + lines("below", "third"))
  }

  @Test func `a model that keeps its domain when it loses the code gets it by the domain`() {
    let (root, first, second, _) = tree()
    second.register(forAll: AppEvent.self) { _ in root.log("domain") }
    first.register(for: AppEvent.start) { [unowned second] _ in
      second.unregister(for: AppEvent.start)
    }
    root.raise(AppEvent.start)
    #expect(root.log.lines == ["domain"] + lines("below", "third"))
  }

  @Test func `what a handler raises is delivered before the outer delivery goes on`() {
    let (root, first, second, third) = tree()
    second.register(for: AppEvent.finish)
    third.register(for: NetworkErrors.badToken)
    first.register(for: AppEvent.start) { [unowned first, unowned third] _ in
      first.raise(AppEvent.finish)
      third.raise(NetworkErrors.badToken)
    }
    root.raise(AppEvent.start)
    #expect(
      root.log.lines
        == ["second event AppEvent.Finish", "third error NetworkErrors.101"]
        + lines("second", "below", "third"))
  }

  @Test func `a handler may raise the same event again`() {
    let root = ProbeSession()
    let first = root.child("first")
    root.child("last").register(for: AppEvent.start)
    var left = 3
    first.register(for: AppEvent.start) { [unowned first] _ in
      root.log("first \(left)")
      guard left > 0 else { return }
      left -= 1
      first.raise(AppEvent.start)
    }
    root.raise(AppEvent.start)
    #expect(
      root.log.lines
        == ["first 3", "first 2", "first 1", "first 0"] + lines("last", "last", "last", "last"))
  }

  @Test func `a model attached between two deliveries gets the inner one alone`() {
    let root = ProbeSession()
    let first = root.child("first")
    var isInner = false
    first.register(for: AppEvent.start) { [unowned first] _ in
      guard !isInner else { return }
      isInner = true
      root.child("new").register(for: AppEvent.start)
      first.raise(AppEvent.start)
    }
    #expect(names(root.raise(AppEvent.start)) == ["first"])
    #expect(root.log.lines == lines("new"))
  }

  @Test func `a handler that unregisters itself is called to its end, and once`() {
    let (root, first, _, _) = tree()
    first.register(for: AppEvent.start) { [unowned first] _ in
      first.unregister(for: AppEvent.start)
      root.log("first")
    }
    root.raise(AppEvent.start)
    root.raise(AppEvent.start)
    #expect(root.log.lines.count { $0 == "first" } == 1)
  }
}
