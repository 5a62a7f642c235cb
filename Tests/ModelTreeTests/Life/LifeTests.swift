import ModelTree
import Testing
import TreeSnapshot

@Suite struct `Life of a tree` {
  @Test func `the parent alone retains a model, and removal frees it`() {
    let root = ProbeSession()
    weak let child = root.child("child")
    weak let below = child?.child("below")
    #expect(child != nil)
    #expect(below?.parent === child)
    child?.removeFromParent()
    #expect(child == nil)
    #expect(below == nil)
    #expect(root.children.isEmpty)
  }

  @Test func `nobody retains a root session, and the whole tree goes with it`() {
    weak var root: ProbeSession?
    weak var leaf: Model?
    do {
      let session = ProbeSession()
      root = session
      leaf = session.child("flow").localSession("local").child("leaf")
      #expect(leaf != nil)
    }
    #expect(root == nil)
    #expect(leaf == nil)
  }

  @Test func `a child does not retain its parent`() {
    var root: ProbeSession? = ProbeSession()
    weak let weakRoot = root
    let child = root?.child("child")
    root = nil
    #expect(weakRoot == nil)
    #expect(child?.parent == nil)
    #expect(child?.session == nil)
  }

  @Test func `a child that is held outside survives its parent with its own children`() {
    let log: Log
    let child: Probe
    weak var grandchild: Probe?
    do {
      let root = ProbeSession()
      log = root.log
      child = root.child("parent").child("child")
      child.child("elder")
      grandchild = child.child("younger").child("grandchild")
    }
    #expect(child.parent == nil)
    #expect(names(child.subtree) == ["child", "elder", "younger", "grandchild"])
    #expect(grandchild?.parent?.parent === child)

    child.register(for: NetworkErrors.badToken)
    #expect(grandchild?.raise(NetworkErrors.badToken) === child)
    child.child("new")
    #expect(names(child.children) == ["elder", "younger", "new"])
    #expect(log.lines == ["child error NetworkErrors.101"])
    child.children[1].removeFromParent()
    #expect(grandchild == nil)
  }

  @Test func `removing twice, and removing a root, does nothing`() {
    let root = ProbeSession()
    let child = root.child("child")
    child.removeFromParent()
    child.removeFromParent()
    root.removeFromParent()
    #expect(child.parent == nil)
    #expect(root.subtree.count == 1)
  }

  @Test func `a removed model that is held is a tree of its own`() {
    let root = ProbeSession()
    let child = root.child("child")
    child.child("below")
    child.removeFromParent()
    #expect(names(child.subtree) == ["child", "below"])
    #expect(child.session == nil)
    #expect(child.children[0].session == nil)
    #expect(names(root.subtree) == ["root"])
  }

  @Test func `session is the nearest one above, and a root session its own`() {
    let root = ProbeSession()
    let local = root.child("a").localSession("local")
    let inner = local.localSession("inner")
    #expect(root.session === root)
    #expect(root.children[0].session === root)
    #expect(local.session === root)
    #expect(inner.session === local)
    #expect(inner.child("leaf").session === inner)
  }

  @Test(arguments: ["first", "middle", "last", "only"])
  func `taking out a sibling leaves the others in order`(removed: String) {
    let root = ProbeSession()
    let siblings = removed == "only" ? ["only"] : ["first", "middle", "last"]
    for name in siblings { root.child(name) }
    root.children.first { $0.label == removed }?.removeFromParent()
    #expect(names(root.children) == siblings.filter { $0 != removed })
    root.child("new")
    #expect(names(root.children) == siblings.filter { $0 != removed } + ["new"])
  }

  @Test func `a model whose parent was removed is created there`() {
    let root = ProbeSession()
    let parent = root.child("parent")
    parent.removeFromParent()
    let child = parent.child("child")
    #expect(child.parent === parent)
    #expect(child.session == nil)
    #expect(names(root.subtree) == ["root"])
  }
}
