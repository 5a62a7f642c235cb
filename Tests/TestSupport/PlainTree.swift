package import TreeSnapshot

/// A tree as plain values, to hold a snapshot against.
package struct PlainTree: Equatable {
  package struct Node: Equatable {
    package var id: Int
    package var parent: Int?
    package var type: String
    package var label: String?
    package var isSession = false
    package var isUnopened = false
    package var representation: String?
    package var services: [String] = []
    package var handles: [Subscription] = []
    package var raises: [DeclaredMessage] = []
    package var source: String?
    package var state: [StateEntry] = []

    package init(
      id: Int, parent: Int? = nil, type: String, label: String? = nil, isSession: Bool = false,
      isUnopened: Bool = false, representation: String? = nil, services: [String] = [],
      handles: [Subscription] = [], raises: [DeclaredMessage] = [], source: String? = nil,
      state: [StateEntry] = []
    ) {
      self.id = id
      self.parent = parent
      self.type = type
      self.label = label
      self.isSession = isSession
      self.isUnopened = isUnopened
      self.representation = representation
      self.services = services
      self.handles = handles
      self.raises = raises
      self.source = source
      self.state = state
    }
  }

  package var name: String?
  package var messages: [DeclaredMessage] = []
  package var nodes: [Node] = []

  package init(name: String? = nil, messages: [DeclaredMessage] = [], nodes: [Node] = []) {
    self.name = name
    self.messages = messages
    self.nodes = nodes
  }
}

extension PlainTree {
  /// The contents of a snapshot, in document order.
  package init(_ snapshot: Snapshot) {
    name = snapshot.name
    messages = snapshot.vocabulary
    nodes = snapshot.positions.map { position in
      let node = snapshot[position]
      return Node(
        id: node.id, parent: node.parent?.id, type: node.type, label: node.label,
        isSession: node.isSession, isUnopened: node.isUnopened,
        representation: node.representation, services: node.services, handles: node.subscriptions,
        raises: node.raises, source: node.source, state: node.state)
    }
  }

  /// The same nodes with each parent before its children; siblings keep their order.
  package var inDocumentOrder: PlainTree {
    var tree = self
    tree.nodes = nodes(below: nil)
    return tree
  }

  /// All nodes below one, each parent before its children.
  package func nodes(below parent: Int?) -> [Node] {
    nodes.filter { $0.parent == parent }.flatMap { [$0] + nodes(below: $0.id) }
  }

  /// The same nodes in another order; siblings keep theirs.
  package func shuffled(using random: inout SeededGenerator) -> PlainTree {
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

  package func snapshot() throws(LinkError) -> Snapshot {
    var builder = SnapshotBuilder(name: name)
    for declared in messages { builder.declare(declared.message, label: declared.label) }
    for node in nodes {
      builder.addNode(
        id: node.id, parent: node.parent, type: node.type, label: node.label,
        isSession: node.isSession, isUnopened: node.isUnopened,
        representation: node.representation, source: node.source)
      for service in node.services { builder.provide(service: service) }
      for subscription in node.handles { builder.subscribe(subscription) }
      for raised in node.raises { builder.raise(raised.message, label: raised.label) }
      for entry in node.state { builder.describe(entry) }
    }
    return try builder.finish()
  }
}
