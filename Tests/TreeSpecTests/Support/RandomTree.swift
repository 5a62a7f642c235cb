import TestSupport
import TreeSnapshot

/// Trees of few names, so that many nodes are alike, whose shape follows from a seed.
enum RandomTree {
  static let plainNames = ["A", "B", "AB", "Ab", "Cell"]
  static let hostileNames = [
    "tree:", "└─x", "Event Log", "\u{301}", "f(x)", "**",
    "A", "*", "?", "/", "A/B", "[2]", "#", "# no", "\\", "\u{1b}[31m", " ", "\n", "é", "👨‍👩‍👧",
    "\u{202e}", "]", "{2}", "\"", "as", "$x", "limit", "not", "...", "only", "A,B", "=>", "handled",
    "event", "u{41}", "!x", "a=b", "via", "\u{a0}", "\t",
  ]
  static let domains = ["D", "E", "D.x"]
  static let codes = ["1", "2", "x.1", "*"]

  static func make(_ random: inout SeededGenerator, maximum: Int = 16, names: [String]) -> PlainTree
  {
    let count = 1 + random.next(below: maximum)
    var tree = PlainTree(root: node(&random, names))
    for _ in 1..<max(1, count) {
      let new = node(&random, names)
      tree.change(random.next(below: tree.count)) { $0.children.append(new) }
    }
    return tree
  }

  static func node(_ random: inout SeededGenerator, _ names: [String]) -> PlainTree.Node {
    var node = PlainTree.Node(type: random.pick(names))
    if random.chance(1, in: 5) { node.label = random.pick(names) }
    if random.chance(1, in: 5) { node.representation = random.pick(names) }
    node.isSession = random.chance(1, in: 5)
    if random.chance(1, in: 5) { node.services = [random.pick(names)] }
    for _ in 0..<random.next(below: 3) { node.handles.append(subscription(&random, names)) }
    if random.chance(1, in: 5) { node.raises = [message(&random)] }
    if random.chance(1, in: 5) { node.state = ["k": "\(random.next(below: 3))"] }
    return node
  }

  static func subscription(_ random: inout SeededGenerator, _ names: [String]) -> Subscription {
    let message = message(&random)
    return Subscription(
      kind: message.kind,
      domain: random.chance(1, in: 6) ? random.pick(names) : message.domain,
      code: random.chance(1, in: 4) ? nil : message.code)
  }

  static func message(_ random: inout SeededGenerator) -> Message {
    Message(
      kind: random.pick(Message.Kind.allCases), domain: random.pick(domains),
      code: random.pick(codes))
  }
}

/// One change of a tree that a spec must notice.
enum Mutation: CaseIterable {
  case remove, add, move, rename, subscribe, unsubscribe, reroute, relabel, session, service

  /// The tree with the change; nil where it holds nothing to change.
  func applied(
    to tree: PlainTree, _ random: inout SeededGenerator, names: [String]
  ) -> PlainTree? {
    var changed = tree
    let place = random.next(below: tree.count)
    switch self {
    case .remove:
      guard changed.remove(place) != nil else { return nil }
    case .add:
      let new = RandomTree.node(&random, names)
      changed.change(place) { node in
        node.children.insert(new, at: random.next(below: node.children.count + 1))
      }
    case .move:
      guard let moved = changed.remove(place) else { return nil }
      changed.change(random.next(below: changed.count)) { node in
        node.children.insert(moved, at: random.next(below: node.children.count + 1))
      }
    case .rename: changed.change(place) { $0.type = random.pick(names) }
    case .subscribe:
      changed.change(place) { $0.handles.append(RandomTree.subscription(&random, names)) }
    case .unsubscribe:
      changed.change(place) { if !$0.handles.isEmpty { $0.handles.removeFirst() } }
    case .reroute:
      // What one model handles is handled by another.
      var moved: Subscription?
      changed.change(place) { if !$0.handles.isEmpty { moved = $0.handles.removeLast() } }
      guard let moved else { return nil }
      changed.change(random.next(below: tree.count)) { $0.handles.append(moved) }
    case .relabel: changed.change(place) { $0.label = random.chance(1, in: 2) ? nil : "new" }
    case .session: changed.change(place) { $0.isSession.toggle() }
    case .service: changed.change(place) { $0.services = [random.pick(names)] }
    }
    return changed
  }
}
