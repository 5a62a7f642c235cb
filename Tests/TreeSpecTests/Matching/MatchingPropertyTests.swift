import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `Matching` {
  @Test(arguments: [UInt64](0..<8))
  func `says of random specs and trees what trying everything says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 9_000 + seed)
    var passed = 0
    for _ in 0..<400 {
      let plain = RandomSpec(&random)
      let spec = try Spec(plain.text)
      for _ in 0..<3 {
        var tree = NestedTree.random(&random, maximum: 9, names: ["A", "B", "Ab"])
        if random.chance(1, in: 2) { tree.root.type = "A" }
        let expected = plain.matches(tree)
        let isPassed = try spec.check(tree.snapshot()).isPassed
        #expect(isPassed == expected, "\(plain.text)\n\(tree.canonical(ordered: true))")
        if expected { passed += 1 }
      }
    }
    // Enough of both.
    #expect(passed > 40)
  }

  @Test(arguments: [UInt64](0..<4))
  func `is never wrong where there are too many pairs to weigh`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 40_000 + seed)
    var (passed, checked) = (0, 0)
    for _ in 0..<400 {
      let text = RandomSpec(&random).text
      guard text.contains("ordered") else { continue }
      let spec = try Spec(text)
      var tree = NestedTree.random(&random, maximum: 12, names: ["A", "B", "Ab"])
      tree.root.type = "A"
      let snapshot = try tree.snapshot()
      let expected = spec.check(snapshot)
      let undecided = SequenceLimits.$pairs.withValue(0) { spec.check(snapshot) }
      // It may not know, and is never wrong.
      if undecided.isPassed { #expect(expected.isPassed, "\(text)") }
      if expected.isPassed, !undecided.isPassed {
        #expect(ResultText(undecided, tree: "tree").plain.contains("too many lines and models"))
      }
      checked += 1
      if expected.isPassed { passed += 1 }
    }
    #expect(checked > 40 && passed > 4)
  }

  @Test func `lines in order that may be absent leave to others what these need`()
    throws
  {
    let count = 60
    let lines = (0..<count).map { "  Cell ?\n  Cell [label=\($0)]\n" }.joined()
    let text = "tree-spec 1\ndefault children: exact ordered\nTable\n\(lines)"
    var builder = SnapshotBuilder(name: "table")
    builder.addNode(id: 0, parent: nil, type: "Table")
    for row in 0..<count { builder.addNode(id: row + 1, parent: 0, type: "Cell", label: "\(row)") }
    let snapshot = try builder.finish()
    let (right, wrong) = (try Spec(text), try Spec("\(text)  Cell [label=none]\n"))
    #expect(right.check(snapshot).isPassed)
    #expect(!wrong.check(snapshot).isPassed)
  }

  @Test(arguments: [UInt64](0..<5))
  func `of a failing tree names what is different, whatever the spec`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 20_000 + seed)
    for _ in 0..<300 {
      let spec = try Spec(RandomSpec(&random).text)
      let tree = NestedTree.random(&random, maximum: 12, names: ["A", "B", "Ab"])
      let result = try spec.check(tree.snapshot())
      if result.isPassed { continue }
      let check = try result.shapeExplanation()
      #expect(!check.differences.isEmpty)
      #expect(check.rows.contains { $0.mark != .none })
      #expect(!check.problem.isEmpty)
    }
  }
}
