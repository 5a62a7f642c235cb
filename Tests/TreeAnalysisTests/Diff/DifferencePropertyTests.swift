import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

/// Random trees and random edits.
@Suite struct `Random differences` {
  @Test func `of a tree with itself are empty`() throws {
    for seed in 0..<50 as Range<UInt64> {
      let tree = try RandomTree(count: 1...60, names: RandomTree.hostileNames).snapshot(seed: seed)
      for matching in [TreeDifference.Matching.identity, .shape] {
        #expect(TreeDifference(from: tree, to: tree, matching: matching).isEmpty)
      }
      let read = try Snapshot(dump: tree.dump())
      #expect(TreeDifference(from: tree, to: read, matching: .shape).isEmpty)
    }
  }

  @Test(arguments: 0..<4)
  func `of few edits are the edits, by id and by shape alike`(part: Int) throws {
    for seed in 0..<150 {
      var random = SeededGenerator(seed: UInt64(part * 150 + seed))
      let before = EditableTree.random(12 + random.next(below: 40), using: &random)
      var after = before
      var expected: Set<String> = []
      var touched: Set<Int> = []
      for _ in 0...random.next(below: 3) {
        expected.formUnion(edit(&after, &touched, &random))
      }
      let old = try before.snapshot()
      let live = TreeDifference(from: old, to: try after.snapshot(), matching: .identity)
      #expect(Set(live.lines) == expected, "seed \(part * 150 + seed)")
      let new = try after.snapshot(isRenumbered: true)
      let dumps = TreeDifference(from: old, to: new, matching: .shape)
      #expect(dumps.lines == live.lines, "seed \(part * 150 + seed)")
    }
  }

  /// One edit away from the others, and the differences that it makes.
  private func edit(
    _ tree: inout EditableTree, _ touched: inout Set<Int>, _ random: inout SeededGenerator
  ) -> [String] {
    // A model is edited whose subtree and parent no other edit has had to do with.
    let free = tree.subtree().dropFirst().filter { id in
      touched.isDisjoint(with: tree.subtree(id)) && !touched.contains(tree.parents[id] ?? 0)
    }
    guard !free.isEmpty else { return [] }
    let id = random.pick(Array(free))
    guard let model = tree.models[id], let parent = tree.parents[id] else { return [] }
    let subtree = tree.subtree(id)
    let below = subtree.count > 1 ? " +\(subtree.count - 1)" : ""
    touched.formUnion(subtree)
    touched.insert(parent)
    switch random.next(below: 5) {
    case 0:
      tree.detach(id)
      return ["- \(model.type)\(below)"]
    case 1:
      let new = tree.add("New\(id)", below: id, at: 0)
      touched.insert(new)
      return ["+ New\(id)"]
    case 2:
      let goals = tree.subtree().filter { !subtree.contains($0) && $0 != parent }
        .filter { !touched.contains($0) }
      guard !goals.isEmpty else { return [] }
      let goal = random.pick(goals)
      guard let from = tree.models[parent]?.type, let to = tree.models[goal]?.type else {
        return []
      }
      touched.insert(goal)
      tree.detach(id)
      tree.attach(id, below: goal, at: random.next(below: 3))
      return ["> \(model.type) \(from) → \(to)\(below)"]
    case 3:
      tree.change(id) { $0.label = "new" }
      return ["~ \(model.type): label \(model.label ?? "–") → new"]
    default:
      tree.change(id) { $0.state = [StateEntry(key: "count", value: "none")] }
      return ["~ \(model.type): count \(model.state.first?.value ?? "") → none"]
    }
  }

  @Test(arguments: 0..<4)
  func `applied to the older tree give the newer one`(part: Int) throws {
    let trees = RandomTree(full: 1...12, names: ["A", "B", "7", "l"])
    for seed in part * 100..<(part + 1) * 100 {
      let (old, new) = try (
        trees.snapshot(seed: UInt64(seed)), trees.snapshot(seed: UInt64(seed + 5_000))
      )
      for matching in [TreeDifference.Matching.identity, .shape] {
        let applied = AppliedDifference(TreeDifference(from: old, to: new, matching: matching))
        if !applied.isNewerTree {
          Issue.record("seed \(seed), by \(matching): \(applied.faults)")
        }
      }
    }
  }

  @Test(arguments: 0..<4)
  func `are the same the other way around`(part: Int) throws {
    let trees = RandomTree(full: 1...25, names: ["A", "B", "C"])
    for seed in UInt64(part * 100)..<UInt64((part + 1) * 100) {
      let old = try trees.snapshot(seed: seed)
      let new = try trees.snapshot(seed: seed + 5_000)
      let difference = TreeDifference(from: old, to: new, matching: .shape)
      let mirrored = TreeDifference(from: new, to: old, matching: .shape)
      #expect(difference.removed == mirrored.added, "seed \(seed)")
      #expect(difference.added == mirrored.removed, "seed \(seed)")
      #expect(difference.moved.count == mirrored.moved.count, "seed \(seed)")
      #expect(
        difference.changed.map { $0.newPosition }
          == mirrored.changed.map { $0.oldPosition }.sorted(),
        "seed \(seed)")
    }
  }

  /// Siblings of one type with labels of their own, in random order: some of them with models below
  /// them, some changed.
  @Test(arguments: 0..<4)
  func `of labeled siblings in another order are the fewest moves`(part: Int) throws {
    for seed in part * 50..<(part + 1) * 50 {
      var random = SeededGenerator(seed: UInt64(seed))
      let count = 1 + random.next(below: seed % 10 == 0 ? 400 : 8)
      let order = (0..<count).shuffled(using: &random)
      let changed = Set((0..<count).filter { _ in random.chance(1, in: 5) })
      func tree(_ order: [Int], isChanged: Bool) throws -> Snapshot {
        var tree = EditableTree()
        for row in order {
          let id = tree.add("Row")
          tree.change(id) { $0.label = "r\(row)" }
          if row % 3 == 0 { tree.add("Button", below: id) }
          let isChanged = isChanged && changed.contains(row)
          tree.change(id) { $0.state = [StateEntry(key: "n", value: isChanged ? "new" : "old")] }
        }
        return try tree.snapshot(isRenumbered: isChanged)
      }
      let difference = TreeDifference(
        from: try tree(Array(0..<count), isChanged: false), to: try tree(order, isChanged: true),
        matching: .shape)
      #expect(difference.removed.isEmpty && difference.added.isEmpty, "seed \(seed)")
      #expect(difference.changed.count == changed.count, "seed \(seed)")
      #expect(difference.moved.count == count - longestRise(order), "seed \(seed)")
      #expect(difference.moved.allSatisfy { $0.isAmongSiblings })
    }
  }

  /// The length of the longest rising run, in a slow way.
  private func longestRise(_ order: [Int]) -> Int {
    var lengths: [Int] = []
    for number in order {
      lengths.append((zip(order, lengths).filter { $0.0 < number }.map(\.1).max() ?? 0) + 1)
    }
    return lengths.max() ?? 0
  }
}
