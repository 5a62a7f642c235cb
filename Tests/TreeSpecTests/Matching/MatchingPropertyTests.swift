import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite("Matching") struct MatchingPropertyTests {
  @Test("says of random specs and trees what trying everything says", arguments: [UInt64](0..<20))
  func agrees(seed: UInt64) throws {
    var random = SplitMix64(seed: 9_000 + seed)
    var passed = 0
    for _ in 0..<1_000 {
      let plain = RandomSpec(&random)
      let spec = try Spec(plain.text)
      for _ in 0..<3 {
        var tree = RandomTree.make(&random, maximum: 9, names: ["A", "B", "Ab"])
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

  @Test("of a failing tree names what is different, whatever the spec", arguments: [UInt64](0..<5))
  func explained(seed: UInt64) throws {
    var random = SplitMix64(seed: 20_000 + seed)
    for _ in 0..<300 {
      let spec = try Spec(RandomSpec(&random).text)
      let tree = RandomTree.make(&random, maximum: 12, names: ["A", "B", "Ab"])
      let result = try spec.check(tree.snapshot())
      if result.isPassed { continue }
      let check = try result.shapeExplanation()
      #expect(!check.differences.isEmpty)
      #expect(check.rows.contains { $0.mark != .none })
      #expect(!check.problem.isEmpty)
    }
  }
}
