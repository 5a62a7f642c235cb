import TestSupport
import Testing
import TreeSnapshot

@Suite struct `Generated trees` {
  @Test(arguments: GeneratedTree.Shape.allCases)
  func `follow from their shape, size and seed`(shape: GeneratedTree.Shape) throws {
    let tree = try GeneratedTree(shape, count: 2_000, seed: 7).snapshot()
    #expect(tree.count == 2_000)
    #expect(try GeneratedTree(shape, count: 2_000, seed: 7).snapshot().dump() == tree.dump())
    #expect(try GeneratedTree(shape, count: 2_000, seed: 8).snapshot().dump() != tree.dump())
  }

  @Test func `have the shape that they are called by`() throws {
    func tree(_ shape: GeneratedTree.Shape) throws -> Snapshot {
      try GeneratedTree(shape, count: 5_000).snapshot()
    }
    func types(_ tree: Snapshot) -> Int { Set(tree.positions.map { tree[$0].type }).count }
    #expect(try types(tree(.different)) == 5_000)
    #expect(try types(tree(.alike)) <= 6)
    let deep = try tree(.deep)
    var levels = 0
    var node = deep.positions.last.map { deep[$0] }
    while let parent = node?.parent {
      levels += 1
      node = parent
    }
    #expect(levels > 4_000)
    let wide = try tree(.wide)
    #expect(wide.positions.contains { wide[$0].children.reduce(0) { count, _ in count + 1 } > 500 })
  }

  @Test func `of a folder have its files, and of a document its objects`() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("inner")
    try folder.write(#"{"name": "a", "list": [{"x": 1}, {"x": 2}]}"#, to: "inner/data.json")
    let files = try RealTree.folder(folder.path)
    #expect(files.positions.map { files[$0].type } == ["Folder", "Folder", "JSONFile"])
    #expect(files[2].label == "data.json")
    let document = try RealTree.document(folder.path(of: "inner/data.json"))
    #expect(
      document.positions.map { document[$0].type } == ["Document", "list", "Element", "Element"])
    #expect(document[3].state == [StateEntry(key: "x", value: "2")])
  }

  @Test func `of packages have what each needs`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      Package: b
      Section: libs
      Version: 2

      Package: a
      Section: libs
      Depends: b (>= 1), c | d
       more of the text

      """, to: "status")
    let tree = try RealTree.packages(in: folder.path(of: "status"))
    #expect(tree.positions.map { tree[$0].type } == ["System", "libs", "b", "a"])
    #expect(tree[3].raises.map(\.message.code) == ["b", "c"])
    #expect(tree[1].services == ["b", "a"])
  }
}
