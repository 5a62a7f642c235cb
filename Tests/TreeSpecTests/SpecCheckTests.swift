import Testing
import TreeSnapshot
import TreeSpec

@Suite struct SpecCheckTests {
  @Test("a tree that is what its spec says passes") func passes() throws {
    var builder = SnapshotBuilder(name: "App")
    builder.addNode(id: 1, parent: nil, type: "App", isSession: true)
    builder.addNode(id: 2, parent: 1, type: "Flow")
    let spec = try Spec("tree-spec 1\nApp [session]\n  Flow\n")
    #expect(try spec.check(builder.finish()).isPassed)
  }
}
