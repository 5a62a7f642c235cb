import ModelTree
import Testing
import TreeSnapshot

@Suite struct `Life of a tree` {
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
}
