import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `The spec that is written of a tree` {
  /// 1,000 trees: half of them with names that could be taken for something else.
  private static let seeds: [UInt64] = Array(0..<20)
  private static let treesPerSeed = 50

  @Test(arguments: seeds)
  func `is passed by that tree, and by no other`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var noticed = 0
    for _ in 0..<Self.treesPerSeed {
      let names = random.pick([
        RandomTree.plainNames, RandomTree.hostileNames, RandomTree.nestedNames,
      ])
      let tree = NestedTree.random(&random, names: names)
      let isOrdered = random.chance(1, in: 2)
      var options = SpecWriter.Options()
      options.isOrdered = isOrdered
      let text = try SpecWriter(tree.snapshot(), options).write(title: random.pick(names))
      let spec = try Spec(text)
      #expect(try spec.check(tree.snapshot()).isPassed, "\(text)")

      for mutation in Mutation.allCases {
        guard let changed = mutation.applied(to: tree, &random, names: names) else { continue }
        // As strings, the two forms of `é` are equal.
        let isSame = changed.canonical(ordered: isOrdered).utf8
          .elementsEqual(tree.canonical(ordered: isOrdered).utf8)
        let isPassed = try spec.check(changed.snapshot()).isPassed
        // A bare name fits any nesting.
        if names == RandomTree.nestedNames, !isSame { continue }
        #expect(isPassed == isSame, "\(mutation) of\n\(text)")
        if !isSame { noticed += 1 }
      }
    }
    // Nearly every change makes another tree.
    #expect(noticed > Self.treesPerSeed * 3)
  }

  @Test func `is passed by that tree, and by no other state, where state is written`() throws {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<100 {
      let tree = NestedTree.random(&random, names: RandomTree.plainNames)
      var options = SpecWriter.Options()
      options.includesState = true
      let spec = try Spec(SpecWriter(tree.snapshot(), options).write(title: nil))
      #expect(try spec.check(tree.snapshot()).isPassed)
      var changed = tree
      changed.change(random.next(below: tree.count)) { $0.state["k"] = "other" }
      #expect(try !spec.check(changed.snapshot()).isPassed)
    }
  }

  @Test func `has a line for each age of the same label or state`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Table")
    builder.setAge(7)
    for (id, age) in [nil, 7, 7, 9].enumerated() {
      builder.addNode(id: 2 * id + 2, parent: 1, type: "Row")
      builder.addNode(id: 2 * id + 3, parent: 2 * id + 2, type: "Cell", label: "a")
      builder.setAge(age)
    }
    let tree = try builder.finish()
    let text = try SpecWriter(tree).write(title: nil)
    #expect(try Spec(text).check(tree).isPassed)
    #expect(
      text.hasSuffix(
        """

        Table
          Row
            Cell [label=a]
          Row {2}
            Cell [label=a]  # as of #7
          Row
            Cell [label=a]  # as of #9

        """))
    let failed = try Spec(text.replacing("label=a", with: "label=b")).check(tree)
    #expect(
      try failed.shapeExplanation().differences.map(\.text.string).contains(
        "Cell [label=a] (as of #9): [label=a] (as of #9) should be [label=b]"))
  }

  @Test func `is whole where it is longer than what is held of it at a time`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "App", isSession: true)
    for id in 2...3_000 {
      builder.addNode(id: id, parent: 1, type: "Model\(id)")
      builder.raise(Message(kind: .error, domain: "Errors", code: "\(id)"))
    }
    let tree = try builder.finish()
    let text = try SpecWriter(tree).write(title: nil)
    #expect(text.utf8.count > 200_000)
    let lines = text.split(separator: "\n").dropFirst(3)
    #expect(lines.first == "App [session]")
    #expect(lines.count == 1 + 2 * 2_999)
    let models = (2...3_000).map { "  Model\($0) [raises error Errors.\($0)]" }
    #expect(lines.dropFirst().prefix(2_999).map(String.init) == models)
    let routes = (2...3_000).map { "error Errors.\($0) from Model\($0) => uncaught" }
    #expect(lines.suffix(2_999).map(String.init) == routes)
  }

  @Test func `has names in quotes that would be read as something else`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Errors:", label: "only", representation: "o")
    for (id, name) in ["error", "Only", "A,B", "Ä", "├A"].enumerated() {
      builder.addNode(id: id + 2, parent: 1, type: name, label: name)
    }
    let tree = try builder.finish()
    let text = try SpecWriter(tree).write(title: nil)
    #expect(try Spec(text).check(tree).isPassed, "\(text)")
    #expect(
      text.split(separator: "\n").suffix(6).map(String.init) == [
        #""Errors:" [label="only"] [representation=o]"#,
        #"  "error" [label=error]"#,
        "  Only [label=Only]",
        #"  "A,B" [label="A,B"]"#,
        "  Ä [label=Ä]",
        #"  "├A" [label=├A]"#,
      ])
  }

  @Test func `is passed whatever the order of siblings, where it does not count`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let tree = NestedTree.random(&random, maximum: 40, names: RandomTree.plainNames)
      var options = SpecWriter.Options()
      options.isOrdered = false
      // Paths name places among siblings, which shuffling changes.
      options.includesRoutes = false
      let spec = try Spec(SpecWriter(tree.snapshot(), options).write(title: nil))
      var shuffled = tree
      for place in 0..<tree.count {
        shuffled.change(place) { $0.children.shuffle(using: &random) }
      }
      #expect(try spec.check(shuffled.snapshot()).isPassed)
    }
  }
}
