import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `Matching` {
  @Test(arguments: [UInt64](0..<20))
  func `says of random specs and trees what trying everything says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 9_000 + seed)
    var passed = 0
    for _ in 0..<1_000 {
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
    #expect(passed > 100)
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
