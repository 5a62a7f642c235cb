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

  @Test func `of names from the root, with and without places, match the same in an index`() throws
  {
    var (single, several) = (0, 0)
    for seed in 0..<100 {
      var random = SeededGenerator(seed: UInt64(seed))
      let snapshot = try RandomTree(count: 1...40, names: ["A", "B", "Cell"]).snapshot(
        seed: UInt64(seed))
      let index = SelectorIndex(snapshot)
      for position in snapshot.positions {
        var text = ""
        var node: Snapshot.Node? = snapshot[position]
        while let next = node {
          let twins = next.parent?.children.filter { $0.type == next.type } ?? [next]
          let place = 1 + (twins.firstIndex { $0.id == next.id } ?? 0)
          let test = random.pick(["", "", "[\(place)]", "[\(place)]", "[2]", "[leaf]", "[7]"])
          text = "/\(next.type)\(test)\(text)"
          node = next.parent
        }
        let selector = try Selector(text)
        let matches = selector.matches(in: snapshot)
        #expect(index.matches(of: selector) == matches, "\(text) with seed \(seed)")
        if matches.count > 1 { several += 1 } else if matches == [position] { single += 1 }
      }
    }
    #expect(single > 150 && several > 30)
  }

  @Test func `of any text are read or refused, and never crash`() throws {
    let snapshot = try Fixture.tree()
    let letters =
      Array("/*?[]#\\u{}1Ab=.").map(String.init) + ["session", "label=", "handles=", "é"]
    var random = SeededGenerator(seed: 3)
    var read = 0
    for _ in 0..<5_000 {
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
    #expect(read > 250)
  }
}
