import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

@Suite struct `The short name of a model` {
  private static func tree() throws -> Snapshot {
    var tree = SnapshotBuilder(name: "Files")
    tree.addNode(id: 10, parent: nil, type: "Directory", label: "usr", isSession: true)
    tree.addNode(id: 11, parent: 10, type: "Directory", label: "share")
    tree.addNode(id: 12, parent: 11, type: "Directory", label: "share")
    tree.addNode(id: 13, parent: 12, type: "Directory")
    tree.addNode(id: 14, parent: 13, type: "File", label: "a")
    tree.addNode(id: 15, parent: 13, type: "Directory", label: String(repeating: "x", count: 60))
    return try tree.finish()
  }

  private func names(_ models: [Int]) throws -> [String] {
    let names = ModelNames(try Self.tree(), models)
    return models.map { names.name(of: $0).string }
  }

  @Test func `is its type where the answer names no other of it`() throws {
    #expect(try names([0, 4]) == ["Directory", "File"])
    #expect(try names([1, 1]) == ["Directory", "Directory"])
  }

  @Test func `has its label where that tells models apart`() throws {
    #expect(try names([4, 0, 1]) == ["File", "Directory \"usr\"", "Directory \"share\""])
  }

  @Test func `has its id where the label is not enough`() throws {
    #expect(try names([1, 2]) == ["Directory #11", "Directory #12"])
    #expect(
      try names([0, 1, 2, 3]) == [
        "Directory \"usr\"", "Directory \"share\" #11", "Directory \"share\" #12", "Directory #13",
      ])
    #expect(
      try names([0, 5]).last == "Directory \"\(String(repeating: "x", count: 40))…\" #15")
  }

  @Test func `a path has the label behind it where it needs places`() throws {
    var tree = SnapshotBuilder(name: "Files")
    tree.addNode(id: 1, parent: nil, type: "Directory", label: "usr", isSession: true)
    tree.addNode(id: 2, parent: 1, type: "File", label: "a")
    tree.addNode(id: 3, parent: 1, type: "File", label: "b")
    tree.addNode(id: 4, parent: 1, type: "File")
    tree.addNode(id: 5, parent: 1, type: "Link", label: "c")
    let snapshot = try tree.finish()
    let paths = NodePaths(snapshot)
    #expect(
      snapshot.positions.map { paths.labeledPath(of: $0).string } == [
        "/Directory", "/Directory/File[1] \"a\"", "/Directory/File[2] \"b\"", "/Directory/File[3]",
        "/Directory/Link",
      ])
  }
}
