import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `Matching` {
  @Test(arguments: [UInt64](0..<4))
  func `says of random specs and trees what trying everything says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 9_000 + seed)
    var passed = 0
    for _ in 0..<300 {
      let plain = RandomSpec(&random)
      let spec = try Spec(plain.text)
      for _ in 0..<3 {
        var tree = NestedTree.random(&random, maximum: 9, names: ["A", "B", "Ab"])
        if random.chance(1, in: 2) { tree.root.type = "A" }
        let expected = plain.matches(tree)
        let finding = spec.check(try tree.snapshot())[0]
        #expect(
          (finding.outcome == .passed) == expected,
          "\(plain.text)\n\(tree.canonical(ordered: true))")
        if expected { passed += 1 }
        // What fails is shown.
        #expect(expected == finding.differences.isEmpty)
        #expect(expected || finding.rows.contains { $0.mark != .none })
      }
    }
    // Enough of both.
    #expect(passed > 30)
  }

  /// A root with children, by their names and labels.
  static func star(_ children: [(String, String?)]) throws -> Snapshot {
    var builder = SnapshotBuilder(name: "star")
    builder.addNode(id: 0, parent: nil, type: "Table")
    for (index, child) in children.enumerated() {
      builder.addNode(id: index + 1, parent: 0, type: child.0, label: child.1)
    }
    return try builder.finish()
  }

  @Test func `a line in order that may be absent leaves to others what these need`() throws {
    let count = 60
    let lines = (0..<count).map { "  Cell ?\n  Cell [label=\($0)]\n" }.joined()
    let text = "tree-spec 1 ordered\nTable\n\(lines)"
    let tree = try Self.star((0..<count).map { ("Cell", "\($0)") })
    #expect(try Spec(text).check(tree)[0].outcome == .passed)
    #expect(try Spec("\(text)  Cell [label=none]\n").check(tree)[0].outcome == .failed)
  }

  @Test func `thousands of alike lines between others are matched, and what lacks is found`() throws
  {
    let count = 20_000
    let lines = (0..<count).map { "  \($0 % 2 == 0 ? "Cell" : "Gap")\n" }.joined()
    let tree = try Self.star((0..<count).map { ($0 % 2 == 0 ? "Gap" : "Cell", nil) })
    #expect(try Spec("tree-spec 1\nTable\n\(lines)").check(tree)[0].outcome == .passed)
    let finding = try Spec("tree-spec 1\nTable\n\(lines)  Cell\n").check(tree)[0]
    #expect(finding.differences.count == 1)
  }

  @Test func `a star of thousands of models takes steps in proportion to them`() throws {
    let count = 4_000
    let different = try Self.star((0..<count).map { ("Cell", "\($0)") })
    let alike = try Self.star((0..<count).map { _ in ("Cell", nil) })
    for tree in [different, alike] {
      let text = try SpecWriter(tree).text(title: nil)
      #expect(try Spec(text).check(tree)[0].outcome == .passed)
      let unordered = text.replacing(" ordered", with: "")
      #expect(try Spec(unordered).check(tree)[0].outcome == .passed)
    }
    let missing = try Self.star((0..<count).filter { $0 != count / 2 }.map { ("Cell", "\($0)") })
    let spec = try Spec(SpecWriter(different).text(title: nil))
    #expect(spec.check(missing)[0].problem == "1 missing")
  }

  @Test func `models out of their order are the fewest that can be moved`() throws {
    let spec = try Spec(
      "tree-spec 1 ordered\nTable\n" + (0..<6).map { "  Cell [label=\($0)]\n" }.joined())
    let tree = try Self.star([0, 2, 3, 1, 4, 5].map { ("Cell", "\($0)") })
    let finding = spec.check(tree)[0]
    #expect(finding.problem == "1 moved")
    #expect(
      finding.differences.map(\.text) == [
        "Cell [label=1]: out of order among its siblings, line 4; /Table/Cell[4]"
      ])
  }
}
