import TestSupport
import Testing
import TextIO

@Suite struct `The difference of two sequences` {
  /// Checks that the unchanged parts are the same in both, and returns their length.
  private func kept(_ old: [Int], _ new: [Int]) -> Int {
    let difference = SequenceDifference(from: old, to: new)
    let first = old.indices.filter { !difference.removed.contains($0) }.map { old[$0] }
    let second = new.indices.filter { !difference.inserted.contains($0) }.map { new[$0] }
    #expect(first == second)
    return first.count
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `keeps as much as there is in both in the same order`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let names = Int.random(in: 1...20, using: &random)
    let (old, new) = (
      (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int.random(in: 0..<names, using: &random)
      },
      (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int.random(in: 0..<names, using: &random)
      }
    )
    #expect(kept(old, new) == old.count - new.difference(from: old).removals.count)
  }

  @Test func `is nothing where they are the same, and all where they have nothing in common`() {
    #expect(kept(Array(0..<50_000), Array(0..<50_000)) == 50_000)
    #expect(kept(Array(0..<50_000), Array(50_000..<100_000)) == 0)
    #expect(kept([], [1]) == 0 && kept([], []) == 0)
  }

  @Test func `keeps what each has once where they are long`() {
    var random = SeededGenerator(seed: 1)
    let old = Array(0..<20_000)
    var new = old
    for _ in 0..<100 { new.remove(at: Int.random(in: 0..<new.count, using: &random)) }
    for _ in 0..<100 {
      new.insert(
        -1 - Int.random(in: 0..<9, using: &random),
        at: Int.random(in: 0..<new.count, using: &random))
    }
    new.swapAt(10, 19_000)
    #expect(kept(old, new) >= 19_897)
    // Most of it stands in both several times.
    let many = old.map { $0.isMultiple(of: 3) ? $0 : 0 }
    #expect(kept(many, many + [1]) == 20_000)
    #expect(kept([1] + many, many + [2]) == 20_000)
    #expect(kept(many, many.reversed()) >= 1)
  }
}
