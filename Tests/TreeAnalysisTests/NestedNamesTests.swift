import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot
import TreeSpec

@Suite struct `A type within another` {
  private static func tree(_ types: [String]) throws -> Snapshot {
    var tree = SnapshotBuilder()
    for (index, type) in types.enumerated() {
      tree.addNode(id: index + 1, parent: index == 0 ? nil : 1, type: type)
    }
    return try tree.finish()
  }

  /// The types of a root and its children, and how they are shown.
  private static let shown: [(types: [String], names: [String])] = [
    (["App.Root", "Shop.Row"], ["Root", "Row"]),
    (["Root", "Shop.Row", "Shop.Row"], ["Root", "Row", "Row"]),
    (["Root", "Shop.Row", "User.Row"], ["Root", "Shop.Row", "User.Row"]),
    (["Root", "Row", "User.Row"], ["Root", "Row", "User.Row"]),
    (["Root", "A.B.Row", "A.B.Cell"], ["Root", "Row", "Cell"]),
    (["Root", "Page<Shop.Row>", "Shop.List<Int>"], ["Root", "Page<Row>", "List<Int>"]),
    (["Root", "Page<Shop.Row>", "Page<User.Row>"], ["Root", "Page<Shop.Row>", "Page<User.Row>"]),
    (["Root", "Shop<Int>.Row", "Store<A.B, C>"], ["Root", "Row", "Store<B, C>"]),
    // These aren't names of types.
    (
      ["Root", "v1.2", "notes.txt", "a.b c", "...", "."],
      ["Root", "v1.2", "notes.txt", "a.b c", "...", "."]
    ),
  ]

  @Test(arguments: shown)
  func `is shown with it where the bare name stands for two`(
    _ types: [String], _ names: [String]
  ) throws {
    let snapshot = try Self.tree(types)
    #expect(snapshot.positions.map { snapshot[$0].name } == names)
    #expect(snapshot.positions.map { snapshot[$0].type } == types)
    let text = names.enumerated().map { index, name in
      index == 0 ? "──\(name)\n" : "   \(index == names.count - 1 ? "└" : "├")─\(name)\n"
    }
    #expect(snapshot.text() == text.joined())
    // A part of the tree shows the same names.
    #expect(snapshot.part(from: 1).root.name == names[1])
  }

  @Test func `is selected by its name with the nesting or without`() throws {
    let snapshot = try Self.tree(["Root", "Shop.Row", "User.Row", "Row", "Shop.Row", "Shop.List"])
    let expected: [(String, [Int])] = [
      ("Row", [1, 2, 3, 4]), ("/Root/Row", [1, 2, 3, 4]), ("Shop.Row", [1, 4]),
      ("*Row", [1, 2, 3, 4]),
      ("Shop.*", [1, 4, 5]), ("R?w", [1, 2, 3, 4]), ("List", [5]), ("/Root/User.Row", [2]),
      ("Other.Row", []), ("/Root/Row[3]", [3]), ("Shop.Row[4]", [4]),
    ]
    let index = SelectorIndex(snapshot)
    for (selector, positions) in expected {
      let selector = try Selector(selector)
      #expect(selector.matches(in: snapshot) == positions, "\(selector.text)")
      #expect(index.matches(of: selector) == positions, "\(selector.text)")
    }
  }

  @Test func `fits a line of a spec with the nesting or without`() throws {
    let snapshot = try Self.tree(["App.Root", "Shop.Row", "User.Row"])
    for lines in ["Row {2}", "Shop.Row\n  User.Row", "Row\n  Shop.Row", "*Row {2}", "Row\n  Row"] {
      #expect(
        try Spec("tree-spec 1\nRoot\n  \(lines)").check(snapshot)[0].outcome == .passed, "\(lines)")
    }
    for lines in ["Shop.Row {2}", "Row {3}", "Other.Row\n  Row"] {
      #expect(
        try Spec("tree-spec 1\nRoot\n  \(lines)").check(snapshot)[0].outcome == .failed, "\(lines)")
    }
  }

  /// The name that a text shows selects models of that type alone, or of all with the bare name.
  @Test func `is selected by the name that is shown`() throws {
    for seed in 0..<60 as Range<UInt64> {
      let snapshot = try RandomTree(names: RandomTree.nestedNames).snapshot(seed: seed)
      let index = SelectorIndex(snapshot)
      for node in snapshot.positions.map({ snapshot[$0] }) {
        let selector = try Selector(NodePaths.selectorName(node.name).string)
        let matches = selector.matches(in: snapshot)
        #expect(matches.contains(node.position))
        #expect(index.matches(of: selector) == matches)
        for other in matches where snapshot[other].type != node.type {
          #expect(node.name == node.type && snapshot[other].type.hasSuffix(".\(node.name)"))
        }
      }
    }
  }
}
