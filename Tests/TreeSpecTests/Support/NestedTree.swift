import TestSupport
import TreeSnapshot

/// A tree as nested values, which a test changes one at a time.
struct NestedTree {
  struct Node: Hashable {
    var type: String
    var label: String?
    var representation: String?
    var isSession = false
    var isUnopened = false
    var services: [String] = []
    var handles: [Subscription] = []
    var raises: [Message] = []
    var state: [String: String] = [:]
    var children: [Node] = []
  }

  var root: Node

  /// How many nodes there are.
  var count: Int { Self.count(root) }

  private static func count(_ node: Node) -> Int {
    node.children.reduce(1) { $0 + count($1) }
  }

  func snapshot() throws -> Snapshot {
    var builder = SnapshotBuilder(name: "Plain")
    var id = 0
    func add(_ node: Node, parent: Int?) {
      id += 1
      let own = id
      builder.addNode(
        id: own, parent: parent, type: node.type, label: node.label,
        isSession: node.isSession, isUnopened: node.isUnopened,
        representation: node.representation)
      for service in node.services { builder.provide(service: service) }
      for subscription in node.handles { builder.subscribe(subscription) }
      for message in node.raises { builder.raise(message) }
      for key in node.state.keys.sorted() {
        builder.describe(StateEntry(key: key, value: node.state[key] ?? ""))
      }
      for child in node.children { add(child, parent: own) }
    }
    add(root, parent: nil)
    return try builder.finish()
  }

  /// Everything that a spec without state holds a tree to, in one text: trees with the same text are
  /// the same to it.
  func canonical(ordered: Bool) -> String { Self.canonical(root, ordered) }

  private static func canonical(_ node: Node, _ ordered: Bool) -> String {
    var children = node.children.map { canonical($0, ordered) }
    if !ordered { children.sort() }
    let parts: [String] = [
      node.type.debugDescription, String(describing: node.label),
      String(describing: node.representation), "\(node.isSession)",
      "\(node.isSession && node.isUnopened)",
      "\(node.services.sorted().map(\.debugDescription))",
      "\(node.handles.map { "\($0.kind) \($0.domain.debugDescription) \(String(describing: $0.code))" }.sorted())",
      "\(node.raises.map { "\($0.kind) \($0.domain.debugDescription) \($0.code.debugDescription)" }.sorted())",
      "\(children)",
    ]
    return "(\(parts.joined(separator: "|")))"
  }

  /// Calls with one node, by its place in document order, to be changed.
  mutating func change(_ place: Int, _ body: (inout Node) -> Void) {
    var rest = place
    func visit(_ node: inout Node) -> Bool {
      if rest == 0 {
        body(&node)
        return true
      }
      rest -= 1
      for index in node.children.indices where visit(&node.children[index]) { return true }
      return false
    }
    _ = visit(&root)
  }

  /// Takes a node other than the root out, with everything below it.
  mutating func remove(_ place: Int) -> Node? {
    var rest = place
    func visit(_ node: inout Node) -> Node? {
      rest -= 1
      for index in node.children.indices {
        if rest == 0 { return node.children.remove(at: index) }
        if let found = visit(&node.children[index]) { return found }
        if rest < 0 { return nil }
      }
      return nil
    }
    return place == 0 ? nil : visit(&root)
  }
}

// Trees with few names, so that many nodes are identical.
extension NestedTree {
  static func random(
    _ random: inout SeededGenerator, maximum: Int = 16, names: [String]
  ) -> NestedTree {
    let tree = maker(names, count: 1...maximum, using: &random).make(using: &random)
    var children: [Int?: [Node]] = [:]
    // Children follow their parents.
    for plain in tree.nodes.reversed() {
      var node = Node(plain, &random)
      node.children = children[plain.id]?.reversed() ?? []
      children[plain.parent, default: []].append(node)
    }
    return NestedTree(root: children[nil]?.first ?? Node(type: names[0]))
  }

  /// Makes a domain of one of the names, now and then.
  static func maker(
    _ names: [String], count: ClosedRange<Int> = 1...1, using random: inout SeededGenerator
  ) -> RandomTree {
    var maker = RandomTree(count: count, names: names)
    maker.domains += maker.domains + [random.pick(names)]
    maker.codes.append("*")
    return maker
  }
}

extension NestedTree.Node {
  /// A node without children, which raises and describes something now and then.
  init(_ plain: PlainTree.Node, _ random: inout SeededGenerator) {
    self.init(type: plain.type)
    label = plain.label
    representation = plain.representation
    isSession = plain.isSession
    isUnopened = random.chance(1, in: 4)
    services = plain.services
    handles = plain.handles
    if random.chance(1, in: 5) { raises = [RandomTree().message(using: &random)] }
    if random.chance(1, in: 5) { state = ["k": "\(random.next(below: 3))"] }
  }
}
