import TestSupport
import Testing
import TreeAnalysis
import TreeSnapshot

@testable import TreeDrawing

@Suite struct `Folding of large trees` {
  /// A root with a list of cells, the last one registered for an error, and a footer.
  private func list(_ count: Int, labelled: Bool = true) throws -> Snapshot {
    var builder = SnapshotBuilder(name: "List")
    builder.addNode(id: 1, parent: nil, type: "Root")
    builder.subscribe(.init(kind: .error, domain: "D", code: "1"))
    builder.addNode(id: 2, parent: 1, type: "List")
    for id in 3..<(count + 3) {
      builder.addNode(id: id, parent: 2, type: "Cell", label: labelled ? "no. \(id)" : nil)
    }
    builder.subscribe(.init(kind: .error, domain: "D", code: "2"))
    builder.addNode(id: count + 3, parent: 2, type: "Footer")
    return try builder.finish()
  }

  private func headers(_ diagram: Diagram) -> [String] {
    Drawing(diagram).boxes.map { $0.header.pieces.map(\.text).joined() }
  }

  @Test func `leaves that look the same become one box with their number`() throws {
    let diagram = Diagram(try list(9, labelled: false), budget: .screen)
    #expect(headers(diagram) == ["Root", "List", "8 × Cell", "Cell", "Footer"])
    #expect(diagram.nodeCount == 12)
    #expect(diagram.foldNote == "8 alike leaves in 1 box")
    #expect(diagram.summary.hasSuffix("8 leaves that are alike are drawn as 1 box."))
    #expect(Diagram(try list(8, labelled: false), budget: .screen).boxCount == 11)
  }

  @Test func `leaves with labels become one box where a screen has no room`() throws {
    let small = try list(250)
    #expect(Diagram(small, budget: .screen).boxCount == small.count)
    let diagram = Diagram(try list(400), budget: .screen)
    #expect(headers(diagram) == ["Root", "List", "399 × Cell", "Cell \"no. 402\"", "Footer"])
    let rows = Drawing(diagram).boxes[2].rows.map { $0.pieces.map(\.text).joined() }
    #expect(rows == ["\"no. 3\"  \"no. 4\"  … \"no. 401\""])
    #expect(diagram.title == "List — 403 models")
    #expect(Diagram(try list(400), budget: BoxBudget(boxes: 500)).boxCount == 403)
  }

  @Test func `a route opens what it needs`() throws {
    let tree = try list(400)
    let message = Message(kind: .error, domain: "D", code: "1")
    let route = tree.route(of: message, raisedAt: 100)
    let diagram = Diagram(tree, route: route, budget: .screen)
    #expect(
      headers(diagram) == [
        "Root  handled here", "List", "398 × Cell", "Cell \"no. 101\"  raised here",
        "Cell \"no. 402\"", "Footer",
      ])
  }

  @Test func `a difference opens what it needs`() throws {
    let old = try list(400)
    var builder = SnapshotBuilder(name: "List")
    for node in old.positions.map({ old[$0] }) {
      builder.addNode(
        id: node.id, parent: node.parent?.id, type: node.type,
        label: node.id == 50 ? "other" : node.label)
      for subscription in node.subscriptions { builder.subscribe(subscription) }
    }
    let difference = TreeDifference(from: old, to: try builder.finish(), matching: .identity)
    let diagram = Diagram(difference, names: (old: "a", new: "b"), budget: .screen)
    #expect(
      headers(diagram) == [
        "Root", "List", "398 × Cell", "Cell \"other\"  ~ changed", "Cell \"no. 402\"", "Footer",
      ])
  }

  @Test func `what does not fit is folded from the deepest level up, and counted`() throws {
    for seed in 0..<5 as Range<UInt64> {
      let tree = try Trees.random(2_000, seed: seed)
      let diagram = Diagram(tree, budget: BoxBudget(boxes: 100))
      #expect(diagram.boxCount <= 100)
      #expect(diagram.boxCount > 20)
      let folded = diagram.part.positions.reduce(0) { $0 + diagram.part.foldedCount(at: $1) }
      #expect(folded == diagram.part.foldedCount)
      #expect(diagram.nodeCount + folded == tree.count)
      // A box is never drawn without the one above it.
      for position in diagram.part.positions.dropFirst() {
        #expect(diagram.part.contains(tree[position].parent?.position ?? -1))
      }
      let drawing = Drawing(diagram)
      #expect(LayoutFaults.of(drawing.layout, parents: drawing.parents).isEmpty)
    }
  }

  @Test func `siblings beyond the budget are counted in the box of their parent`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Root")
    for id in 2...1_001 {
      builder.addNode(id: id, parent: 1, type: "Model\(id)")
      builder.addNode(id: id + 1_000, parent: id, type: "Leaf")
    }
    let diagram = Diagram(try builder.finish(), budget: BoxBudget(boxes: 40))
    #expect(diagram.boxCount <= 40 && diagram.boxCount > 20)
    let rows = Drawing(diagram).boxes[0].rows.map { $0.pieces.map(\.text).joined() }
    #expect(rows == ["+\(2 * (1_000 - 24)) more"])
    #expect(diagram.nodeCount + diagram.part.foldedCount == 2_001)
  }

  @Test func `a route is drawn also where its model is beyond the budget of siblings`() throws {
    var builder = SnapshotBuilder()
    builder.addNode(id: 1, parent: nil, type: "Root")
    for id in 2...1_001 { builder.addNode(id: id, parent: 1, type: "Model\(id)") }
    let tree = try builder.finish()
    let route = tree.route(of: Message(kind: .error, domain: "D", code: "1"), raisedAt: 900)
    let diagram = Diagram(tree, route: route, budget: BoxBudget(boxes: 40))
    #expect(headers(diagram).contains("Model901  raised here"))
  }

  @Test func `ten thousand models are drawn within the budget`() throws {
    for tree in [try Trees.random(10_000, seed: 2), try Trees.chain(10_000)] {
      let diagram = Diagram(tree, budget: .screen)
      #expect(diagram.boxCount <= 1_000)
      #expect(diagram.boxCount > 500)
      #expect(try diagram.render(as: .svg).count < 1_000_000)
    }
  }
}
