import TestSupport
import TreeSnapshot

/// A tree as plain values, to hold a snapshot against.
struct PlainTree: Equatable {
  struct Node: Equatable {
    var id: Int
    var parent: Int?
    var type: String
    var label: String?
    var isSession = false
    var representation: String?
    var services: [String] = []
    var handles: [Subscription] = []
    var raises: [DeclaredMessage] = []
    var source: String?
    var state: [StateEntry] = []
  }

  var name: String?
  var messages: [DeclaredMessage] = []
  var nodes: [Node] = []
}

extension PlainTree {
  /// What a snapshot tells of itself, in document order.
  init(_ snapshot: Snapshot) {
    name = snapshot.name
    messages = snapshot.vocabulary
    nodes = snapshot.positions.map { position in
      let node = snapshot[position]
      return Node(
        id: node.id, parent: node.parent?.id, type: node.type, label: node.label,
        isSession: node.isSession, representation: node.representation, services: node.services,
        handles: node.subscriptions, raises: node.raises, source: node.source, state: node.state)
    }
  }

  /// The same nodes with each parent before its children; siblings keep their order.
  var inDocumentOrder: PlainTree {
    func below(_ parent: Int?) -> [Node] {
      nodes.filter { $0.parent == parent }.flatMap { [$0] + below($0.id) }
    }
    var tree = self
    tree.nodes = below(nil)
    return tree
  }

  /// The same nodes in another order; siblings keep theirs.
  func shuffled(using random: inout SeededGenerator) -> PlainTree {
    var tree = self
    tree.nodes.shuffle(using: &random)
    for parent in Set(nodes.map(\.parent)) {
      let places = tree.nodes.indices.filter { tree.nodes[$0].parent == parent }
      for (place, node) in zip(places, nodes.filter { $0.parent == parent }) {
        tree.nodes[place] = node
      }
    }
    return tree
  }

  func snapshot() throws(LinkError) -> Snapshot {
    var builder = SnapshotBuilder(name: name)
    for declared in messages { builder.declare(declared.message, label: declared.label) }
    for node in nodes {
      builder.addNode(
        id: node.id, parent: node.parent, type: node.type, label: node.label,
        isSession: node.isSession, representation: node.representation, source: node.source)
      for service in node.services { builder.provide(service: service) }
      for subscription in node.handles { builder.subscribe(subscription) }
      for raised in node.raises { builder.raise(raised.message, label: raised.label) }
      for entry in node.state { builder.describe(entry) }
    }
    return try builder.finish()
  }
}
