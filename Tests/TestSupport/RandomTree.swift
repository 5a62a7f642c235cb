package import TreeSnapshot

/// Trees whose shape, names and fields follow from a seed.
package struct RandomTree {
  /// How many nodes a tree has.
  package var count = 1...30
  /// Types, labels, representations, and services; few, so that many nodes are identical.
  package var names = plainNames
  package var domains = domains
  package var codes = codes
  /// Whether nodes have every field that a dump can hold.
  package var isFull = false

  package init(count: ClosedRange<Int> = 1...30, names: [String] = plainNames) {
    self.count = count
    self.names = names
  }

  /// Trees with every field, in which every string is one of the names.
  package init(full count: ClosedRange<Int>, names: [String]) {
    self.init(count: count, names: names)
    domains = names
    codes = names
    isFull = true
  }

  package static let plainNames = ["A", "B", "AB", "Ab", "Cell"]
  /// Types within others: some of their bare names stand for two.
  package static let nestedNames = [
    "Row", "Shop.Row", "User.Row", "Shop.List", "A.Page<Shop.Row>", "Page<User.Row>", "Page<Int>",
    "User.Page<Int>", "_A.B.Cell", "Cell", "v1.2", "notes.txt",
  ]
  package static let domains = ["D", "E", "D.x"]
  package static let codes = ["1", "2", "x.1"]

  /// Every message that a tree of these may know, and some that it cannot.
  package static let messages: [Message] = Message.Kind.allCases.flatMap { kind in
    (domains + ["None"]).flatMap { domain in
      (codes + ["none"]).map { Message(kind: kind, domain: domain, code: $0) }
    }
  }

  /// A snapshot of such a tree.
  package func snapshot(seed: UInt64) throws -> Snapshot {
    var random = SeededGenerator(seed: seed)
    return try make(using: &random).snapshot()
  }

  /// A tree whose nodes follow their parents, but are not in document order.
  package func make(using random: inout SeededGenerator) -> PlainTree {
    let count = Int.random(in: count, using: &random)
    let reach = 1 + random.next(below: count)
    let ids = self.ids(count, using: &random)
    var tree = PlainTree(name: isFull ? maybe(names, using: &random) : nil)
    if isFull {
      for _ in 0..<random.next(below: 4) {
        let message = declared(using: &random)
        if !tree.messages.contains(message) { tree.messages.append(message) }
      }
    }
    for (index, id) in ids.enumerated() {
      let parent = index == 0 ? nil : ids[max(0, index - 1 - random.next(below: reach))]
      var node = node(using: &random)
      node.id = id
      node.parent = parent
      tree.nodes.append(node)
    }
    return tree
  }

  /// Ids that are neither sequential nor in order, and some of them huge.
  private func ids(_ count: Int, using random: inout SeededGenerator) -> [Int] {
    var ids: Set<Int> = []
    while ids.count < count {
      let isHuge = isFull && random.chance(1, in: 4)
      ids.insert(isHuge ? Int(random.next() >> 1) : random.next(below: count * 3))
    }
    return ids.sorted().shuffled(using: &random)
  }

  /// A node without a place in a tree.
  package func node(using random: inout SeededGenerator) -> PlainTree.Node {
    let type = random.pick(names)
    var node = PlainTree.Node(id: 0, type: type.isEmpty ? "M" : type)
    node.label = maybe(names, using: &random)
    node.isSession = random.chance(1, in: 4)
    node.representation = maybe(names, using: &random)
    if random.chance(1, in: 4) { node.services = [random.pick(names)] }
    node.handles = (0..<random.next(below: 4)).map { _ in subscription(using: &random) }
    if isFull {
      node.isUnopened = node.isSession && random.chance(1, in: 4)
      node.source = maybe(names, using: &random)
      node.raises = (0..<random.next(below: 3)).map { _ in declared(using: &random) }
      node.state = (0..<random.next(below: 3)).map { index in
        StateEntry(key: "\(index)\(random.pick(names))", value: random.pick(names))
      }
    }
    return node
  }

  package func subscription(using random: inout SeededGenerator) -> Subscription {
    let message = message(using: &random)
    return Subscription(
      kind: message.kind, domain: message.domain,
      code: random.chance(1, in: 3) ? nil : message.code,
      label: maybe(isFull ? names : ["l"], using: &random),
      source: isFull ? maybe(names, using: &random) : nil)
  }

  package func message(using random: inout SeededGenerator) -> Message {
    Message(
      kind: random.pick(Message.Kind.allCases), domain: random.pick(domains),
      code: random.pick(codes))
  }

  private func declared(using random: inout SeededGenerator) -> DeclaredMessage {
    DeclaredMessage(message(using: &random), label: maybe(names, using: &random))
  }

  private func maybe(_ names: [String], using random: inout SeededGenerator) -> String? {
    random.chance(1, in: 4) ? random.pick(names) : nil
  }
}
