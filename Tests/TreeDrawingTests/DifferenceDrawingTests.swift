import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeDrawing

/// Drawings of the differences between two trees.
@Suite struct `Drawings of differences` {
  /// Root ─ A ─ Leaf, B ─ C, D.
  private func old() throws -> Snapshot {
    var tree = SnapshotBuilder(name: "Old")
    tree.addNode(id: 1, parent: nil, type: "Root")
    tree.addNode(id: 2, parent: 1, type: "A")
    tree.addNode(id: 3, parent: 2, type: "Leaf")
    tree.addNode(id: 4, parent: 1, type: "B")
    tree.addNode(id: 5, parent: 4, type: "C")
    tree.addNode(id: 6, parent: 1, type: "D")
    return try tree.finish()
  }

  /// Root ─ B, D ─ C, New: A left with its leaf, C moved, D changed.
  private func new() throws -> Snapshot {
    var tree = SnapshotBuilder(name: "New")
    tree.addNode(id: 1, parent: nil, type: "Root")
    tree.addNode(id: 4, parent: 1, type: "B")
    tree.addNode(id: 6, parent: 1, type: "D")
    tree.describe(StateEntry(key: "<count>", value: "1"))
    tree.addNode(id: 5, parent: 6, type: "C")
    tree.addNode(id: 2, parent: 1, type: "New")
    return try tree.finish()
  }

  private func diagram(root: Int = 0, depth: Int? = nil) throws -> Diagram {
    Diagram(
      TreeDifference(from: try old(), to: try new(), matching: .shape),
      names: (old: "a&b.json", new: "new.json"), root: root, depth: depth)
  }

  @Test func `a new subscription is listed once, where it stands`() throws {
    let handled = PlainTree.Node(
      id: 2, parent: 1, type: "D", handles: [.init(kind: .error, domain: "E", code: "1")])
    let old = PlainTree(nodes: [.init(id: 1, type: "Root"), .init(id: 2, parent: 1, type: "D")])
    let new = PlainTree(nodes: [.init(id: 1, type: "Root"), handled])
    let diagram = Diagram(
      TreeDifference(from: try old.snapshot(), to: try new.snapshot(), matching: .shape),
      names: (old: "old", new: "new"))
    let rows = Drawing(diagram).boxes[1].rows.map { $0.pieces.map(\.text).joined() }
    #expect(rows == ["+  ▲ error  E.1"])
    #expect(diagram.summary.hasSuffix("D changed, registered for error E.1."))
  }

  @Test func `each difference is marked by mark, word and color, and what left is dashed`() throws {
    #expect(
      Drawing(try diagram()).boxes.map { box in
        let header = box.header.pieces.map(\.text).joined()
        let rows = box.rows.map { $0.pieces.map(\.text).joined() }
        return ([header] + rows + [box.tone.rawValue] + (box.isDashed ? ["dashed"] : []))
          .joined(separator: " | ")
      } == [
        "Root | plain", "A  − removed | error | dashed", "Leaf  − removed | error | dashed",
        "B | plain", "D  ~ changed | ~  <count> – → 1 | end",
        "C  > moved | >  was below /Root/B | event", "New  + added | taker",
      ])
    let dot = try diagram().dot()
    for edge in [
      "n1 -> n3 [color=\"#b42318\", style=dashed, ", "n6 -> n5 [color=\"#026aa2\", ",
      "n1 -> n2 [color=\"#1f6f43\", ", "n1 -> n4 [pos=",
    ] {
      #expect(dot.contains(edge))
    }
    #expect(dot.contains("<b>a&amp;b.json → new.json</b> — 2 models removed, 1 added"))
  }

  @Test func `the title and the summary say what is compared`() throws {
    #expect(
      try diagram().title == "a&b.json → new.json — 2 models removed, 1 added, 1 moved, 1 changed")
    #expect(
      try diagram().summary == """
        A tree of 7 models, parents above children. a&b.json is compared with new.json. A removed. \
        Leaf removed. D changed, <count> – → 1. C moved, was below /Root/B. New added.
        """)
    let tree = try old()
    let same = Diagram(
      TreeDifference(from: tree, to: tree, matching: .shape), names: (old: "a", new: "b"))
    #expect(same.title == "a → b — no difference")
  }

  @Test func `folding never hides what is different, but what lies below it`() throws {
    let folded = try diagram(depth: 0)
    #expect(Array(folded.part.positions) == [0, 1, 4, 5, 6])
    #expect(folded.title.hasSuffix("1 changed (5 of 7 models drawn)"))
  }

  @Test func `a part is drawn by the newer tree's positions`() throws {
    let part = try diagram(root: 2)
    #expect(
      part.title == "a&b.json → new.json, from D down — "
        + "2 models removed, 1 added, 1 moved, 1 changed (2 of 7 models drawn)")
  }

  @Test func `a root that left hangs below the one that came`() throws {
    var other = SnapshotBuilder()
    other.addNode(id: 1, parent: nil, type: "Other")
    let diagram = Diagram(
      TreeDifference(from: try old(), to: try other.finish(), matching: .shape),
      names: (old: "a", new: "b"))
    #expect(diagram.nodeCount == 7)
    #expect(diagram.dot().contains("<b>Root</b><font color=\"#b42318\">  − removed: was the root<"))
  }

  @Test func `random trees are drawn by Graphviz`() throws {
    for seed in 0..<5 as Range<UInt64> {
      let difference = TreeDifference(
        from: try Trees.random(30, seed: seed), to: try Trees.random(25, seed: seed + 100),
        matching: .shape)
      let diagram = Diagram(difference, names: (old: "a", new: "b"))
      let gone = difference.removed.reduce(0) { $0 + 1 + $1.below }
      #expect(diagram.nodeCount == 25 + gone)
      #expect(try !diagram.render(as: .svg).isEmpty)
    }
  }

  @Test func `hostile names and chains are drawn`() throws {
    let name = "E\u{1b}[31m<b>\"\\N\u{202e}"
    let difference = TreeDifference(
      from: try Trees.named(name), to: try Trees.chain(3), matching: .shape)
    let drawing = try Diagram(difference, names: (old: name, new: "b")).render(as: .svg)
    #expect(!drawing.contains(0x1b))
    let chains = TreeDifference(
      from: try Trees.chain(10_000), to: try Trees.chain(9_990), matching: .shape)
    #expect(Diagram(chains, names: (old: "a", new: "b")).dot().contains("− removed"))
  }
}
