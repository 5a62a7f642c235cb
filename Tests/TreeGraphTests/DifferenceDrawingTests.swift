import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeGraph

/// Drawings of what is different between two trees.
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

  @Test func `each difference is marked by mark, word and color, and what left is dashed`() throws {
    #expect(
      try diagram().dot() == #"""
        digraph "New" {
          graph [rankdir=TB, newrank=true, splines=line, nodesep=0.35, ranksep=0.45, bgcolor="#ffffff", fontname="Helvetica,Arial,sans-serif", fontsize=11, pad=0.3, labelloc=t, labeljust=l,
                 label=<<b>a&amp;b.json → new.json</b> — 2 models removed, 1 added, 1 moved, 1 changed<br align="left"/>>]
          node [shape=plain, fontname="Helvetica,Arial,sans-serif", fontsize=10]
          edge [color="#98a2b3", arrowhead=none, penwidth=1.1, tailport=s, headport=n, fontname="Helvetica,Arial,sans-serif", fontsize=9]
          n1 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#98a2b3" bgcolor="#ffffff">
            <tr><td align="left" bgcolor="#f2f4f7"><b>Root</b></td></tr></table>>, tooltip="/Root\n#1 · no subscriptions"]
          n3 [label=<<table border="1" cellborder="0" style="dashed" cellspacing="0" cellpadding="5" color="#b42318" bgcolor="#ffffff">
            <tr><td align="left" bgcolor="#fef3f2"><b>A</b>  <font color="#b42318">− removed</font></td></tr></table>>, tooltip="/Root/A\n#2 of the older tree · no subscriptions"]
          n7 [label=<<table border="1" cellborder="0" style="dashed" cellspacing="0" cellpadding="5" color="#b42318" bgcolor="#ffffff">
            <tr><td align="left" bgcolor="#fef3f2"><b>Leaf</b>  <font color="#b42318">− removed</font></td></tr></table>>, tooltip="/Root/A/Leaf\n#3 of the older tree · no subscriptions"]
          n4 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#98a2b3" bgcolor="#ffffff">
            <tr><td align="left" bgcolor="#f2f4f7"><b>B</b></td></tr></table>>, tooltip="/Root/B\n#4 · no subscriptions"]
          n6 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#b54708" bgcolor="#ffffff">
            <tr><td align="left" bgcolor="#fef0c7"><b>D</b>  <font color="#b54708">~ changed</font></td></tr>
            <tr><td align="left"><font color="#b54708">~</font>  &lt;count&gt; – → 1</td></tr></table>>, tooltip="/Root/D\n#6 · no subscriptions"]
          n5 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#026aa2" bgcolor="#ffffff">
            <tr><td align="left" bgcolor="#f0f9ff"><b>C</b>  <font color="#026aa2">&gt; moved</font></td></tr>
            <tr><td align="left"><font color="#026aa2">&gt;</font>  was below /Root/B</td></tr></table>>, tooltip="/Root/D/C\n#5 · no subscriptions"]
          n2 [label=<<table border="0" cellborder="1" cellspacing="0" cellpadding="5" color="#1f6f43" bgcolor="#ffffff">
            <tr><td align="left" bgcolor="#e7f5ec"><b>New</b>  <font color="#1f6f43">+ added</font></td></tr></table>>, tooltip="/Root/New\n#2 · no subscriptions"]
          n1 -> n3 [color="#b42318", style=dashed]
          n3 -> n7 [color="#b42318", style=dashed]
          n1 -> n4
          n1 -> n6
          n6 -> n5 [color="#026aa2"]
          n1 -> n2 [color="#1f6f43"]
        }

        """#)
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
    #expect(diagram.dot().contains("<b>Root</b>  <font color=\"#b42318\">− removed: was the root<"))
  }

  @Test func `random trees are drawn by Graphviz`() throws {
    for seed in 0..<20 as Range<UInt64> {
      let difference = TreeDifference(
        from: try Trees.random(30, seed: seed), to: try Trees.random(25, seed: seed + 100),
        matching: .shape)
      let diagram = Diagram(difference, names: (old: "a", new: "b"))
      let gone = difference.removed.reduce(0) { $0 + 1 + $1.below }
      #expect(diagram.nodeCount == 25 + gone)
      #expect(try !diagram.render(as: .svg).isEmpty)
    }
  }

  @Test func `hostile names and chains of 200,000 are drawn`() throws {
    let name = "E\u{1b}[31m<b>\"\\N\u{202e}"
    let difference = TreeDifference(
      from: try Trees.named(name), to: try Trees.chain(3), matching: .shape)
    let drawing = try Diagram(difference, names: (old: name, new: "b")).render(as: .svg)
    #expect(!drawing.contains(0x1b))
    let chains = TreeDifference(
      from: try Trees.chain(200_000), to: try Trees.chain(199_990), matching: .shape)
    #expect(Diagram(chains, names: (old: "a", new: "b")).dot().contains("− removed"))
  }
}
