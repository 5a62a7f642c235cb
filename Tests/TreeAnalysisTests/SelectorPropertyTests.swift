import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot
import TreeSpec

@Suite struct `Random selectors` {
  @Test(arguments: 0..<4)
  func `match what trying everything matches`(_ part: Int) throws {
    var found = 0
    for seed in 0..<60 {
      let seed = UInt64(part * 60 + seed)
      let snapshot = try RandomTree(count: 1...25).snapshot(seed: seed)
      var random = SeededGenerator(seed: seed)
      let index = SelectorIndex(snapshot)
      for _ in 0..<20 {
        let selector = RandomSelector(using: &random, in: snapshot)
        let matches = try Selector(selector.text).matches(in: snapshot)
        found += matches.isEmpty ? 0 : 1
        #expect(matches == selector.matches(in: snapshot), "\(selector.text) with seed \(seed)")
        #expect(try index.matches(of: Selector(selector.text)) == matches, "\(selector.text)")
      }
    }
    #expect(found > 120)
  }

  @Test func `of any text are read or refused, and never crash`() throws {
    let snapshot = try Fixture.tree()
    let letters =
      Array("/*?[]#\\u{}1Ab=.").map(String.init) + ["session", "label=", "handles=", "é"]
    var random = SeededGenerator(seed: 3)
    var read = 0
    for _ in 0..<2_000 {
      let text = (0...random.next(below: 8)).map { _ in random.pick(letters) }.joined()
      do throws(SelectorSyntaxError) {
        let matches = try Selector(text).matches(in: snapshot)
        #expect(matches == matches.sorted())
        read += 1
      } catch {
        #expect(error.selector == text)
        #expect(!error.problem.isEmpty)
      }
    }
    #expect(read > 100)
  }
}
