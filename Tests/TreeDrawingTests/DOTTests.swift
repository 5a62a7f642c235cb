import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeDrawing

@Suite struct `DOT text` {
  @Test func `the trace of the design is written as its golden text says`() throws {
    let tree = try Trees.examMaster()
    let route = tree.route(of: Trees.badToken, raisedAt: 7)
    #expect(Diagram(tree, route: route).dot() == Golden.examMasterTrace)
  }

  @Test func `the same tree gives the same bytes`() throws {
    let tree = try Trees.random(300, seed: 5)
    let route = tree.route(of: Message(kind: .event, domain: "D", code: "1"), raisedAt: 299)
    let dots = Set((0..<4).map { _ in Diagram(tree, depth: 3, route: route).dot() })
    #expect(dots.count == 1)
  }

  @Test func `a chain of ten thousand is written`() throws {
    let tree = try Trees.chain(10_000)
    let route = tree.route(of: Trees.badToken, raisedAt: 9_999)
    let dot = Diagram(tree, route: route).dot()
    let last = try #require(dot.split(separator: "\n").dropLast().last)
    #expect(last.hasPrefix("  n9999 -> n10000 [color=\"#b42318\", penwidth=2.4, dir=back, "))
    #expect(Diagram(tree, route: route).summary.utf8.count < 6_000)
    #expect(Diagram(tree, depth: 10).nodeCount == 11)
    #expect(Diagram(tree, depth: 10).dot().contains("+9989 more"))
  }

  @Test
  func `a node with many subscriptions says how many are left out and keeps the one that decides`()
    throws
  {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Root")
    for code in 0..<100 { builder.subscribe(.init(kind: .error, domain: "D", code: "c\(code)")) }
    let tree = try builder.finish()
    let route = tree.route(of: Message(kind: .error, domain: "D", code: "c90"), raisedAt: 0)
    let dot = Diagram(tree, route: route).dot()
    #expect(dot.contains("<b>D.c90</b>"))
    #expect(dot.contains("75 more subscriptions"))
    #expect(!dot.contains("D.c89"))
  }

  @Test(
    arguments: [
      (0, nil, 8, [0: 0]), (0, 0, 1, [0: 7]), (0, 1, 2, [1: 6]), (0, 2, 5, [4: 3, 3: 0]),
      (4, 0, 1, [4: 3]), (1, nil, 7, [1: 0]),
    ] as [(Int, Int?, Int, [Int: Int])])
  func `what is folded is counted on the nearest node drawn`(
    root: Int, depth: Int?, drawn: Int, folded: [Int: Int]
  ) throws {
    let diagram = Diagram(try Trees.examMaster(), root: root, depth: depth)
    #expect(diagram.nodeCount == drawn)
    for (position, count) in folded { #expect(diagram.part.foldedCount(at: position) == count) }
  }

  @Test func `folding never hides the route`() throws {
    let tree = try Trees.examMaster()
    let diagram = Diagram(tree, depth: 0, route: tree.route(of: Trees.badToken, raisedAt: 7))
    #expect(Array(diagram.part.positions) == [0, 1, 4, 7])
    #expect(diagram.part.foldedCount(at: 1) == 2)
    #expect(diagram.part.foldedCount(at: 4) == 2)
  }

  @Test func `a root that the tree does not have is a programmer's error`() async {
    await #expect(processExitsWith: .failure) {
      var builder = SnapshotBuilder()
      builder.addNode(id: 1, parent: nil, type: "Root")
      _ = Diagram(try builder.finish(), root: 1)
    }
  }
}
