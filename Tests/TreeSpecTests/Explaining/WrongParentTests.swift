import TestSupport
import Testing
import TextIO
import TreeSnapshot

@testable import TreeSpec

@Suite struct `A model below a wrong parent` {
  /// `Root` with `A` and `B`, and below `B` two models `X`, the second of which has a child.
  private static func tree() throws -> Snapshot {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Root")
    builder.addNode(id: 2, parent: 1, type: "A")
    builder.addNode(id: 3, parent: 1, type: "B")
    builder.addNode(id: 4, parent: 3, type: "X", label: "one", source: "B.swift:7")
    builder.addNode(id: 5, parent: 3, type: "X", label: "two", source: "B.swift:8")
    builder.addNode(id: 6, parent: 5, type: "Y")
    return try builder.finish()
  }

  private static func text(_ lines: String) throws -> [String] {
    let result = try Spec("tree-spec 1\n" + lines).check(tree())
    let explanation = try result.shapeExplanation()
    return explanation.lines.map { line in
      line.map(\.text.string).joined()
    }
  }

  @Test func `has moved, and the row says where it was made`() throws {
    #expect(
      try Self.text("Root\n  A\n    X\n      Y\n  B\n    X\n") == [
        "1 moved (children: exact unordered; attributes: named)", "",
        "  Root", "    A",
        ">     X              is at /Root/B/X[2], made at B.swift:8, belongs here (line 4)",
        "    B", "      X [label=one]",
        ">     X [label=two]  belongs below A (line 4), and 1 below",
      ])
  }

  @Test func `has moved also where it differs otherwise`() throws {
    #expect(
      try Self.text("Root\n  A\n    X [label=two] [session]\n      Z\n  B\n    X\n") == [
        "1 missing, 1 extra, 1 moved, 1 different (children: exact unordered; attributes: named)",
        "", "  Root", "    A",
        ">     X [label=two]  is at /Root/B/X[2], made at B.swift:8, belongs here (line 4)",
        "-       [session]", "-       Z            missing, line 5",
        "+       Y            extra, /Root/B/X/Y", "    B", "      X [label=one]",
        ">     X [label=two]  belongs below A (line 4), and 1 below",
      ])
  }

  @Test func `counts as one of those that its line asks for`() throws {
    let lines = try Self.text("Root\n  A\n    X {3}\n      ...\n  B\n")
    #expect(lines[0] == "1 missing, 2 moved (children: exact unordered; attributes: named)")
  }

  @Test func `counts of what is missing add up`() throws {
    let lines = try Self.text("Root\n  A {3}\n  B\n    X {4}\n      ...\n")
    #expect(lines[0] == "4 missing (children: exact unordered; attributes: named)")
  }

  @Test(arguments: [UInt64](0..<4))
  func `is never both missing and extra`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var moved = 0
    for _ in 0..<200 {
      // Each name once, so that models can be recognized.
      var tree = NestedTree(root: NestedTree.Node(type: "N0"))
      for number in 1...(2 + random.next(below: 10)) {
        tree.change(random.next(below: tree.count)) {
          $0.children.append(NestedTree.Node(type: "N\(number)"))
        }
      }
      let spec = try Spec(SpecWriter(tree.snapshot()).write(title: nil))
      var changed = tree
      let place = 1 + random.next(below: tree.count - 1)
      if random.chance(1, in: 2) { changed.change(place) { $0.isSession = true } }
      guard let node = changed.remove(place) else { continue }
      changed.change(random.next(below: changed.count)) { $0.children.append(node) }
      let result = try spec.check(changed.snapshot())
      guard result.isShapeWrong else { continue }
      let kinds = Set(try result.shapeExplanation().differences.map(\.kind))
      #expect(kinds.isDisjoint(with: [.missing, .extra]))
      moved += kinds.contains(.moved) ? 1 : 0
    }
    #expect(moved > 100)
  }
}
