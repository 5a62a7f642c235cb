import TestSupport
import Testing
import TreeSnapshot

@Suite struct `A snapshot` {
  private var tree: PlainTree {
    var tree = `Writing a dump`.tree
    tree.nodes.append(.init(id: 4, parent: 3, type: "Deep", state: [.init(key: "a", value: "b")]))
    tree.nodes.append(.init(id: 5, parent: 9, type: "Last", services: ["S"]))
    tree.nodes.append(.init(id: 6, parent: 1, type: "Other"))
    return tree
  }

  @Test func `walks down by children and up by parents`() throws {
    let snapshot = try tree.snapshot()
    #expect(snapshot.root.children.map(\.type) == ["Flow", "Other"])
    #expect(snapshot[1].children.map(\.type) == ["Leaf😀", "Last"])
    let nodes = snapshot.positions.map { snapshot[$0] }
    #expect(nodes.map(\.isLeaf) == [false, false, false, true, true, true])
    #expect(nodes.map(\.parent?.position) == [nil, 0, 1, 2, 1, 0])
    #expect(nodes.map { snapshot.position(ofID: $0.id) } == [0, 1, 2, 3, 4, 5])
  }

  @Test func `gives its part below a node, down to a depth`() throws {
    let snapshot = try tree.snapshot()
    for (depth, ids) in [(0, [9]), (1, [9, 3, 5]), (2, [9, 3, 4, 5]), (nil, [9, 3, 4, 5])] {
      var expected = tree
      expected.nodes = tree.inDocumentOrder.nodes.filter { ids.contains($0.id) }
      expected.nodes[0].parent = nil
      #expect(PlainTree(snapshot.part(from: 1, depth: depth)) == expected)
    }
    #expect(snapshot.part(from: 0).dump() == snapshot.dump())
    #expect(snapshot.part(from: 0, depth: 9).dump() == snapshot.dump())
    #expect(snapshot.part(from: 0, depth: 0).count == 1)
  }

  @Test func `gives parts of random trees that can be dumped and read`() throws {
    for seed in 0..<10 {
      let snapshot = try randomTree(seed: UInt64(seed)).snapshot()
      for position in snapshot.positions {
        let part = snapshot.part(from: position)
        #expect(part.count == snapshot[position].subtree.count)
        #expect(try Snapshot(dump: part.dump()).dump() == part.dump())
        #expect(part.text(options: .all) == snapshot.text(from: position, options: .all))
      }
    }
  }

  @Test func `keeps a declared code once, and what is not there apart from what is empty`() throws {
    var builder = SnapshotBuilder(name: "")
    let message = Message(kind: .event, domain: "D", code: "")
    builder.declare(message)
    builder.declare(message)
    builder.declare(message, label: "")
    builder.addNode(id: 1, parent: nil, type: "A", label: "")
    let snapshot = try builder.finish()
    #expect(snapshot.vocabulary == [.init(message), .init(message, label: "")])
    #expect(snapshot.name == "")
    #expect(snapshot.root.label == "")
    #expect(snapshot.root.representation == nil)
    #expect(PlainTree(try Snapshot(dump: snapshot.dump())) == PlainTree(snapshot))
  }

  @Test func `keeps what a declared message carries`() throws {
    let (open, close) = (
      Message(kind: .bubble, domain: "Nav", code: "Open"),
      Message(kind: .bubble, domain: "Nav", code: "Close")
    )
    let (exam, show) = (
      Message(kind: .event, domain: "App", code: "exam"),
      "Nav.Open"
    )
    let empty = Message(kind: .event, domain: "App", code: "Empty")
    var builder = SnapshotBuilder()
    builder.declare(close)
    builder.declare(open, label: "o", payload: show)
    builder.declare(exam)
    builder.addNode(id: 1, parent: nil, type: "A")
    builder.subscribe(
      Subscription(kind: .event, domain: "App", code: "exam", payload: "Exam"))
    builder.subscribe(
      Subscription(kind: .bubble, domain: "Nav", code: "Close", payload: "Int"))
    builder.addNode(id: 2, parent: 1, type: "B")
    builder.subscribe(
      Subscription(kind: .bubble, domain: "Nav", code: "Close", payload: "String"))
    builder.subscribe(
      Subscription(kind: .event, domain: "App", code: "Empty", payload: "App.Empty"))
    let snapshot = try builder.finish()
    let text = String(decoding: snapshot.dump(), as: UTF8.self)
    #expect(
      text.contains(
        """
            {"kind": "bubble", "domain": "Nav", "code": "Open", "label": "o", \
        "payload": "Nav.Open"},
        """))
    for tree in [snapshot, try Snapshot(dump: text), snapshot.part(from: 1)] {
      #expect(
        tree.vocabulary == [.init(close), .init(open, label: "o", payload: show), .init(exam)])
      #expect(tree.payloads[open] == show)
    }
    #expect(snapshot.payloads[exam] == "Exam")
    // A message that is the value itself carries none if the vocabulary says so.
    #expect(snapshot.payloads[empty] == nil)
    // Two models take it with different values.
    #expect(snapshot.payloads[close] == nil)
    #expect(try Snapshot(dump: text).dump() == snapshot.dump())
  }
}
