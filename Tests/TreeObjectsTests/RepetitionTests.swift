import Testing
import TreeAnalysis
import TreeObjects
import TreeSnapshot

@Suite struct `Objects that are met twice` {
  @Test func `a shared object is shown below its first owner, and marked below the others`() {
    let shared = Part("Shared", [Part("Below")])
    let snapshot = Snapshot(
      of: Part("Root", [Part("One", [shared]), Part("Two", [shared]), shared]))
    #expect(
      snapshot.text() == """
        ──Root
           ├─One
           │   └─Shared
           │      └─Below
           ├─Two
           │   └─Shared "again"
           └─Shared "again"

        """)
    #expect(snapshot[5].state == [StateEntry(key: "same as", value: "#3")])
    #expect(snapshot[6].state == snapshot[5].state)
    #expect(Set(snapshot.positions.map { snapshot[$0].id }).count == 7)
  }

  @Test func `a cycle of owners ends where it closes, and says so`() {
    let (one, two) = (Part("One"), Part("Two"))
    defer { one.parts = [] }
    one.parts = [two]
    two.parts = [one, two, Part("Three")]
    let snapshot = Snapshot(of: one)
    #expect(
      snapshot.text()
        == """
        ──One
           └─Two
              ├─One "cycle"
              ├─Two "cycle"
              └─Three

        """)
    #expect(snapshot[2].state.map(\.value) == ["#1"])
    #expect(snapshot[3].state.map(\.value) == ["#2"])
  }

  @Test func `a mark keeps the object's label and takes none of its messages`() throws {
    let shared = DriverRouter()
    let (first, second) = (Part("One", [shared]), Part("Two", [shared]))
    let snapshot = Snapshot(of: Part("Root", [first, second]))
    let mark = snapshot[4]
    #expect(mark.label == "drivers")
    #expect(mark.state == [StateEntry(key: "same as", value: "#3")])
    #expect(mark.subscriptions.isEmpty && !mark.isSession && mark.isLeaf)
    let test = Message(kind: .error, domain: "StorageError", code: "28")
    #expect(snapshot.route(of: test, raisedAt: 2).outcome == .handled(by: 2))
    #expect(snapshot.route(of: test, raisedAt: 4).outcome == .uncaught)
    let select = try Selector("Two/[label=drivers]")
    #expect(try select.node(in: snapshot) == 4)
    #expect(
      snapshot.text() == """
        ──Root
           ├─One
           │   └─DriverRouter "drivers"
           └─Two
              └─DriverRouter "drivers" (same as #3)

        """)
  }

  @Test func `marks keep their ids from one look to the next, as objects do`() {
    let (shared, last) = (Part("Shared"), Part("Last"))
    let root = Part("Root", [shared, shared, shared, last])
    let tree = ObjectTree()
    let first = tree.snapshot(of: root)
    root.parts.insert(Part("New"), at: 0)
    let second = tree.snapshot(of: root)
    #expect(first.positions.map { first[$0].id } == [1, 2, 3, 4, 5])
    #expect(second.positions.map { second[$0].id } == [1, 6, 2, 3, 4, 5])
    #expect(tree.object(withID: 3, below: root) == nil)
    #expect(tree.object(withID: 5, below: root) === last)
  }

  @Test(.timeLimit(.minutes(20)))
  func `10,000 owners of each other are met once each`() {
    let hub = Part("Hub")
    defer { hub.parts = [] }
    hub.parts = (0..<10_000).map { _ in Part("Spoke", [hub]) }
    let snapshot = Snapshot(of: hub)
    #expect(snapshot.count == 20_001)
    #expect(snapshot[20_000].label == "cycle")
  }
}
