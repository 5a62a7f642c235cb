import Testing
import TreeObjects
import TreeSnapshot

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct `Trees that change while they are looked at` {
  @Test func `a child list that changes while it is read is shown as it was read`() {
    let root = Part("Root", [Part("One"), Part("Two"), Part("Three")])
    root.onRead = { root.parts = [Part("New")] }
    (root.parts[0] as? Part)?.onRead = { root.parts.removeAll() }
    #expect(Snapshot(of: root).text() == "──Root\n   ├─One\n   ├─Two\n   └─Three\n")
    root.onRead = nil
    #expect(Snapshot(of: root).text() == "──Root\n")
  }

  @Test func `an object that its owner lets go meanwhile is shown, and dies after the look`() {
    let root = Part("Root", [Part("One", [Part("Below")]), Part("Two")])
    weak let probe = root.parts[0]
    root.onState = { root.parts = [] }
    #expect(
      Snapshot(of: root).text() == "──Root\n   ├─One\n   │   └─Below\n   └─Two\n")
    #expect(probe == nil)
    #expect(Snapshot(of: root).text() == "──Root\n")
  }

  @Test func `nothing is retained after a look`() {
    let tree = ObjectTree()
    var root: Part? = Part("Root", [Part("One"), Storage()])
    weak let parts = (root?.parts[0], root?.parts[1]).0
    weak let storage = root?.parts[1]
    weak let probe = root
    if let root { #expect(tree.snapshot(of: root).count == 3) }
    #expect(root.flatMap { tree.object(withID: 2, below: $0) } === parts)
    root?.parts = []
    #expect(parts == nil && storage == nil)
    #expect(root.flatMap { tree.object(withID: 2, below: $0) } == nil)
    root = nil
    #expect(probe == nil)
  }

  @Test func `an object keeps its id as long as it lives, also away from the tree`() {
    let tree = ObjectTree()
    let (root, one) = (Part("Root"), Part("One"))
    root.parts = [one]
    #expect(tree.snapshot(of: root)[1].id == 2)
    root.parts = (0..<100).map { _ in Part() }
    _ = tree.snapshot(of: root)
    for _ in 0..<3 {
      root.parts = []
      _ = tree.snapshot(of: root)
    }
    root.parts = [Part("Two", [one])]
    let back = tree.snapshot(of: root)
    #expect(back[2].id == 2)
    #expect(back[1].id == 103)
  }

  @Test func `an object in the place of one that died gets another id`() {
    let tree = ObjectTree()
    let root = Part("Root")
    var addresses: Set<ObjectIdentifier> = []
    var ids: Set<Int> = []
    var (isRecycled, count) = (false, 0)
    for _ in 0..<200 {
      let part = Part("Part")
      root.parts = [part]
      isRecycled = !addresses.insert(ObjectIdentifier(part)).inserted || isRecycled
      ids.insert(tree.snapshot(of: root)[1].id)
      count += 1
      root.parts = []
    }
    // The address sanitizer keeps freed memory back, to see who still uses it.
    let isKeptBack = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil
    #expect(isRecycled || isKeptBack, "the allocator gives the memory again")
    #expect(ids.count == count)
  }

  @Test func `a chain of 20,000 objects is looked at without recursion`() {
    let count = 20_000
    let parts = (0..<count).map { _ in Part("Link") }
    for (part, below) in zip(parts, parts.dropFirst()) { part.parts = [below] }
    let snapshot = Snapshot(of: parts[0])
    #expect(snapshot.count == count)
    #expect(snapshot[count - 1].parent?.id == count - 1)
    // Let go from the end, as letting go of a chain from its start is a recursion of Swift's own.
    for part in parts { part.parts = [] }
  }
}
