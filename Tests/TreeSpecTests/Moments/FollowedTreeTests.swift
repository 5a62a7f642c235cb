import ModelTree
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

@testable import TreeSpec

enum HarborSigns: Int, ErrorCode, CaseIterable { case leak = 7, flag }

/// Lines held against a tree from change to change.
@MainActor @Suite struct `A tree that is followed` {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `is at each moment what a look at all of it says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 70_000 + seed)
    var (matches, flips) = (0, 0)
    for _ in 0..<4 {
      let app = RecordedApp(bytes: random.chance(1, in: 4) ? Journal.leastBytes : 1 << 20)
      run(&random, in: app)
      let contents = try app.journal.contents
      for _ in 0..<10 {
        let text = Self.spec(&random)
        let spec = try Spec(text, name: "tree.treespec")
        let isEager = random.chance(1, in: 2)
        let followed = FollowedTree(spec)
        let trees = try MovingTree(of: contents, at: contents.records.lowerBound - 1)
        followed.note(trees.takeTouched())
        var before: Bool?
        for number in contents.records {
          trees.advance(to: number)
          followed.note(trees.takeTouched())
          // Several changes may come between two looks.
          guard isEager || random.chance(1, in: 5), let tree = trees.tree else { continue }
          let snapshot = try trees.snapshot(ofTree: tree)
          let expected = TreeMatcher(BoundSpec(spec, snapshot)).isMatch(line: 0, position: 0)
          let isMatch = try followed.isMatch(trees, tree)
          try #require(isMatch == expected, "after record \(number):\n\(text)")
          if isMatch { matches += 1 }
          if let before, before != isMatch { flips += 1 }
          before = isMatch
        }
      }
    }
    // Enough of both, one after the other.
    #expect(matches > 10 && flips > 2, "\(matches), \(flips)")
  }

  /// Changes a tree at random: its models, and what they are.
  private func run(_ random: inout SeededGenerator, in app: RecordedApp) {
    var kept: [Screen] = []
    var count = 0
    for _ in 0..<(60 + random.next(below: 120)) {
      var models: [Model] = [app.harbor]
      var next = 0
      while next < models.count {
        models += models[next].children
        next += 1
      }
      let model = random.pick(models)
      switch random.next(below: 16) {
      case 0...5:
        count += 1
        switch random.next(below: 6) {
        case 0, 1: _ = Pier(parent: model)
        case 2: _ = Spinner(parent: model)
        case 3: Quay(parent: model).open()
        default: _ = Boat(parent: model)
        }
      case 6, 7: if model !== app.harbor, models.count > 3 { model.removeFromParent() }
      case 8: model.register(for: HarborErrors.storm)
      case 9: model.unregister(for: HarborErrors.storm)
      case 10: model.register(for: random.chance(1, in: 2) ? HarborErrors.leak : .storm)
      case 11: model.register(forAll: HarborErrors.self)
      // Another domain that has a code of that label.
      case 12: model.register(for: HarborSigns.leak)
      case 13: model.unregister(for: HarborSigns.leak)
      case 14:
        if model !== app.harbor {
          kept.append(Screen())
          model.applyRepresentation(kept[kept.count - 1])
        }
      default: (model as? Session)?.provide(Chart())
      }
    }
    withExtendedLifetime(kept) {}
  }

  /// A tree of lines, which mostly ask for little: they hold at some moments, and at others not.
  private static func spec(_ random: inout SeededGenerator) -> String {
    let modes = ["exact", "contains", "contains", "deep", "contains ordered", "deep ordered"]
    let usual = random.pick(modes)
    var lines = ["tree-spec 1", "default children: \(usual)", "Harbor"]
    func add(_ depth: Int, _ inherited: String) {
      for _ in 0..<(1 + random.next(below: depth == 0 ? 3 : 2)) {
        let name = random.pick(["Pier", "Boat", "Spinner", "Quay", "*", "P*", "/Pier|Boat/", "B*?"])
        let count = random.pick(
          [" {0..}", " {0..}", " ?", " {0..3}", " {1..}", "", " {2..}", " {0..1}"])
        let attribute = random.pick([
          "", "", "", " [leaf]", " [!leaf]", " [handles error HarborErrors.storm]",
          " [!handles error leak]", " [handles error HarborErrors.leak]", " [handles error leak]",
          " [handles only error HarborErrors.storm]", " [!handles]", " [!session]",
          " [services Chart]",
          " [representation=Screen]", " [!representation]", " [handles error HarborErrors.*]",
        ])
        let mode = random.chance(1, in: 4) ? random.pick(modes) : inherited
        let written = mode == inherited ? "" : " [children \(mode)]"
        lines.append(
          "\(String(repeating: "  ", count: depth + 1))\(name)\(count)\(attribute)\(written)")
        if depth < 3, random.chance(1, in: 2) { add(depth + 1, mode) }
      }
      if inherited == "exact", random.chance(1, in: 4) {
        lines.append("\(String(repeating: "  ", count: depth + 1))...")
      }
    }
    if random.chance(9, in: 10) { add(0, usual) }
    return lines.joined(separator: "\n")
  }

  #if DEBUG
    @Test func `costs a change what is about it, and not what is in the tree`() throws {
      let (small, large) = (try steps(flows: 30), try steps(flows: 300))
      #expect(small > 0)
      #expect(large <= small * 5 / 4, "\(small) steps, then \(large)")
    }

    /// The steps for changes deep in a tree of flows, after the first look.
    private func steps(flows: Int) throws -> Int {
      let app = RecordedApp(bytes: 1 << 24)
      var piers: [Pier] = []
      // No model has more children than a dozen.
      var parents: [Model] = [app.harbor]
      while piers.count < flows {
        let parent = parents.removeFirst()
        for _ in 0..<8 {
          let pier = Pier(parent: parent)
          for _ in 0..<4 { _ = Boat(parent: pier) }
          piers.append(pier)
          parents.append(pier)
        }
      }
      let start = app.journal.recordCount
      for number in 0..<200 {
        let pier = piers[number * 7_919 % piers.count]
        let boat = Boat(parent: pier)
        boat.register(for: HarborErrors.storm)
        boat.removeFromParent()
      }
      let spec = try Spec(
        """
        tree-spec 1
        default children: exact
        Harbor
          Pier {0..}
            Boat {0..6} [!handles error HarborErrors.leak]
            Pier {0..}
              ...
        """, name: "tree.treespec")
      let contents = try app.journal.contents
      let trees = try MovingTree(of: contents, at: start)
      let followed = FollowedTree(spec)
      followed.note(trees.takeTouched())
      let number = try #require(trees.tree)
      #expect(try followed.isMatch(trees, number))
      var misses = 0
      let steps = try Steps.count { () throws in
        for record in (start + 1)..<contents.records.upperBound {
          trees.advance(to: record)
          followed.note(trees.takeTouched())
          if try !followed.isMatch(trees, number) { misses += 1 }
        }
      }
      #expect(misses == 0)
      return steps
    }
  #endif
}

@MainActor final class Quay: Session {}
final class Chart: Service {}
@MainActor final class Screen: Representation { var tie: RepresentationTie? }
