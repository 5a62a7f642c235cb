import Foundation
import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeDrawing

@Suite struct `The renderer` {
  @Test func `the SVG says what it shows`() throws {
    let tree = try Trees.examMaster()
    let diagram = Diagram(tree, route: tree.route(of: Trees.badToken, raisedAt: 7))
    let picture = try #require(Picture(try diagram.render(as: .svg)))
    #expect(picture.rootAttributes["role"] == "img")
    #expect(picture.title == diagram.title)
    #expect(picture.description == diagram.summary)
    #expect(picture.nodes == 8)
    #expect(picture.edges == 7)
    #expect(
      picture.tooltips.contains(
        "/AppAuthorizedSession/MainFlow\n#2 · 2 subscriptions · RootRouter.swift:20"))
    #expect(picture.texts.filter { ["1", "2", "3"].contains($0) }.sorted() == ["1", "2", "3"])
  }

  @Test(
    arguments: [
      ("a.svg", GraphFormat.svg), ("a.b.PNG", .png), ("/x.y/z.pdf", .pdf), ("t.gv", .dot),
      ("t.dot", .dot), ("t.mmd", .mermaid), ("svg", nil), ("a.svgz", nil), ("a.", nil),
    ] as [(String, GraphFormat?)])
  func `a file name chooses the format`(name: String, format: GraphFormat?) {
    #expect(GraphFormat(fileName: name) == format)
  }

  @Test(arguments: 1...12)
  func `random trees are drawn whole`(seed: UInt64) throws {
    let count = 1 + Int(seed * 37 % 150)
    let tree = try Trees.random(count, seed: seed)
    let message = Message(
      kind: Message.Kind.allCases[Int(seed % 3)], domain: "D", code: "2")
    let diagram = Diagram(
      tree, depth: seed % 4 == 0 ? 3 : nil, route: tree.route(of: message, raisedAt: count - 1))
    let picture = try #require(Picture(try diagram.render(as: .svg)))
    #expect(picture.nodes == diagram.nodeCount)
    #expect(picture.edges == diagram.nodeCount - 1)
  }

  @Test func `pixels of too many boxes are refused with what to do`() throws {
    let drawing = Drawing(Diagram(try Trees.star(20_000)))
    for format in [GraphFormat.png, .pdf] {
      let error = #expect(throws: GraphError.self) { try drawing.bytes(as: format) }
      #expect(
        error?.description == """
          20001 boxes are too many for \(format.rawValue.uppercased()) (the limit is 20000); write \
          SVG, fold with --boxes N or --depth N, or draw a part with a selector
          """)
    }
  }

  @Test func `a wide tree fits into pixels`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Root")
    for id in 2...400 { builder.addNode(id: id, parent: 1, type: "ARatherLongNameOfAModel\(id)") }
    let drawing = Drawing(Diagram(try builder.finish()))
    let png = try drawing.bytes(as: .png)
    let width = png[16..<20].reduce(0) { $0 << 8 | Int($1) }
    #expect((3_000...9_000).contains(width))
    #expect(drawing.isLegibleAsPNG)
  }

  @Test(arguments: [
    "nonsense",
    "digraph { a [label=<<table></table>>] }", "digraph { a [label=<<b></b>>] }",
    "digraph { a [label=<open <b>>] }",
  ])
  func `bad text is refused with a reason and the next drawing works`(dot: String) throws {
    let error = #expect(throws: GraphError.self) { try Renderer.render(dot, as: .svg) }
    #expect(error.map { $0.description.contains("Graphviz") } == true)
    let picture = try #require(Picture(try Diagram(Trees.examMaster()).render(as: .svg)))
    #expect(picture.nodes == 8)
  }

  @Test func `a reason counts the lines of its own text`() throws {
    let error = #expect(throws: GraphError.self) {
      try Renderer.render("digraph {\n  a\n  -> ->\n}\n", as: .svg)
    }
    #expect(error?.description.contains("line 3") == true)
  }

  @Test func `warnings are no failure`() throws {
    let dot =
      #"digraph { a [shape=nosuchshape, pos="0,0"]; b [pos="9,9"]; a -> b [arrowhead=nosuchthing] }"#
    #expect(try !Renderer.render(dot, as: .svg).isEmpty)
  }

  @Test func `four threads draw at once`() async throws {
    let expected = try Diagram(Trees.random(40, seed: 9)).render(as: .svg)
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var last: [UInt8] = []
          for _ in 0..<4 { last = try Diagram(Trees.random(40, seed: 9)).render(as: .svg) }
          return last
        }
      }
      for try await svg in group { #expect(svg == expected) }
    }
  }
}
