import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

extension [Finding] {
  /// Whether nothing fails.
  var isPassed: Bool { allSatisfy { $0.outcome == .passed } }
}

@Suite struct `The spec that is written of a tree` {
  @Test(arguments: [UInt64](0..<2))
  func `is passed by that tree, and by no other`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var noticed = 0
    for _ in 0..<40 {
      let names = random.chance(1, in: 2) ? RandomTree.plainNames : RandomTree.hostileNames
      let tree = NestedTree.random(&random, names: names)
      let text = try SpecWriter(tree.snapshot()).text(title: random.pick(names))
      let spec = try Spec(text)
      #expect(try spec.check(tree.snapshot()).isPassed, "\(text)")
      for mutation in Mutation.allCases {
        guard let changed = mutation.applied(to: tree, &random, names: names) else { continue }
        // As strings, the two forms of `é` are equal.
        let isSame = changed.canonical(ordered: true).utf8
          .elementsEqual(tree.canonical(ordered: true).utf8)
        #expect(
          try spec.check(changed.snapshot()).isPassed == isSame, "\(mutation) of\n\(text)")
        if !isSame { noticed += 1 }
      }
    }
    // Nearly every change makes another tree.
    #expect(noticed > 200)
  }

  @Test func `is passed by no other state, if state is written`() throws {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<100 {
      let tree = NestedTree.random(&random, names: RandomTree.plainNames)
      var changed = tree
      changed.change(random.next(below: tree.count)) { $0.state["k"] = "other" }
      let spec = try Spec(SpecWriter(tree.snapshot(), includesState: true).text(title: nil))
      #expect(try spec.check(tree.snapshot()).isPassed)
      // A key that no line lists is left open, as all state is.
      let listed = tree.canonicalStates
      #expect(try spec.check(changed.snapshot()).isPassed == (changed.states(listed) == listed))
    }
  }

  @Test func `has names in quotes that would be read as something else`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Errors:", label: "only", representation: "o")
    for (id, name) in ["error", "Only", "A,B", "Ä", "├A"].enumerated() {
      builder.addNode(id: id + 2, parent: 1, type: name, label: name)
    }
    let tree = try builder.finish()
    let text = try SpecWriter(tree).text(title: nil)
    #expect(try Spec(text).check(tree).isPassed, "\(text)")
    #expect(
      text == """
        tree-spec 1 exact ordered
        "Errors:" [label="only"] [representation=o]
          "error" [label=error]
          Only [label=Only]
          "A,B" [label="A,B"]
          Ä [label=Ä]
          "├A" [label="├A"]

        """)
  }
}

extension NestedTree {
  /// The states in document order.
  fileprivate var canonicalStates: [[String: String]] {
    func states(_ node: Node) -> [[String: String]] { [node.state] + node.children.flatMap(states) }
    return states(root)
  }

  /// The same, of the keys that others have.
  fileprivate func states(_ listed: [[String: String]]) -> [[String: String]] {
    zip(canonicalStates, listed).map { own, other in own.filter { other[$0.key] != nil } }
  }
}
