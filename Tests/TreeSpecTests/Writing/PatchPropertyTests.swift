import Testing
import TreeSnapshot
import TreeSpec

@Suite("A spec that is patched to another tree") struct PatchPropertyTests {
  @Test("is passed by it, and keeps its comments", arguments: [UInt64](0..<20))
  func patched(seed: UInt64) throws {
    var random = SplitMix64(seed: 1_000 + seed)
    for _ in 0..<50 {
      let names = random.chance(1, in: 2) ? RandomTree.plainNames : RandomTree.hostileNames
      let tree = RandomTree.make(&random, names: names)
      var options = SpecWriter.Options()
      options.isOrdered = random.chance(1, in: 2)
      options.includesRoutes = false
      let written = try SpecWriter(tree.snapshot(), options).write(title: nil)
      let (text, comments) = commented(written, &random)
      var changed = tree
      for _ in 0...random.next(below: 3) {
        let mutation = random.pick(Mutation.allCases)
        changed = mutation.applied(to: changed, &random, names: names) ?? changed
      }
      let snapshot = try changed.snapshot()
      let spec = try Spec(text)
      guard let patch = try SpecPatch(spec, to: snapshot) else {
        #expect(try spec.check(snapshot).isPassed)
        continue
      }
      #expect(try Spec(patch.text).check(snapshot).isPassed, "\(text)\nbecame\n\(patch.text)")
      for comment in comments {
        #expect(patch.text.contains(comment), "\(text)\nbecame\n\(patch.text)")
      }
    }
  }

  /// The text with comments between its lines.
  private func commented(
    _ text: String, _ random: inout SplitMix64
  ) -> (text: String, comments: [String]) {
    var lines: [String] = []
    var comments: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if random.chance(1, in: 4), !lines.isEmpty {
        comments.append("# comment \(lines.count)")
        lines.append("  " + comments[comments.count - 1])
      }
      lines.append(String(line))
    }
    return (lines.joined(separator: "\n"), comments)
  }
}
